import type { Clock, Observer, ToolResult } from '@toolscout/model'
import { checkTimeoutMs, systemClock } from '@toolscout/model/internal'
import type { SchemaValidator } from '@toolscout/schema'
import { createSchemaValidator } from '@toolscout/schema/internal'
import { outcomeOfFailure } from './call-failure.ts'
import { createHeldResults, type HeldResults } from './held-results.ts'
import { DEFAULT_CALL_TIMEOUT_MS } from './local-handlers.ts'
import type { BackendGuard } from './resilience/backend-guard.ts'
import { type Bulkhead, createBulkhead } from './resilience/bulkhead.ts'
import { createIdempotency, type Idempotency } from './resilience/idempotency.ts'
import { CALL_LIMITS, readLimits } from './resilience/limits.ts'
import type { CallEngineOptions, CallEvent, CalledTool, CallPolicy } from './tool-call.ts'

/** Everything calls need beside the tool. */
export interface CallParts {
  readonly clock: Clock
  readonly random: () => number
  readonly validator: SchemaValidator
  readonly timeoutMs: number
  readonly maxPersonMs: number
  readonly maxTaskMs: number
  readonly maxResultLength: number
  readonly maxResultBytes: number
  readonly policyOf: ((tool: CalledTool) => CallPolicy | undefined) | undefined
  readonly guardOf: ((backend: string) => BackendGuard | undefined) | undefined
  readonly ownGuards: Map<string, BackendGuard>
  readonly bulkhead: Bulkhead
  readonly held: HeldResults
  readonly idempotency: Idempotency<ToolResult>
  readonly observer: Observer | undefined
  readonly onEvent: ((event: CallEvent) => void) | undefined
}

/** 512 calls at once, and as many that wait: what a process bears; backends have closer limits of their own. */
const CALLS_AT_ONCE = Object.freeze({ maxRunning: 512, maxWaiting: 512, maxWaitMs: 60_000 })
/** What stands beside the text of a page, so that a page is not cut itself. */
const PAGE_NOTE_LENGTH = 200

/** What calls need, made of options whose members are known. @throws RangeError for a number out of range. */
export function createCallParts(options: CallEngineOptions): CallParts {
  const { clock = systemClock, random = Math.random, onEvent, policyOf } = options
  const { maxPersonMs, maxTaskMs, maxResultLength, maxResultBytes } = readLimits(CALL_LIMITS, options)
  return {
    clock,
    random,
    validator: options.validator ?? createSchemaValidator(),
    timeoutMs: checkTimeoutMs('timeoutMs', options.timeoutMs ?? DEFAULT_CALL_TIMEOUT_MS),
    maxPersonMs,
    maxTaskMs,
    maxResultLength,
    maxResultBytes,
    policyOf,
    guardOf: options.guardOf,
    ownGuards: new Map(),
    bulkhead: createBulkhead({ ...CALLS_AT_ONCE, ...options.limits, name: 'toolbox', clock }),
    held: createHeldResults(clock, {
      maxLength: maxResultLength - PAGE_NOTE_LENGTH,
      limits: options.heldResults,
    }),
    idempotency: createIdempotency<ToolResult>({
      ...options.idempotency,
      clock,
      // What surely did not run may be tried again with the same key.
      keeps: (result) => result.isError !== true || outcomeOfFailure(result) !== 'notRun',
    }),
    observer: options.observer,
    onEvent,
  }
}
