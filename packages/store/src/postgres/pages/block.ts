import { type ByteCursor, type ByteWriter, createByteWriter, damaged, readVarint } from './bytes.ts'
import { addToFrontier, createFrontier, MAX_PAIRS, thinFrontier } from './frontier.ts'
import {
  type BlockRange,
  CODINGS,
  codingOf,
  type PostingArrays,
  readFrequencies,
  readOrdinals,
  writeFrequencies,
  writeOrdinals,
} from './postings-coding.ts'

/** Postings of a block: enough that what is said of all of them costs little, few enough to be decoded at once. */
export const BLOCK_POSTINGS = 128

const STARTS = 1
const SINGLE = 2
const CODING_SHIFT = 2
const PAIR_SHIFT = 5

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
  /** Where its postings stand; 0 for a single one, of which the head says all. */
  offset: number
  /** How its postings are written, see `codingOf`. */
  coding: number
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
    coding: 0,
  }
}

const frontier = createFrontier()
const counts = new Map<number, number>()
const payload = createByteWriter(1_024)

/** Writes a block; `lengths` are those of the documents, absent where nothing is scored by the list. */
export function writeBlock(
  out: ByteWriter,
  postings: PostingArrays,
  range: BlockRange,
  lengths: Uint32Array | undefined,
): void {
  const { ordinals, frequencies } = postings
  const { from, to, total } = range
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
  const coding = codingOf(postings, range, common)
  out.byte((total === undefined ? 0 : STARTS) | (coding << CODING_SHIFT) | (frontier.count << PAIR_SHIFT))
  if (total !== undefined) out.varint(total)
  out.varint(to - from)
  out.varint(first)
  out.varint((ordinals[to - 1] as number) - first)
  out.varint(common)
  for (let i = 0; i < frontier.count; i += 1) {
    out.varint(frontier.frequencies[i] as number)
    out.varint(frontier.lengths[i] as number)
  }
  writeOrdinals(payload, ordinals, range, coding)
  writeFrequencies(payload, frequencies, range, common, coding)
  out.varint(payload.size)
  out.append(payload.take())
}

/** Reads the head of a block; the cursor stands behind the block afterwards. */
export function readBlockHead(cursor: ByteCursor, head: BlockHead): void {
  const flags = cursor.bytes[cursor.at++] as number
  head.starts = (flags & STARTS) !== 0
  head.pairs = flags >> PAIR_SHIFT
  head.coding = (flags >> CODING_SHIFT) & CODINGS
  if (head.pairs > MAX_PAIRS) throw damaged()
  if ((flags & SINGLE) !== 0) {
    head.total = 1
    head.size = 1
    head.first = readVarint(cursor)
    head.last = head.first
    head.common = readVarint(cursor)
    head.pairs = 0
    head.offset = 0
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

/** Decodes the ordinals of a block; gives where its frequencies stand, see `CodedFrequencies`. */
export function decodeOrdinals(
  bytes: Uint8Array,
  { offset, size, first, coding }: Pick<BlockHead, 'offset' | 'size' | 'first' | 'coding'>,
  ordinals: Uint32Array,
): number {
  ordinals[0] = first
  if (offset === 0) return 0
  const cursor = { bytes, at: offset }
  readOrdinals(cursor, size, ordinals, coding)
  return cursor.at
}

/** Decodes the postings of a block. */
export function decodeBlock(
  bytes: Uint8Array,
  head: Pick<BlockHead, 'offset' | 'size' | 'first' | 'common' | 'coding'>,
  { ordinals, frequencies }: DecodedPostings,
): void {
  const at = decodeOrdinals(bytes, head, ordinals)
  readFrequencies({ bytes, at, common: head.common, coding: head.coding }, head.size, frequencies)
}
