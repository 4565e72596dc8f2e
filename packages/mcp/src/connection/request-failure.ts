import { formatDuration, onAbort, quote } from '@toolscout/model/internal'
import {
  McpCallError,
  McpClosedError,
  McpListError,
  McpRequestError,
  McpTimeoutError,
  McpTransportError,
  type RequestOutcome,
  type RpcRefusal,
} from '../errors.ts'
import type { RpcRefused } from './session.ts'

/** What is asked of a server. */
export interface RequestSubject {
  readonly server: string
  readonly kind: 'list' | 'call' | 'request'
  /** The tool of a call, the method of a request; of a listing nothing. */
  readonly name: string
}

/** A request to a server, as far as its failure has to tell. */
export interface RequestFacts {
  readonly subject: RequestSubject
  readonly deadline: Deadline
  /** The end of the connection, if it has come. */
  readonly closed: McpClosedError | undefined
}

/**
 * What a request that failed rejects with. The first that applies: the deadline, if it came before the caller's
 * wish to stop; the caller's own reason; the end of the connection; the failure itself.
 */
export function toRequestFailure(error: unknown, { subject, deadline, closed }: RequestFacts): unknown {
  const outcome: RequestOutcome = error instanceof McpTransportError ? error.details.outcome : 'unknown'
  if (deadline.isOver) return timeoutFailure(subject, deadline.timeoutMs)
  if (deadline.callerSignal?.aborted === true) return deadline.callerSignal.reason
  if (closed !== undefined) return closedFailure(closed, outcome)
  if (!(error instanceof McpTransportError)) return error
  return failureOf(subject, { words: `failed: ${error.message}`, outcome, cause: error })
}

/**
 * Codes with which a server says that it did not even try: parse, request, method, params; headers, capability and version
 * (MCP 2026-07-28).
 */
const REFUSALS: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, -32_602, -32_020, -32_021, -32_022])

/** A server's protocol error in place of a result. One that asks to be left alone for a while did not try either. */
export function refusalOf(
  subject: RequestSubject,
  { message, refusal, hasBegun = false }: RpcRefused,
): Error {
  const { rpcCode, retryAfterMs } = refusal
  const isUntried = !hasBegun && (REFUSALS.has(rpcCode) || retryAfterMs !== undefined)
  const outcome = isUntried ? 'notRun' : 'unknown'
  return failureOf(subject, { words: `was answered with error ${rpcCode}: ${message}`, outcome, refusal })
}

/** An answer that is none. */
export function noResult(subject: RequestSubject): Error {
  return failureOf(subject, { words: 'was answered with something that is no result', outcome: 'unknown' })
}

/** The end of a connection as one request sees it. */
export function closedFailure(closed: McpClosedError, outcome: RequestOutcome): McpClosedError {
  return new McpClosedError(closed.message, { ...closed.details, outcome }, closed.cause)
}

interface FailureParts {
  readonly words: string
  readonly outcome: RequestOutcome
  readonly refusal?: RpcRefusal
  readonly cause?: unknown
}

function failureOf(
  { server, kind, name }: RequestSubject,
  { words, outcome, refusal, cause }: FailureParts,
): Error {
  const told = `at ${quote(server)} ${endSentence(words)}`
  if (kind === 'list') return new McpListError(`Listing the tools ${told}`, { server, ...refusal }, cause)
  if (kind === 'request') {
    const details = { server, method: name, outcome, ...refusal }
    return new McpRequestError(`${name} ${told}`, details, cause)
  }
  // Whether the tool ran is in the details alone: an attempt before this one may have run it.
  const details = { server, tool: name, outcome, ...refusal }
  return new McpCallError(`The call of ${quote(name)} ${told}`, details, cause)
}

/** The deadline has passed, and what was asked may still be done. */
function timeoutFailure({ server, kind, name }: RequestSubject, timeoutMs: number): McpTimeoutError {
  const what = { list: 'listing its tools', call: `calling ${quote(name)}`, request: name }[kind]
  const message = `${quote(server)} took longer than ${formatDuration(timeoutMs)} for ${what}. Raise the timeout if it may.`
  const named = { list: {}, call: { tool: name }, request: { method: name } }[kind]
  return new McpTimeoutError(message, { server, operation: kind, timeoutMs, ...named, outcome: 'unknown' })
}

/** The time one operation has and the caller's signal, as one signal. */
export class Deadline {
  /** All the time it has had. */
  timeoutMs: number
  readonly callerSignal: AbortSignal | undefined
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout
  #goesOn: (() => Promise<number>) | undefined
  #pausedMs: (() => Promise<number>) | undefined
  readonly #stopFollowing: () => void
  #isOver = false
  #isStopped = false

  /**
   * Starts the clock. The signal's reason is always a neutral one, because
   * the protocol sends it to the server, which must not learn the caller's own reason.
   */
  constructor(timeoutMs: number, callerSignal: AbortSignal | undefined) {
    this.timeoutMs = timeoutMs
    this.callerSignal = callerSignal
    const forward = (): void =>
      this.#controller.abort(new DOMException('The caller has stopped.', 'AbortError'))
    this.#stopFollowing = callerSignal === undefined ? () => {} : onAbort(callerSignal, forward)
    this.#timer = setTimeout(this.#end, timeoutMs)
  }

  /**
   * Has somebody asked when the time is up, who gives more milliseconds, or 0 for no more. What he rejects with is no more
   * time.
   */
  extend(goesOn: () => Promise<number>): void {
    this.#goesOn = goesOn
  }

  /** The same for milliseconds that are not to count, such as those in which a person was waited for. */
  leaveOut(pausedMs: () => Promise<number>): void {
    this.#pausedMs = pausedMs
  }

  readonly #end = (): void => {
    if (this.#goesOn === undefined && this.#pausedMs === undefined) this.#pass(0)
    else void this.#more().then(this.#pass, () => this.#pass(0))
  }

  async #more(): Promise<number> {
    const pausedMs = (await this.#pausedMs?.()) ?? 0
    if (pausedMs > 0) return pausedMs
    const moreMs = (await this.#goesOn?.()) ?? 0
    this.timeoutMs += Math.max(0, moreMs)
    return moreMs
  }

  readonly #pass = (moreMs: number): void => {
    if (this.#isStopped) return
    if (moreMs > 0) {
      this.#timer = setTimeout(this.#end, moreMs)
      return
    }
    this.#isOver = !this.signal.aborted
    this.#controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
  }

  /** Aborts when the time is up or the caller's signal aborts. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Whether the time was up before anything else ended the operation. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Ends the deadline; to be called whatever came of the operation. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#stopFollowing()
  }
}

/** Ends a text as a sentence, unless it already does. For foreign words in the middle of ours. */
export function endSentence(text: string): string {
  const trimmed = text.trimEnd()
  return /[.!?…]["')\]]?$/.test(trimmed) ? trimmed : `${trimmed}.`
}
