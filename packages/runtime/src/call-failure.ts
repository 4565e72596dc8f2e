import { type ToolResult, ToolscoutError } from '@toolscout/model'
import { formatDuration, isJsonObject, messageOf } from '@toolscout/model/internal'
import { failureResult } from './failure-result.ts'
import type { CallOutcome, FailureKind } from './resilience/failure.ts'

/** A backend that did not answer, and why. */
export interface FailedBackend {
  readonly name: string
  readonly failure: FailureKind
  /** What it failed with, in a line. */
  readonly message: string
}

/** The facts of a {@link CallFailedError}. */
export interface CallFailedDetails {
  readonly failure: FailureKind
  /** Whether the tool ran. */
  readonly outcome: CallOutcome
  /** Attempts that were made. */
  readonly attempts: number
  readonly elapsedMs: number
  /** Whether the caller may retry later. */
  readonly retryable: boolean
  /** Why there was no other attempt. */
  readonly why: string
  /** When the other side may be asked again, as far as it said so. */
  readonly retryAfterMs?: number
  /** Where more than one backend was asked, the last eight of them. */
  readonly backends?: readonly FailedBackend[]
}

/** `CALL_FAILED`: the last attempt failed, and there is no other. The cause is what it failed with. */
export class CallFailedError extends ToolscoutError<CallFailedDetails> {
  constructor(details: CallFailedDetails, cause: unknown) {
    const { attempts, elapsedMs, why, backends } = details
    const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
    const failed = backends?.map(({ name, message }) => `${name}: ${message}`) ?? [messageOf(cause)]
    const text = failed.map((one) => one.replace(/[.\s]+$/, '')).join('; ')
    super('CALL_FAILED', `Failed after ${times} in ${formatDuration(elapsedMs)}: ${text}. ${why}`, {
      details,
      cause,
    })
  }
}

/** The result of a failed call. An error may claim that nothing ran, unless an earlier attempt may have run. */
export function toFailureResult(
  error: unknown,
  tool: string,
  begun: boolean,
  mayHaveRun = false,
): ToolResult {
  if (error instanceof CallFailedError) return callFailure(error, tool)
  const outcome: CallOutcome = begun ? 'unknown' : 'notRun'
  if (!(error instanceof ToolscoutError)) return failureResult('CALL_FAILED', error, { tool, outcome })
  const { details } = error
  const told: unknown = isJsonObject(details) ? Reflect.get(details, 'outcome') : undefined
  return failureResult(error.code, error, {
    tool,
    outcome: told === 'notRun' && !mayHaveRun ? told : outcome,
  })
}

function callFailure(error: CallFailedError, tool: string): ToolResult {
  const { failure, outcome, attempts, elapsedMs, retryable, retryAfterMs, backends } = error.details
  // The tool's own words are what its caller can act on.
  if (failure === 'toolFailed') return failureResult('TOOL_FAILED', error.cause, { tool, outcome })
  const isOnlyBusy = failure === 'busy' && backends === undefined
  const busy = isOnlyBusy && error.cause instanceof ToolscoutError ? error.cause : undefined
  const message = busy && outcome === 'notRun' ? busy : `${messageOf(busy ?? error)} ${outcomeText(outcome)}`
  return failureResult(busy?.code ?? error.code, message, {
    tool,
    outcome,
    failure,
    attempts,
    elapsedMs,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(backends === undefined ? {} : { backends: backends.map((backend) => ({ ...backend })) }),
  })
}

/** The caller cancelled the call, or its deadline passed. */
export function endedResult(
  reason: unknown,
  tool: string,
  ended: 'CANCELLED' | 'CALL_TIMEOUT',
  begun: boolean,
): ToolResult {
  const outcome: CallOutcome = begun ? 'unknown' : 'notRun'
  // A reason of ours, such as that everything is being closed, says more than that the call was cancelled.
  const error = ended === 'CANCELLED' && reason instanceof ToolscoutError ? reason.code : ended
  const text = error === 'CANCELLED' ? 'The call was cancelled.' : messageOf(reason)
  return failureResult(error, `${text} ${outcomeText(outcome)}`, { tool, outcome })
}

function outcomeText(outcome: CallOutcome): string {
  if (outcome === 'notRun') return 'The tool did not run.'
  return outcome === 'ran' ? 'The tool ran.' : 'Whether the tool ran is not known.'
}

/** What is known of the call that gave a result with `isError`. */
export function outcomeOfFailure({ structuredContent }: ToolResult): CallOutcome {
  const outcome = structuredContent?.outcome
  return outcome === 'notRun' || outcome === 'unknown' ? outcome : 'ran'
}
