// For applications: tools by name, and calls that are always answered.

export { type CallEngine, createCallEngine } from './call-engine.ts'
export { DEFAULT_CALL_LIMITS } from './call-parts.ts'
// For implementers: how a call to a function of this process is checked, run and bounded.
export { capResult, DEFAULT_MAX_RESULT_BYTES, LEAST_MAX_RESULT_BYTES } from './cap-result.ts'
export {
  type CheckedArguments,
  COERCED_META_KEY,
  checkArguments,
  type FittingArguments,
  UNCHECKED_META_KEY,
  withNotes,
} from './check-arguments.ts'
export { createToolbox } from './create-toolbox.ts'
export { DEFAULT_MAX_RESULT_LENGTH, REST_META_KEY } from './cut-result.ts'
export { failureResult, shownName } from './failure-result.ts'
export {
  DEFAULT_HELD_RESULT_LIMITS,
  type HeldResultLimits,
  ResultNotFoundError,
} from './held-results.ts'
export { type LocalCall, type LocalHandler, type StandardReading, toLocalHandler } from './local-handlers.ts'
export {
  DEFAULT_MAX_ROUNDS,
  ModelSilentError,
  runToolLoop,
  type ToolLoopEvent,
  type ToolLoopOptions,
  type ToolLoopResult,
} from './loop/run-tool-loop.ts'
export type { LoopMessage, ModelReply, ModelTurn, ToolLoopModel } from './loop/tool-loop-model.ts'
export {
  type BackendGuard,
  type BackendGuardOptions,
  createBackendGuard,
  type GuardedCall,
} from './resilience/backend-guard.ts'
export {
  type Bulkhead,
  type BulkheadLimits,
  type BulkheadOptions,
  createBulkhead,
  DEFAULT_BULKHEAD_LIMITS,
  type EntryOptions,
  OverloadedError,
} from './resilience/bulkhead.ts'
export {
  type BreakerLimits,
  type BreakerPermit,
  type BreakerState,
  type CircuitBreaker,
  type CircuitBreakerOptions,
  CircuitOpenError,
  createCircuitBreaker,
  DEFAULT_BREAKER_LIMITS,
} from './resilience/circuit-breaker.ts'
export { type Deadline, type DeadlineOptions, startDeadline } from './resilience/deadline.ts'
export type { Operation, Recovery } from './resilience/decide-retry.ts'
export {
  type CallFailedDetails,
  CallFailedError,
  CallNotRunError,
  type CallOutcome,
  classifyFailure,
  classifyHandlerFailure,
  type Failure,
  type FailureKind,
} from './resilience/failure.ts'
export {
  createIdempotency,
  DEFAULT_IDEMPOTENCY_LIMITS,
  type Idempotency,
  IdempotencyConflictError,
  type IdempotencyLimits,
  type IdempotencyOptions,
  type KeyedCall,
} from './resilience/idempotency.ts'
export {
  createRetryBudget,
  DEFAULT_RETRY_BUDGET,
  type RetryBudget,
  type RetryBudgetLimits,
} from './resilience/retry-budget.ts'
export {
  DEFAULT_RETRY_POLICY,
  NO_RETRIES,
  type RetryPolicy,
  SYMB_RETRY_POLICY,
} from './resilience/retry-policy.ts'
export { type AttemptFailure, type RetryOptions, runWithRetries } from './resilience/run-with-retries.ts'
export { createSingleFlight, type SingleFlight } from './resilience/single-flight.ts'
export type { ReadResultOptions, ResultPage, ResultPageOptions } from './result-page.ts'
export { resultReaderTool } from './result-reader.ts'
export type { CallableTool, RefusedCall } from './run-call.ts'
export { CallTimeoutError, DEFAULT_CALL_TIMEOUT_MS, runHandler } from './run-handler.ts'
export type {
  Admission,
  AdmissionCall,
  CallAllOptions,
  CallableTools,
  CalledTool,
  CallOptions,
  CallPolicy,
  ToolCall,
  ToolCallResult,
} from './tool-call.ts'
export type {
  CallEngineOptions,
  CallEvent,
  MergeReport,
  Toolbox,
} from './toolbox.ts'
