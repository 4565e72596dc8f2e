import { type ByteCursor, type ByteWriter, damaged, readVarint } from './bytes.ts'
import { addToFrontier, createFrontier, MAX_PAIRS, thinFrontier } from './frontier.ts'

/** Postings of a block: enough that what is said of all of them costs little, few enough to be decoded at once. */
export const BLOCK_POSTINGS = 128

const STARTS = 1
const SINGLE = 2
const PAIR_SHIFT = 2

/** What a page says of a block. Filled in anew for each block that is read. */
export interface BlockHead {
  /** Whether the list begins with it; then `total` is how many postings the list has. */
  starts: boolean
  total: number
  size: number
  first: number
  last: number
  /** The frequency that most have. */
  common: number
  /** Pairs of frequency and length, see `Frontier`; none for a single posting and for facets. */
  pairs: number
  readonly pairFrequencies: Uint32Array
  readonly pairLengths: Uint32Array
  /** Where its postings stand. */
  offset: number
}

/** A head to be read into. */
export function createBlockHead(): BlockHead {
  return {
    starts: false,
    total: 0,
    size: 0,
    first: 0,
    last: 0,
    common: 0,
    pairs: 0,
    pairFrequencies: new Uint32Array(MAX_PAIRS),
    pairLengths: new Uint32Array(MAX_PAIRS),
    offset: 0,
  }
}

/** Postings in ascending order of their ordinals. */
export interface PostingArrays {
  readonly ordinals: Uint32Array
  readonly frequencies: Uint16Array
}

/** The postings from `from` up to `to` of a list. */
export interface BlockRange {
  readonly from: number
  readonly to: number
  /** Postings of the list when the block is its first; `undefined` otherwise. */
  readonly total: number | undefined
}

const frontier = createFrontier()
const counts = new Map<number, number>()

/** Writes a block; `lengths` are those of the documents, absent where nothing is scored by the list. */
export function writeBlock(
  out: ByteWriter,
  { ordinals, frequencies }: PostingArrays,
  { from, to, total }: BlockRange,
  lengths: Uint32Array | undefined,
): void {
  const first = ordinals[from] as number
  if (total === 1) {
    out.byte(STARTS | SINGLE)
    out.varint(first)
    out.varint(frequencies[from] as number)
    return
  }
  frontier.count = 0
  counts.clear()
  for (let i = from; i < to; i += 1) {
    const frequency = frequencies[i] as number
    counts.set(frequency, (counts.get(frequency) ?? 0) + 1)
    if (lengths !== undefined) addToFrontier(frontier, frequency, lengths[ordinals[i] as number] as number)
  }
  thinFrontier(frontier, MAX_PAIRS)
  let common = frequencies[from] as number
  for (const [frequency, count] of counts) if (count > (counts.get(common) as number)) common = frequency
  out.byte((total === undefined ? 0 : STARTS) | (frontier.count << PAIR_SHIFT))
  if (total !== undefined) out.varint(total)
  out.varint(to - from)
  out.varint(first)
  out.varint((ordinals[to - 1] as number) - first)
  out.varint(common)
  for (let i = 0; i < frontier.count; i += 1) {
    out.varint(frontier.frequencies[i] as number)
    out.varint(frontier.lengths[i] as number)
  }
  out.varint(payloadSize(ordinals, frequencies, from, to, common))
  let before = first - 1
  for (let i = from; i < to; i += 1) {
    const ordinal = ordinals[i] as number
    const frequency = frequencies[i] as number
    const gap = ordinal - before - 1
    before = ordinal
    out.varint(2 * gap + (frequency === common ? 0 : 1))
    if (frequency !== common) out.varint(frequency)
  }
}

function payloadSize(
  ordinals: Uint32Array,
  frequencies: Uint16Array,
  from: number,
  to: number,
  common: number,
): number {
  let size = 0
  let before = (ordinals[from] as number) - 1
  for (let i = from; i < to; i += 1) {
    const ordinal = ordinals[i] as number
    size += varintSize(2 * (ordinal - before - 1))
    before = ordinal
    const frequency = frequencies[i] as number
    if (frequency !== common) size += varintSize(frequency)
  }
  return size
}

function varintSize(value: number): number {
  return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : value < 268_435_456 ? 4 : 5
}

/** Reads the head of a block; the cursor stands behind the block afterwards. */
export function readBlockHead(cursor: ByteCursor, head: BlockHead): void {
  const flags = cursor.bytes[cursor.at++] as number
  head.starts = (flags & STARTS) !== 0
  head.pairs = flags >> PAIR_SHIFT
  if (head.pairs > MAX_PAIRS || Number.isNaN(head.pairs)) throw damaged()
  if ((flags & SINGLE) !== 0) {
    head.total = 1
    head.size = 1
    head.first = readVarint(cursor)
    head.last = head.first
    head.common = readVarint(cursor)
    head.pairs = 0
    head.offset = -1
    return
  }
  head.total = head.starts ? readVarint(cursor) : 0
  head.size = readVarint(cursor)
  head.first = readVarint(cursor)
  head.last = head.first + readVarint(cursor)
  head.common = readVarint(cursor)
  for (let i = 0; i < head.pairs; i += 1) {
    head.pairFrequencies[i] = readVarint(cursor)
    head.pairLengths[i] = readVarint(cursor)
  }
  const bytes = readVarint(cursor)
  head.offset = cursor.at
  cursor.at += bytes
  if (head.size > BLOCK_POSTINGS || cursor.at > cursor.bytes.length) throw damaged()
}

/** Where decoded postings are put, at least {@link BLOCK_POSTINGS} of them. */
export interface DecodedPostings {
  readonly ordinals: Uint32Array
  readonly frequencies: Uint32Array
}

/** Decodes the postings of a block. */
export function decodeBlock(
  bytes: Uint8Array,
  { offset, size, first, common }: Pick<BlockHead, 'offset' | 'size' | 'first' | 'common'>,
  { ordinals, frequencies }: DecodedPostings,
  at = 0,
): void {
  if (offset < 0) {
    ordinals[at] = first
    frequencies[at] = common
    return
  }
  let ordinal = first - 1
  let place = offset
  for (let i = at; i < at + size; i += 1) {
    let code = bytes[place++] as number
    if (code >= 128) {
      code &= 127
      let byte: number
      let shift = 7
      do {
        byte = bytes[place++] as number
        code |= (byte & 127) << shift
        shift += 7
      } while (byte >= 128)
      code >>>= 0
    }
    ordinal += (code >>> 1) + 1
    ordinals[i] = ordinal
    if ((code & 1) === 0) {
      frequencies[i] = common
      continue
    }
    let frequency = bytes[place++] as number
    if (frequency >= 128) {
      const second = bytes[place++] as number
      frequency = (frequency & 127) | ((second & 127) << 7)
      if (second >= 128) frequency |= (bytes[place++] as number) << 14
    }
    frequencies[i] = frequency
  }
}
