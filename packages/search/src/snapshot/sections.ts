import { ToolscoutError } from '@toolscout/model'
import type { Slices } from '@toolscout/model/internal'

/**
 * Why a snapshot is refused: it is not what was written; it has the form of another release or machine; it was made
 * with other options or another analysis; it holds other documents than are expected.
 */
export type SnapshotRefusal = 'corrupt' | 'format' | 'options' | 'revision'

/** `SNAPSHOT_REFUSED`: a searcher cannot go on from a snapshot. */
export class SnapshotRefusedError extends ToolscoutError<{ readonly reason: SnapshotRefusal }> {
  constructor(message: string, reason: SnapshotRefusal) {
    super('SNAPSHOT_REFUSED', `${message} Build the searcher from its documents, and save it again.`, {
      details: { reason },
    })
  }
}

/** What a section holds. */
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array | Float32Array

/** What a snapshot was made by and of; both must be the same where it is opened. */
export interface SnapshotIdentity {
  /** All that the arrays depend on besides the documents. */
  readonly options: string
  /** Which documents it holds, as the user says it. */
  readonly revision: string
}

/** Arrays on their way into a snapshot. */
export interface SectionWriter {
  /** Appends a copy of an array, taken when the snapshot is finished. */
  readonly add: (array: SectionArray) => void
  /** The arrays themselves, to be read at once and not written again. */
  readonly readBack: () => SectionReader
  /** Puts all into one buffer. */
  readonly finish: (identity: SnapshotIdentity) => Uint8Array
}

/** The arrays of a snapshot, in the order in which they were written. */
export interface SectionReader {
  /** The next array, which must be of this type: a view of the snapshot's own bytes. */
  readonly next: <A extends SectionArray>(type: SectionType<A>) => A
  /** Whether the next array is of this type. */
  readonly isNext: (type: SectionType<SectionArray>) => boolean
  /** Reads the same arrays for what changes them: copies where another searcher has them. */
  readonly owned: () => SectionReader
}

interface SectionType<A> {
  readonly BYTES_PER_ELEMENT: number
  readonly name: string
  new (buffer: ArrayBuffer, byteOffset: number, length: number): A
}

/** A form of section for each type, numbered by its place. */
const TYPES: readonly SectionType<SectionArray>[] = [
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float64Array,
  Float32Array,
]

/** As PNG begins: no text, and whatever mends line ends breaks it. */
const MAGIC = Uint8Array.of(0x89, 0x54, 0x4c, 0x53, 0x0d, 0x0a, 0x1a, 0x0a)
/** Raised whenever what any section means changes. */
const FORMAT = 8
/** Read back as another number where the order of bytes is another. */
const BYTE_ORDER = 0x01020304
// The header, in words of 32 bits: the magic, format, byte order, sections. Then two words for each section.
const FORMAT_WORD = 2
const ORDER_WORD = 3
const COUNT_WORD = 4
const HEADER_WORDS = 6
const ALIGNMENT = 8

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Starts a {@link SectionWriter}. */
export function createSectionWriter(): SectionWriter {
  const arrays: SectionArray[] = []
  return {
    add: (array) => void arrays.push(array),
    readBack: () => readArrays(arrays),
    finish: (identity) => {
      const all = [...[identity.options, identity.revision].map((text) => encoder.encode(text)), ...arrays]
      let end = startOfSections(all.length)
      for (const { byteLength } of all) end = aligned(end + byteLength)
      const bytes = new Uint8Array(end + CHECKSUM_BYTES)
      const words = new Uint32Array(bytes.buffer, 0, HEADER_WORDS + 2 * all.length)
      bytes.set(MAGIC)
      words[FORMAT_WORD] = FORMAT
      words[ORDER_WORD] = BYTE_ORDER
      words[COUNT_WORD] = all.length
      let at = startOfSections(all.length)
      for (const [i, array] of all.entries()) {
        words[HEADER_WORDS + 2 * i] = TYPES.findIndex((type) => array instanceof type)
        words[HEADER_WORDS + 2 * i + 1] = array.length
        bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
        at = aligned(at + array.byteLength)
      }
      bytes.set(checksum(bytes.subarray(0, end)), end)
      return bytes
    },
  }
}

function readArrays(arrays: readonly SectionArray[]): SectionReader {
  let section = 0
  const isNext = (type: SectionType<SectionArray>): boolean => arrays[section] instanceof type
  const next = <A extends SectionArray>(type: SectionType<A>): A => {
    if (!isNext(type)) throw new TypeError(`There is no ${type.name} where one is due.`)
    section += 1
    return arrays[section - 1] as A
  }
  const copy: SectionReader = { next: (type) => next(type).slice() as never, isNext, owned: () => copy }
  return { next, isNext, owned: () => copy }
}

