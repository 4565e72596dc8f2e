/** Bytes of a {@link checksum}. */
export const CHECKSUM_BYTES = 16

/** The golden ratio in 32 bits (Knuth 1998, "The Art of Computer Programming" 3, section 6.4): odd, so multiplying loses nothing. */
const PRIME = 0x9e3779b1

/**
 * Four lanes, each of every fourth word, for lengths that are whole numbers of 8 bytes. Each step can be undone, so a change
 * within one block of 16 bytes always shows, and any other does but for one in four billion. As fast as instructions of the
 * processor for checksums, and the same on every platform.
 *
 * It detects damage, not forgery: anyone who can write a snapshot can write its checksum.
 */
export function* checksum({ buffer, byteOffset, byteLength }: Uint8Array): Generator<void, Uint8Array> {
  const lanes = Int32Array.of(1, 2, 3, byteLength)
  const words = new Int32Array(buffer, byteOffset, byteLength / 4)
  for (let at = 0; at < words.length; at += WORDS_AT_ONCE) {
    mixWords(lanes, words.subarray(at, at + WORDS_AT_ONCE))
    yield
  }
  return new Uint8Array(lanes.buffer)
}

/** Words that are mixed in a step, less than a millisecond; a multiple of four. */
const WORDS_AT_ONCE = 1 << 18

function mixWords(lanes: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = lanes
  const whole = words.length - (words.length % 4)
  for (let i = 0; i < whole; i += 4) {
    a = mixed(a, words[i] as number)
    b = mixed(b, words[i + 1] as number)
    c = mixed(c, words[i + 2] as number)
    d = mixed(d, words[i + 3] as number)
  }
  if (whole < words.length) {
    a = mixed(a, words[whole] as number)
    b = mixed(b, words[whole + 1] as number)
  }
  lanes.set([a, b, c, d])
}

function mixed(lane: number, word: number): number {
  const sum = lane ^ word
  return Math.imul((sum << 13) | (sum >>> 19), PRIME)
}
