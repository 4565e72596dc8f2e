// What the packages of Toolscout share. Not API: anything here may change in any release.

export {
  type CallEngine,
  callAll,
  checkCallOptions,
  createCallEngine,
} from './call-engine.ts'
export {
  COERCED_META_KEY,
  checkArguments,
  UNCHECKED_META_KEY,
  UNKNOWN_META_KEY,
  withNotes,
} from './check-arguments.ts'
export type { CallRoute } from './fail-over.ts'
export { failureResult, shownName, suggestNames, unknownTool } from './failure-result.ts'
export {
  CallTimeoutError,
  DEFAULT_CALL_TIMEOUT_MS,
  type LocalHandler,
  toLocalHandler,
} from './local-handlers.ts'
export { type BackendGuard, createBackendGuard } from './resilience/backend-guard.ts'
export { type Bulkhead, createBulkhead } from './resilience/bulkhead.ts'
export type { BreakerState } from './resilience/circuit-breaker.ts'
export { classifyFailure } from './resilience/failure.ts'
export { DEFAULT_MAX_RESULT_BYTES } from './resilience/limits.ts'
export type { CallableTool, RefusedCall } from './run-call.ts'
export type { Admission, AdmissionCall } from './tool-call.ts'