/** Snapshots whose checksum fits, until they are opened. */
const checked = new WeakSet<Uint8Array>()

/** Checks the bytes of a snapshot in slices, so that opening it once need not; one that is damaged is refused there. */
export async function checkInSlices(bytes: Uint8Array, slices: Slices): Promise<void> {
  const end = bytes.length - CHECKSUM_BYTES
  if (end <= 0 || (bytes.byteOffset | end) % ALIGNMENT !== 0) return
  const lanes = firstLanes(end)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, end / 4)
  for (let at = 0; at < words.length; at += SLICE_WORDS) {
    mixWords(lanes, words.subarray(at, at + SLICE_WORDS))
    if (slices.isOver()) await slices.next()
  }
  if (new Uint8Array(lanes.buffer).every((byte, i) => byte === bytes[end + i])) checked.add(bytes)
}

/**
 * Opens a snapshot, every byte of which is checked first. Its bytes are given up: what changes is changed in place.
 *
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED`.
 */
export function openSections(given: Uint8Array, identity: SnapshotIdentity): SectionReader {
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : new Uint8Array(given)
  const { buffer, byteOffset } = bytes
  if (!(buffer instanceof ArrayBuffer)) throw new TypeError('A snapshot is restored from memory of its own.')
  if (bytes.length < 4 * HEADER_WORDS + CHECKSUM_BYTES || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw new SnapshotRefusedError('These bytes are no snapshot of a searcher.', 'corrupt')
  }
  const header = new Uint32Array(buffer, byteOffset, HEADER_WORDS)
  if (header[FORMAT_WORD] !== FORMAT || header[ORDER_WORD] !== BYTE_ORDER) {
    throw new SnapshotRefusedError('The snapshot was written by another release or machine.', 'format')
  }
  const end = bytes.length - CHECKSUM_BYTES
  if (!checked.delete(given) && checksum(bytes.subarray(0, end)).some((byte, i) => byte !== bytes[end + i])) {
    throw new SnapshotRefusedError('The snapshot is damaged: its checksum does not fit.', 'corrupt')
  }
  const count = header[COUNT_WORD] as number
  const table = new Uint32Array(buffer, byteOffset, HEADER_WORDS + 2 * count)
  let section = 0
  let at = startOfSections(count)
  const isNext = (type: SectionType<SectionArray>): boolean =>
    section < count && TYPES[table[HEADER_WORDS + 2 * section] as number] === type
  const next = <A extends SectionArray>(type: SectionType<A>): A => {
    if (!isNext(type))
      throw new SnapshotRefusedError(`The snapshot has no ${type.name} where one is due.`, 'format')
    const array = new type(buffer, byteOffset + at, table[HEADER_WORDS + 2 * section + 1] as number)
    section += 1
    at = aligned(at + array.byteLength)
    return array
  }
  const nextText = (): string => decoder.decode(next(Uint8Array))
  if (nextText() !== identity.options) {
    throw new SnapshotRefusedError('The snapshot was made with other options or another analysis.', 'options')
  }
  if (nextText() !== identity.revision) {
    throw new SnapshotRefusedError('The snapshot holds another revision of the documents.', 'revision')
  }
  const reader: SectionReader = { next, isNext, owned: () => reader }
  return reader
}

function startOfSections(count: number): number {
  return aligned(4 * (HEADER_WORDS + 2 * count))
}

function aligned(bytes: number): number {
  return ALIGNMENT * Math.ceil(bytes / ALIGNMENT)
}

/** Bytes of a {@link checksum}. */
const CHECKSUM_BYTES = 16

/** The golden ratio in 32 bits (Knuth 1998, "The Art of Computer Programming" 3, section 6.4): odd, so multiplying loses nothing. */
const PRIME = 0x9e3779b1

/**
 * Four lanes, each of every fourth word, for lengths that are whole numbers of 8 bytes. Each step can be undone, so a change
 * within one block of 16 bytes always shows, and any other does but for one in four billion. As fast as instructions of the
 * processor for checksums, and the same on every platform.
 *
 * It detects damage, not forgery: anyone who can write a snapshot can write its checksum.
 */
function checksum({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  const lanes = firstLanes(byteLength)
  mixWords(lanes, new Int32Array(buffer, byteOffset, byteLength / 4))
  return new Uint8Array(lanes.buffer)
}

/** Words that are mixed between two looks at the clock; a multiple of four. */
const SLICE_WORDS = 1 << 19

function firstLanes(byteLength: number): Int32Array<ArrayBuffer> {
  return Int32Array.of(1, 2, 3, byteLength)
}

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
