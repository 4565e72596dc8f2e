import type { ObservedOutcome } from '@toolscout/model'

const TYPES: Readonly<Record<string, string>> = Object.freeze({
  CALL_TIMEOUT: 'timeout',
  MCP_TIMEOUT: 'timeout',
  CANCELLED: 'cancelled',
  AbortError: 'cancelled',
  CIRCUIT_OPEN: 'circuit_open',
  OVERLOADED: 'overloaded',
  SERVER_UNAVAILABLE: 'transport',
  MCP_CLOSED: 'transport',
})

/** What `error.type` says of an outcome; absent where nothing failed. A code of JSON-RPC is said as text. */
export function errorTypeOf({ error, outcome, rpcCode }: ObservedOutcome): string | undefined {
  if (error === undefined) return undefined
  if (rpcCode !== undefined) return String(rpcCode)
  const known = TYPES[error]
  if (known !== undefined) return known
  if (error === 'CALL_FAILED') return outcome === 'notRun' ? 'transport' : 'outcome_unknown'
  return error
}
