import type { IncomingMessage } from 'node:http'
import type { Refusal } from './check-request.ts'

/** The bytes of all bodies that are being read. */
export interface BodyReader {
  /** The body as text, or why it is not read on. Rejects when the client hangs up. */
  readonly read: (request: IncomingMessage) => Promise<{ readonly text: string } | Refusal>
}

/** Reads bodies of at most `maxBytes` bytes, and of `maxTogether` all together. */
export function createBodyReader(maxBytes: number, maxTogether: number): BodyReader {
  let together = 0
  return {
    read: async (request) => {
      const tooLarge = { status: 413, reason: `A body has at most ${maxBytes} bytes.` }
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge
      const chunks: Buffer[] = []
      let bytes = 0
      try {
        for await (const chunk of request as AsyncIterable<Buffer>) {
          bytes += chunk.length
          together += chunk.length
          if (bytes > maxBytes) return tooLarge
          if (together > maxTogether) return { status: 503, reason: 'The server is busy; try again.' }
          chunks.push(chunk)
        }
        return { text: Buffer.concat(chunks).toString('utf8') }
      } finally {
        together -= bytes
      }
    },
  }
}
