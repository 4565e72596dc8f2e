export type { Exposure } from '@toolscout/model'
export type {
  ContextAsk,
  ContextCapabilities,
  ContextChange,
  ContextList,
  ContextSource,
} from './context/context-source.ts'
export { type ContextOptions, createContext, type GatewayContext } from './context/create-context.ts'
export {
  type CompleteArgument,
  createLocalContext,
  type LocalContext,
  type LocalContextOptions,
  type LocalPrompt,
  type LocalResource,
  type LocalResourceTemplate,
  type ResourceContents,
} from './context/local-context.ts'
export {
  createGateway,
  DEFAULT_CHANGE_DEBOUNCE_MS,
  DEFAULT_SETTLE_MS,
  DEFAULT_START_WAIT_MS,
} from './create-gateway.ts'
export { type GatewayDiagnostics, LATENCIES_KEPT, type Latencies } from './diagnostics.ts'
export { PinStaleError, ServerExistsError, ServerNotFoundError } from './errors.ts'
export {
  createDeferredExposure,
  type DeferredExposureOptions,
} from './exposure/deferred/deferred-exposure.ts'
export {
  createDirectExposure,
  type DirectExposureOptions,
} from './exposure/direct-exposure.ts'
export { createMetaExposure } from './exposure/meta/meta-exposure.ts'
export type {
  MetaExposureOptions,
  MetaToolKind,
} from './exposure/meta/meta-options.ts'
export { SEARCH_META_KEY } from './exposure/meta/search-tool.ts'
export type {
  AskOptions,
  Gateway,
  GatewayAnswer,
  GatewayDescribeOptions,
  GatewayHit,
  GatewaySearchOptions,
  ListedTool,
} from './gateway.ts'
export type { GatewayEvent } from './gateway-event.ts'
export type {
  Caller,
  GatewayOptions,
  GatewayPolicy,
  ServerLimits,
  ServerOptions,
  ServerSettings,
  StartMode,
} from './gateway-options.ts'
export { type GatewayState, GatewayStateError } from './gateway-state.ts'
export type {
  ApprovalReport,
  GatewayPin,
  GatewayPinOptions,
  PinApproval,
  PinStore,
  ScanMode,
} from './guarding/guard-options.ts'
export { placeOfServer } from './guarding/server-places.ts'
export type { CloseOptions } from './serve/closing.ts'
export { type AllowedNames, allowedNames, checkRequest, type Refusal } from './serve/http/check-request.ts'
export {
  type Authenticate,
  type CredentialOptions,
  type Credentials,
  type HttpCaller,
  readCredentials,
} from './serve/http/credentials.ts'
export { DEFAULT_HTTP_LIMITS, type HttpLimits } from './serve/http/http-limits.ts'
export { RequestRefusedError, RPC_CODES } from './serve/request-error.ts'
export { type HttpServing, type ServeHttpOptions, serveHttp } from './serve/serve-http.ts'
export { type ServeStdioOptions, type StdioServing, serveStdio } from './serve/serve-stdio.ts'
export type { Served, ServeEvent, ServeOptions } from './serve/served.ts'
export { FAILURE_META_KEY } from './serve/tool-answer.ts'
export type {
  GatewayHealth,
  GatewayStats,
  ServerState,
  ServerStatus,
  ToolReadiness,
} from './server-status.ts'
export { ClientUnclearError } from './servers/client-relay.ts'
export { type ServerUnavailableDetails, ServerUnavailableError } from './servers/server-errors.ts'
export { DEFAULT_SERVER_LIMITS, type FullServerLimits } from './servers/server-limits.ts'
