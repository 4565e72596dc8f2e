import { ToolscoutError } from '@toolscout/model'
import { atOnce, type Slices, stepByStep } from '@toolscout/model/internal'
import type { BytesApart } from './bytes-apart.ts'
import { CHECKSUM_BYTES, checksum } from './checksum.ts'

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

/** Makes arrays in short steps. */
export type SectionSteps = Generator<void, readonly SectionArray[]>

/** Arrays on their way into a snapshot, as they were when they were added. */
export interface SectionWriter {
  /** Takes what need not be in memory where it is opened; absent where all stands in the snapshot. */
  readonly addApart?: ((bytes: BytesApart) => void) | undefined
  /** Appends an array that is copied later: when the snapshot is finished, or before anything changes. */
  readonly add: (array: SectionArray) => void
  /** Appends an array that never changes. */
  readonly addFixed: (array: SectionArray) => void
  /** Appends arrays that are made of what never changes, when the snapshot is finished. */
  readonly addLater: (steps: SectionSteps) => void
  /** To be called before anything changes of what was added: copies what has not been copied. */
  readonly settle: () => void
  /** The arrays themselves, to be read at once and not written again. */
  readonly readBack: () => SectionReader
  /** Puts all into one buffer, in short steps between which anything may change that is settled before. */
  readonly finish: (identity: SnapshotIdentity) => Generator<void, Uint8Array>
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
const FORMAT = 9
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

interface Section {
  array: SectionArray
  /** Whether it never changes, or was copied. */
  isFixed: boolean
}

/** Starts a {@link SectionWriter}. */
export function createSectionWriter(addApart?: SectionWriter['addApart']): SectionWriter {
  const sections: (Section | SectionSteps)[] = []
  const known = (): readonly Section[] => sections.filter((section) => 'array' in section)
  return {
    addApart,
    add: (array) => void sections.push({ array, isFixed: false }),
    addFixed: (array) => void sections.push(fixed(array)),
    addLater: (steps) => void sections.push(steps),
    settle: () => {
      for (const section of known()) {
        if (!section.isFixed) section.array = section.array.slice()
        section.isFixed = true
      }
    },
    readBack: () => readArrays(known().map(({ array }) => array)),
    finish: function* ({ options, revision }) {
      const all = [options, revision].map((text): Section => fixed(encoder.encode(text)))
      for (const section of sections)
        if ('array' in section) all.push(section)
        else all.push(...(yield* section).map(fixed))
      const places = [startOfSections(all.length)]
      for (const { array } of all) places.push(aligned((places.at(-1) as number) + array.byteLength))
      const end = places.at(-1) as number
      const bytes = new Uint8Array(end + CHECKSUM_BYTES)
      const words = new Uint32Array(bytes.buffer, 0, HEADER_WORDS + 2 * all.length)
      bytes.set(MAGIC)
      words[FORMAT_WORD] = FORMAT
      words[ORDER_WORD] = BYTE_ORDER
      words[COUNT_WORD] = all.length
      for (const [i, { array }] of all.entries()) {
        words[HEADER_WORDS + 2 * i] = TYPES.findIndex((type) => array instanceof type)
        words[HEADER_WORDS + 2 * i + 1] = array.length
      }
      // First what may change, so that a change has little to copy.
      const order = [...all.keys()].sort((a, b) => Number(all[a]?.isFixed) - Number(all[b]?.isFixed))
      for (const i of order) yield* copySection(all[i] as Section, bytes.subarray(places[i], places[i + 1]))
      bytes.set(yield* checksum(bytes.subarray(0, end)), end)
      return bytes
    },
  }
}

function fixed(array: SectionArray): Section {
  return { array, isFixed: true }
}

/** Bytes that are copied in a step: less than a millisecond. */
const BYTES_AT_ONCE = 1 << 20

function* copySection(section: Section, to: Uint8Array): Generator<void, void> {
  for (let at = 0; at < to.length; at += BYTES_AT_ONCE) {
    // Another one after it was settled.
    const { buffer, byteOffset, byteLength } = section.array
    to.set(new Uint8Array(buffer, byteOffset + at, Math.min(BYTES_AT_ONCE, byteLength - at)), at)
    yield
  }
  section.isFixed = true
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
  const sum = await stepByStep(checksum(bytes.subarray(0, end)), slices)
  if (sum.every((byte, i) => byte === bytes[end + i])) checked.add(bytes)
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
  const isSame = (): boolean =>
    atOnce(checksum(bytes.subarray(0, end))).every((byte, i) => byte === bytes[end + i])
  if (!checked.delete(given) && !isSame()) {
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
