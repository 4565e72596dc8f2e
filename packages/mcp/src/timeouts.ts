/** Deadlines of a connection, in milliseconds; each 0 to 2,147,483,647. With 0 the time is up at once. */
export interface McpTimeouts {
  /** From the start of the process or request to the end of the handshake, both transports of a URL together. */
  readonly connectMs: number
  /** Of a whole listing, all pages together. */
  readonly listMs: number
  /** Of one call. Progress does not extend it. */
  readonly callMs: number
}

/** The longest time a timer of this platform can wait; about 25 days. */
export const MAX_TIMEOUT_MS = 2_147_483_647

/**
 * 10 s to connect: real servers take 0.3 to 2.5 s from a local file and up to 6 s through a cold `npx`. 30 s to
 * list, because a listing can be many pages. 60 s to call, what the MCP SDKs wait.
 */
export const DEFAULT_MCP_TIMEOUTS: McpTimeouts = Object.freeze({
  connectMs: 10_000,
  listMs: 30_000,
  callMs: 60_000,
})

/** @throws RangeError when the value is no whole number of milliseconds from 0 to {@link MAX_TIMEOUT_MS}. */
export function checkTimeoutMs(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= MAX_TIMEOUT_MS) return value
  throw new RangeError(`${name} is ${value}; a whole number from 0 to ${MAX_TIMEOUT_MS} is needed.`)
}
