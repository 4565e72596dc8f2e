/** Deadlines of a connection, in whole milliseconds; each 1 to 2,147,483,647. */
export interface McpTimeouts {
  /** From the start of the process or request to the end of the handshake, both transports of a URL together. */
  readonly connectMs: number
  /** Of a whole listing, all pages together. */
  readonly listMs: number
  /** Of one call. Progress does not extend it. */
  readonly callMs: number
}

/**
 * 10 s to connect: real servers take 0.3 to 2.5 s from a local file and up to 6 s through a cold `npx`. 30 s to
 * list, because a listing can be many pages. 60 s to call, what the MCP SDKs wait.
 */
export const DEFAULT_MCP_TIMEOUTS: McpTimeouts = Object.freeze({
  connectMs: 10_000,
  listMs: 30_000,
  callMs: 60_000,
})
