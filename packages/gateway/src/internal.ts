// What the packages of Toolscout share. Not API: anything here may change in any release.

export { createCandidateRetriever } from '@toolscout/discovery'
export {
  bestHits,
  firstSentence,
  headLines,
  type ListedTool,
  type ToolReadiness,
} from '@toolscout/discovery/internal'
export type { Exposure } from '@toolscout/model'
export { shownName } from '@toolscout/runtime/internal'
export { findTool, runTool } from './exposure/find-tool.ts'
export { createFixedExposure } from './exposure/fixed-exposure.ts'
export { callTools } from './exposure/meta/call-tools.ts'
export { toMetaSettings } from './exposure/meta/meta-options.ts'
export { clampWhole } from './exposure/meta/search-hits.ts'
export type { MetaToolDefinition } from './exposure/meta-tool.ts'
export { refusal } from './exposure/refusals.ts'
export { type RememberedNames, rememberNames } from './exposure/remembered-names.ts'
export { resultReader } from './exposure/result-reader.ts'
export { hiddenWords, recallServerWords } from './exposure/server-words.ts'
export type { GatewayHit } from './gateway.ts'
export type { Caller, StartMode } from './gateway-options.ts'
export type { GatewayUse } from './gateway-tools.ts'
export { onUse, shownQuery } from './gateway-uses.ts'
export { type PinStore, SCAN_MODES, type ScanMode } from './guarding/guard-options.ts'
export { placesOfServers } from './guarding/server-places.ts'
export { withheldTool } from './guarding/withheld.ts'
export { type AllowedNames, allowedNames, checkRequest, type Refusal } from './serve/http/check-request.ts'
export { type Authenticate, readCredentials } from './serve/http/credentials.ts'
export { createBodyReader, sendJson } from './serve/http/exchange.ts'
export { listen } from './serve/listen.ts'
export { hintOf } from './server-status.ts'
