import { quote } from '@toolscout/model'
import type { Deadline } from './deadline.ts'
import {
  McpCallError,
  McpClosedError,
  McpListError,
  McpTimeoutError,
  McpTransportError,
  type RequestOutcome,
} from './errors.ts'
import { endSentence } from './sentence.ts'

/** A request to a server, as far as its failure has to tell. */
export interface RequestFacts {
  readonly server: string
  /** The tool of a call; absent for a listing. */
  readonly tool?: string
  readonly timeoutMs: number
  readonly deadline: Deadline
  readonly signal: AbortSignal | undefined
  /** The end of the connection, if it has come. */
  readonly closed: McpClosedError | undefined
}

/**
 * What a request that failed rejects with. The first that applies: the deadline, if it came before the caller's
 * wish to stop; the caller's own reason; the end of the connection; the failure itself.
 */
export function toRequestFailure(error: unknown, facts: RequestFacts): unknown {
  const { server, tool, deadline, signal, closed } = facts
  const outcome: RequestOutcome = error instanceof McpTransportError ? error.details.outcome : 'unknown'
  if (deadline.isOver()) return timeoutFailure(facts)
  if (signal?.aborted === true) return signal.reason
  if (closed !== undefined) return closedFailure(closed, outcome)
  if (!(error instanceof McpTransportError)) return error
  if (tool === undefined) {
    const message = `${quote(server)} could not list its tools: ${endSentence(error.message)}`
    return new McpListError(message, { server }, error)
  }
  const message = `The call of ${quote(tool)} at ${quote(server)} failed: ${endSentence(error.message)} ${sayOutcome(outcome)}`
  return new McpCallError(message, { server, tool, outcome }, error)
}

/** The deadline has passed, and what was asked may still be done. */
function timeoutFailure({ server, tool, timeoutMs }: RequestFacts): McpTimeoutError {
  const what = tool === undefined ? 'listing its tools' : `calling ${quote(tool)}`
  const message = `${quote(server)} took longer than ${timeoutMs} ms for ${what}. Raise the timeout if it may.`
  return new McpTimeoutError(message, {
    server,
    operation: tool === undefined ? 'list' : 'call',
    timeoutMs,
    ...(tool === undefined ? {} : { tool }),
    outcome: 'unknown',
  })
}

/** The end of a connection as one request sees it. */
export function closedFailure(closed: McpClosedError, outcome: RequestOutcome): McpClosedError {
  return new McpClosedError(closed.message, { ...closed.details, outcome }, closed.cause)
}

/** JSON-RPC codes with which a server says that it did not even try: parse, request, method, params. */
const REFUSALS: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, -32_602])

/** A server's protocol error in place of a result. */
export function callRefusal(
  { server, tool }: { readonly server: string; readonly tool: string },
  { rpcCode, message }: { readonly rpcCode: number; readonly message: string },
): McpCallError {
  const outcome = REFUSALS.has(rpcCode) ? 'notRun' : 'unknown'
  const words = `${quote(server)} answered the call of ${quote(tool)} with error ${rpcCode}: ${endSentence(message)}`
  return new McpCallError(`${words} ${sayOutcome(outcome)}`, { server, tool, outcome, rpcCode })
}

function sayOutcome(outcome: RequestOutcome): string {
  return outcome === 'notRun' ? 'The tool did not run.' : 'Whether the tool ran is not known.'
}
