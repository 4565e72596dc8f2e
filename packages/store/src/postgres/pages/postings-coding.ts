import { type ByteCursor, type ByteWriter, readVarint } from './bytes.ts'

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

/** Gaps are bytes; otherwise seven bits a byte. */
const BYTES = 1
/** Frequencies are a byte each, or two bytes; otherwise those are listed that are not the common one. */
const PLAIN = 2
const WIDE = 4
/** All bits of a coding. */
export const CODINGS: number = BYTES | PLAIN | WIDE
/** What stands for a gap that does not fit into a byte; the rest of it follows. */
const LONG_GAP = 255

/** How the postings from `from` up to `to` are written: what is about as short as can be and fast to read. */
export function codingOf(
  { ordinals, frequencies }: PostingArrays,
  { from, to }: Pick<BlockRange, 'from' | 'to'>,
  common: number,
): number {
  let [others, most] = [0, 0]
  for (let i = from; i < to; i += 1) {
    const frequency = frequencies[i] as number
    if (frequency !== common) others += 1
    if (frequency > most) most = frequency
  }
  // By length alone it would be half; lists are slower to read.
  const isListed = others <= (to - from) / 4
  return (isShorterInBytes(ordinals, from, to) ? BYTES : 0) | (isListed ? 0 : most < 256 ? PLAIN : WIDE)
}

/** The gap before each posting but the first, less one: how many ordinals lie between. */
function gapAt(ordinals: Uint32Array, i: number): number {
  return (ordinals[i] as number) - (ordinals[i - 1] as number) - 1
}

/** Where all are as short, bytes are faster to read. */
function isShorterInBytes(ordinals: Uint32Array, from: number, to: number): boolean {
  let more = 0
  for (let i = from + 1; i < to; i += 1) {
    const gap = gapAt(ordinals, i)
    more += gap < LONG_GAP ? 1 - varintSize(gap) : 1 + varintSize(gap - LONG_GAP) - varintSize(gap)
  }
  return more <= 0
}

/** Writes the ordinals of a block behind its first. */
export function writeOrdinals(
  out: ByteWriter,
  ordinals: Uint32Array,
  { from, to }: Pick<BlockRange, 'from' | 'to'>,
  coding: number,
): void {
  for (let i = from + 1; i < to; i += 1) {
    const gap = gapAt(ordinals, i)
    if ((coding & BYTES) === 0) out.varint(gap)
    else if (gap < LONG_GAP) out.byte(gap)
    else {
      out.byte(LONG_GAP)
      out.varint(gap - LONG_GAP)
    }
  }
}

/** Writes the frequencies of a block. */
export function writeFrequencies(
  out: ByteWriter,
  frequencies: Uint16Array,
  { from, to }: Pick<BlockRange, 'from' | 'to'>,
  common: number,
  coding: number,
): void {
  if ((coding & (PLAIN | WIDE)) !== 0) {
    for (let i = from; i < to; i += 1) {
      const frequency = frequencies[i] as number
      out.byte(frequency & 255)
      if ((coding & WIDE) !== 0) out.byte(frequency >> 8)
    }
    return
  }
  const others: number[] = []
  for (let i = from; i < to; i += 1) if (frequencies[i] !== common) others.push(i)
  out.byte(others.length)
  for (const i of others) {
    out.byte(i - from)
    out.varint(frequencies[i] as number)
  }
}

function varintSize(value: number): number {
  return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : value < 268_435_456 ? 4 : 5
}

/** Reads the ordinals of a block behind its first, which is there already. */
export function readOrdinals(cursor: ByteCursor, size: number, ordinals: Uint32Array, coding: number): void {
  if ((coding & BYTES) === 0) readGaps(cursor, size, ordinals)
  else readByteGaps(cursor, size, ordinals)
}

function readByteGaps(cursor: ByteCursor, size: number, ordinals: Uint32Array): void {
  const { bytes } = cursor
  let ordinal = (ordinals[0] as number) | 0
  let { at } = cursor
  for (let i = 1; i < size; i += 1) {
    const gap = bytes[at++] as number
    if (gap === LONG_GAP) {
      cursor.at = at
      ordinal += readVarint(cursor)
      at = cursor.at
    }
    ordinal = (ordinal + gap + 1) | 0
    ordinals[i] = ordinal
  }
  cursor.at = at
}

function readGaps(cursor: ByteCursor, size: number, ordinals: Uint32Array): void {
  const { bytes } = cursor
  let ordinal = (ordinals[0] as number) | 0
  let { at } = cursor
  for (let i = 1; i < size; i += 1) {
    let gap = bytes[at++] as number
    if (gap >= 128) {
      const second = bytes[at++] as number
      gap = (gap & 127) | ((second & 127) << 7)
      if (second >= 128) {
        cursor.at = at
        gap += readVarint(cursor) * 16_384
        at = cursor.at
      }
    }
    ordinal = (ordinal + gap + 1) | 0
    ordinals[i] = ordinal
  }
  cursor.at = at
}

/** Where the frequencies of a block stand, and how they are written. */
export interface CodedFrequencies {
  readonly bytes: Uint8Array
  /** 0 for a block of a single posting, of which the head says all. */
  readonly at: number
  readonly common: number
  readonly coding: number
}

/** Reads the frequencies of a block. */
export function readFrequencies(
  { bytes, at, common, coding }: CodedFrequencies,
  size: number,
  frequencies: Uint32Array,
): void {
  if (at === 0) frequencies[0] = common
  else if ((coding & PLAIN) !== 0) {
    for (let i = 0; i < size; i += 1) frequencies[i] = bytes[at + i] as number
  } else if ((coding & WIDE) !== 0) {
    for (let i = 0; i < size; i += 1) {
      frequencies[i] = (bytes[at + 2 * i] as number) | ((bytes[at + 2 * i + 1] as number) << 8)
    }
  } else {
    for (let i = 0; i < size; i += 1) frequencies[i] = common
    const cursor = { bytes, at: at + 1 }
    for (let others = bytes[at] as number; others > 0; others -= 1) {
      const place = bytes[cursor.at++] as number
      frequencies[place] = readVarint(cursor)
    }
  }
}

/** Reads the frequency at one place of a block. */
export function readFrequency({ bytes, at, common, coding }: CodedFrequencies, wanted: number): number {
  if (at === 0) return common
  if ((coding & PLAIN) !== 0) return bytes[at + wanted] as number
  if ((coding & WIDE) !== 0) {
    return (bytes[at + 2 * wanted] as number) | ((bytes[at + 2 * wanted + 1] as number) << 8)
  }
  const cursor = { bytes, at: at + 1 }
  for (let others = bytes[at] as number; others > 0; others -= 1) {
    const place = bytes[cursor.at++] as number
    const frequency = readVarint(cursor)
    if (place === wanted) return frequency
  }
  return common
}
