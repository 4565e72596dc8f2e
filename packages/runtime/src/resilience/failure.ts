import { ToolscoutError } from '@toolscout/model'

/**
 * How an attempt failed, as far as it matters for another one:
 *
 * - `unsent`: nothing left this process, such as a refused connection.
 * - `rateLimited`: refused for now, such as HTTP 429.
 * - `unavailable`: HTTP 503 with a time to come back.
 * - `sessionLost`, `unauthorized`, `outdated`: refused until a session, a token or a version is a new one.
 * - `ambiguous`: a timeout, a lost connection, a fault of the server; it may have run.
 * - `busy`: held back in this process, because too much is under way or the backend is left alone.
 * - `refused`: refused for good, such as HTTP 400, 403 and 404.
 * - `badArguments`: the arguments were refused (JSON-RPC -32602).
 * - `toolFailed`: it ran and failed by itself.
 */
export type FailureKind =
  | 'unsent'
  | 'rateLimited'
  | 'unavailable'
  | 'sessionLost'
  | 'unauthorized'
  | 'outdated'
  | 'ambiguous'
  | 'busy'
  | 'refused'
  | 'badArguments'
  | 'toolFailed'

/** Whether a tool ran: surely not, perhaps, surely. */
export type CallOutcome = 'notRun' | 'unknown' | 'ran'

/** A failure, read. */
export interface Failure {
  readonly kind: FailureKind
  /** How long the other side asks to be left alone. */
  readonly retryAfterMs?: number
}

const OUTCOMES: Readonly<Record<FailureKind, CallOutcome>> = Object.freeze({
  unsent: 'notRun',
  rateLimited: 'notRun',
  // Usually it did not run, which is not enough.
  unavailable: 'unknown',
  sessionLost: 'notRun',
  unauthorized: 'notRun',
  outdated: 'notRun',
  ambiguous: 'unknown',
  busy: 'notRun',
  refused: 'notRun',
  badArguments: 'notRun',
  toolFailed: 'ran',
})

/**
 * What is known of a call that failed in such a way. HTTP 400, 401, 403, 404, 409, 421, 425, 429, a redirect and the
 * errors of JSON-RPC that refuse a request say that nothing ran, and are believed; where `believes` is false only what
 * was held back in this process did not run.
 */
export function outcomeOf(kind: FailureKind, believes = true): CallOutcome {
  const outcome = OUTCOMES[kind]
  return believes || kind === 'unsent' || kind === 'busy' || outcome !== 'notRun' ? outcome : 'unknown'
}

const CERTAINTY: Readonly<Record<CallOutcome, number>> = Object.freeze({ notRun: 0, unknown: 1, ran: 2 })

/** The outcome of two attempts together: the call did not run only if neither attempt ran. */
export function worseOutcome(first: CallOutcome, second: CallOutcome): CallOutcome {
  return CERTAINTY[first] >= CERTAINTY[second] ? first : second
}

/** `CALL_NOT_RUN`: thrown by a handler, or other code that runs a call, to say that the call certainly had no effect. */
export class CallNotRunError extends ToolscoutError<{
  readonly failure: FailureKind
  readonly retryAfterMs?: number
}> {
  constructor(
    message: string,
    failure: 'unsent' | 'rateLimited' | 'sessionLost' | 'unauthorized' | 'outdated' | 'refused' = 'unsent',
    { retryAfterMs, cause }: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    const details = { failure, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    super('CALL_NOT_RUN', message, { details, cause })
  }
}

/**
 * Reads what a handler of this process threw. It may have done half of its work before, whatever the error looks
 * like, so only a {@link CallNotRunError} says that nothing was done.
 */
export function classifyHandlerFailure(error: unknown): Failure {
  if (!(error instanceof CallNotRunError)) return { kind: 'toolFailed' }
  const { failure, retryAfterMs } = error.details
  return withWait(failure, retryAfterMs)
}

/** JSON-RPC codes: the version or a header does not match (MCP, revision 2026-07-28). */
const OUTDATED: ReadonlySet<number> = new Set([-32_022, -32_020])
/** JSON-RPC codes with which a server says that it did not even try. */
const REFUSED: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601])
const INVALID_PARAMS = -32_602
/** Causes that are looked at. */
const MAX_CAUSES = 5

/**
 * Reads what a request to a backend failed with: the details of our own errors (`outcome`, `httpStatus`, `rpcCode`,
 * `retryAfterMs`) and of their causes. What is no error of ours says that it is not known what was done.
 */
export function classifyFailure(error: unknown): Failure {
  const facts = readFacts(error)
  const { retryAfterMs } = facts
  return withWait(kindOf(facts), retryAfterMs)
}

interface Facts {
  readonly failure?: unknown
  readonly outcome?: unknown
  readonly httpStatus?: unknown
  readonly rpcCode?: unknown
  readonly retryAfterMs?: number | undefined
}

/** What a refusal says of one request is not said of a call that had begun before it. */
function kindOf(facts: Facts): FailureKind {
  const kind = kindOfAnswer(facts)
  return facts.outcome === 'unknown' && OUTCOMES[kind] === 'notRun' ? 'ambiguous' : kind
}

function kindOfAnswer({ failure, outcome, httpStatus, rpcCode, retryAfterMs }: Facts): FailureKind {
  if (typeof failure === 'string' && Object.hasOwn(OUTCOMES, failure)) return failure as FailureKind
  if (typeof httpStatus === 'number') return kindOfStatus(httpStatus, retryAfterMs)
  if (typeof rpcCode === 'number') {
    if (rpcCode === INVALID_PARAMS) return 'badArguments'
    if (OUTDATED.has(rpcCode)) return 'outdated'
    if (REFUSED.has(rpcCode)) return 'refused'
    return retryAfterMs === undefined ? 'ambiguous' : 'rateLimited'
  }
  return outcome === 'notRun' ? 'unsent' : 'ambiguous'
}

function kindOfStatus(status: number, retryAfterMs: number | undefined): FailureKind {
  if (status === 429) return 'rateLimited'
  if (status === 401) return 'unauthorized'
  if (status === 503 && retryAfterMs !== undefined) return 'unavailable'
  return status >= 300 && status < 500 && status !== 303 && status !== 408 ? 'refused' : 'ambiguous'
}

/** Of each fact the one nearest to the surface. */
function readFacts(error: unknown): Facts {
  const found: Record<string, unknown> = {}
  let current = error
  for (let depth = 0; depth < MAX_CAUSES && current instanceof ToolscoutError; depth += 1) {
    const details: unknown = current.details
    if (typeof details === 'object' && details !== null) {
      for (const name of ['failure', 'outcome', 'httpStatus', 'rpcCode', 'retryAfterMs']) {
        if (found[name] === undefined) found[name] = Reflect.get(details, name)
      }
    }
    current = current.cause
  }
  const { retryAfterMs, ...facts } = found
  return isWait(retryAfterMs) ? { ...facts, retryAfterMs } : facts
}

function isWait(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function withWait(kind: FailureKind, retryAfterMs: number | undefined): Failure {
  return Object.freeze(isWait(retryAfterMs) ? { kind, retryAfterMs } : { kind })
}
