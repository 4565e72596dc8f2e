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
  /** Takes the next bytes. False when a line is longer or holds more than allowed; nothing more may be given then. */
  readonly push: (chunk: Uint8Array) => boolean
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
  let pendingBytes = 0
  return {
    push: (chunk) => {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        if (pendingBytes + end - start > maxBytes) return false
        const line = Buffer.concat([...pending, chunk.subarray(start, end)])
        meter.reset()
        if (!meter.push(line)) return false
        onLine(line.toString('utf8'))
        pending = []
        pendingBytes = 0
        start = end + 1
      }
      if (start < chunk.length) pending.push(chunk.subarray(start))
      pendingBytes += chunk.length - start
      return pendingBytes <= maxBytes
    },
  }
}
