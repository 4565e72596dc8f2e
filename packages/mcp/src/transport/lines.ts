import { isJsonObject, parseJson } from '@toolscout/model/internal'
import { MessageMeter } from './message-meter.ts'

/** The messages of a line: one, or several in a batch (MCP 2025-03-26); `undefined` when it is no JSON-RPC. */
export function parseLine(line: string): readonly object[] | undefined {
  const value = parseJson(line)
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value]
  return messages.every(isJsonObject) ? messages : undefined
}

/** Cuts a stream of bytes into lines. */
export interface LineReader {
  /** Takes the next bytes. Gives the limit that a line exceeds; nothing more may be given then. */
  readonly push: (chunk: Uint8Array) => string | undefined
}

const NEWLINE = 0x0a

/**
 * Creates a reader that gives every line that ends in a newline to `onLine`, without the newline. `maxBytes` is
 * the longest line, its newline not counted; {@link MessageMeter} says what it may hold. The cost is linear in the bytes,
 * however the stream is cut.
 */
export function createLineReader(maxBytes: number, onLine: (line: string) => void): LineReader {
  const meter = new MessageMeter(maxBytes)
  let pending: Uint8Array[] = []
  return {
    push: (chunk) => {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const last = chunk.subarray(start, end)
        const excess = meter.push(last)
        if (excess !== undefined) return excess
        onLine(Buffer.concat([...pending, last]).toString('utf8'))
        pending = []
        meter.reset()
        start = end + 1
      }
      const rest = chunk.subarray(start)
      if (rest.length > 0) pending.push(rest)
      return meter.push(rest)
    },
  }
}
