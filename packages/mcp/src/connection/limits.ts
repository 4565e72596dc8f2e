import { quote } from '@toolscout/model/internal'

/** Bounds on what one server may send. All are inclusive whole numbers; 0 lets nothing through. */
export interface McpLimits {
  /** Largest single message, in bytes: a line on stdout, an HTTP answer, an event of a stream. */
  readonly maxFrameBytes: number
  /** Pages of one listing. */
  readonly maxPages: number
  /** Tools of one listing. */
  readonly maxTools: number
  /** All tools of one listing together, in bytes. */
  readonly maxListBytes: number
}

/**
 * 10 MiB a message, what the MCP SDKs read; 1,000 pages, 10,000 tools and 64 MiB a listing, each at least ten
 * times what the largest public server offers, so that only a broken or hostile one meets them.
 */
export const DEFAULT_MCP_LIMITS: McpLimits = Object.freeze({
  maxFrameBytes: 10 * 1_048_576,
  maxPages: 1_000,
  maxTools: 10_000,
  maxListBytes: 64 * 1_048_576,
})

/** @throws RangeError when one of them is no whole number of at least 0. */
export function checkLimits(limits: McpLimits): McpLimits {
  for (const [name, value] of Object.entries(limits)) {
    if (Number.isSafeInteger(value) && value >= 0) continue
    throw new RangeError(`${name} is ${quote(value)}; a whole number of at least 0 is needed.`)
  }
  return limits
}

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
