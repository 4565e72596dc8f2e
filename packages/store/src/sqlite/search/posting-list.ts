/** The postings of a key in a segment, as bytes: for each tool how far it is from the one before, and how often. */
export interface PostingList {
  readonly count: number
  readonly data: Uint8Array
}

/** Postings that were read, the first `count` of each. Good until the next list is read. */
export interface Postings {
  readonly count: number
  /** Ascending. */
  readonly ordinals: Uint32Array
  readonly steps: Uint32Array
}

let ordinals = new Uint32Array(1_024)
let steps = new Uint32Array(1_024)

/** Reads a list. Ends with the bytes, whatever they are. */
export function decodePostings({ data }: PostingList): Postings {
  const end = data.length
  if (end > 2 * ordinals.length) {
    ordinals = new Uint32Array(end)
    steps = new Uint32Array(end)
  }
  let count = 0
  let ordinal = -1
  for (let at = 0; at < end; count += 1) {
    let byte = data[at++] as number
    let gap = byte & 127
    for (let shift = 7; byte > 127 && at < end; shift += 7) {
      byte = data[at++] as number
      gap |= (byte & 127) << shift
    }
    if (at === end) break
    byte = data[at++] as number
    let times = byte & 127
    for (let shift = 7; byte > 127 && at < end; shift += 7) {
      byte = data[at++] as number
      times |= (byte & 127) << shift
    }
    ordinal += gap + 1
    ordinals[count] = ordinal
    steps[count] = times
  }
  return { count, ordinals, steps }
}

/**
 * Writes a list of postings in ascending order of ordinal, those from `from` up to `to`. Numbers have seven bits a byte,
 * the eighth says that there are more.
 */
export function encodePostings(
  given: Pick<Postings, 'ordinals' | 'steps'>,
  from: number,
  to: number,
): PostingList {
  const bytes = new Uint8Array(MOST_BYTES * (to - from))
  let end = 0
  let last = -1
  for (let i = from; i < to; i += 1) {
    const ordinal = given.ordinals[i] as number
    end = encode(ordinal - last - 1, bytes, end)
    end = encode(given.steps[i] as number, bytes, end)
    last = ordinal
  }
  return { count: to - from, data: bytes.slice(0, end) }
}

/** Two numbers of at most 32 bits. */
const MOST_BYTES = 10

function encode(given: number, bytes: Uint8Array, start: number): number {
  let value = given
  let at = start
  for (; value > 127; value >>>= 7) bytes[at++] = (value & 127) | 128
  bytes[at++] = value
  return at
}
