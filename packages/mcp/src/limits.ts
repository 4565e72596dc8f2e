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
