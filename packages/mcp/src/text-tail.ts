/** Keeps the end of a stream of bytes. */
export interface TextTail {
  readonly push: (chunk: Uint8Array) => void
  /**
   * The last bytes as text. When something was dropped, the text begins behind the first newline, so that
   * nothing is cut in half, a secret least of all; empty when there is no newline.
   */
  readonly text: () => string
}

/** Creates a tail of at most `maxBytes` bytes. */
export function createTextTail(maxBytes: number): TextTail {
  let tail = Buffer.alloc(0)
  let dropped = false
  return {
    push: (chunk) => {
      const joined = Buffer.concat([tail, chunk])
      dropped ||= joined.length > maxBytes
      tail = joined.length > maxBytes ? Buffer.from(joined.subarray(-maxBytes)) : joined
    },
    text: () => {
      const text = tail.toString('utf8')
      return dropped ? text.slice(text.indexOf('\n') + 1 || text.length) : text
    },
  }
}
