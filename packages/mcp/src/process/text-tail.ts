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

/** Longest line that is kept, in characters: no line people write is longer. */
const MAX_LINE_LENGTH = 65_536

/** Cuts a stream of bytes into lines. */
export interface TextLines {
  readonly push: (chunk: Uint8Array) => void
  /** Gives the last line, if nothing ends it. */
  readonly end: () => void
}

/**
 * Gives every line of a text that is not empty, without what ends it. A line that is too long loses its end: nothing is
 * given in two parts, between which a secret would not be known any more.
 */
export function createTextLines(onLine: (line: string) => void): TextLines {
  const decoder = new TextDecoder()
  let pending = ''
  const give = (): void => {
    const line = pending
    pending = ''
    if (line.trim() !== '') onLine(line)
  }
  return {
    push: (chunk) => {
      const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split(/\r?\n/)
      const append = (text: string): void => {
        pending += text.slice(0, MAX_LINE_LENGTH - pending.length)
      }
      append(first)
      for (const text of others) {
        give()
        append(text)
      }
    },
    end: give,
  }
}
