import { nameKey } from '../analysis/split-words.ts'
import { grown } from '../kernel/text-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { EditDistanceIndex } from './edit-distance-index.ts'
import { DocIdLists } from './tools-by-key.ts'

/** The names of all tools by their keys, see {@link nameKey}. */
export class Names {
  readonly tools: DocIdLists<EditDistanceIndex>
  readonly filter: NameFilter
  /** The name that was placed last. */
  readonly #key = createKeyUnits()

  constructor(saved?: SectionReader) {
    this.tools = new DocIdLists(new EditDistanceIndex(undefined, saved), saved)
    this.filter = new NameFilter(saved)
  }

  /** Puts a tool in the place of the one of its docId. A name without letters and digits is not kept. */
  place(docId: number, name: string): void {
    this.remove(docId)
    const key = nameKey(name)
    if (key === '') return
    this.tools.add(docId, key)
    joinKeys([key], this.#key)
    this.filter.add(this.#key)
  }

  remove(docId: number): void {
    this.tools.remove(docId)
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    this.tools.save(out)
    this.filter.save(out)
  }
}

/** Words of a text whose ends are kept, its cuts, and its identifiers. */
export const MAX_WORDS = 64
export const MAX_CUTS = 8
export const MAX_IDENTIFIERS = 32

/**
 * The key of a text, see `nameKey`, in code units, and what tells at a glance whether it may hold a name. Good until the
 * next is read into it.
 */
export interface KeyUnits {
  units: Uint16Array
  length: number
  /** Where its first words end. */
  readonly ends: Int32Array
  words: number
  /** Where the key goes on behind the first runs of `_.:/-`. */
  readonly cuts: Int32Array
  cutCount: number
  /**
   * Where in the text its first words begin and end that are written as code writes names: with such a run inside, or
   * with a capital after a small letter; without the signs around them.
   */
  readonly identifiers: Int32Array
  identifierCount: number
  /** Whether the text is of ASCII; nothing else was read of one that is not. */
  isPlain: boolean
}

/** A key without any units. */
export function createKeyUnits(): KeyUnits {
  return {
    units: new Uint16Array(256),
    length: 0,
    ends: new Int32Array(MAX_WORDS),
    words: 0,
    cuts: new Int32Array(MAX_CUTS),
    cutCount: 0,
    identifiers: new Int32Array(2 * MAX_IDENTIFIERS),
    identifierCount: 0,
    isPlain: true,
  }
}

/** Takes the words of any text, as keys. */
export function joinKeys(keys: readonly string[], key: KeyUnits): void {
  key.length = 0
  key.words = 0
  for (const word of keys) {
    key.units = grown(key.units, key.length + word.length)
    for (let i = 0; i < word.length; i += 1) key.units[key.length++] = word.charCodeAt(i)
    key.ends[key.words++] = key.length
  }
}

/** Units at either end of a key by which it is known, and of a short key. */
const LONG = 8
const SHORT = 4
/** An edit leaves an end of a key of this length alone, even where it swaps two units. */
const LONG_NEAR = 2 * LONG + 2
const SHORT_NEAR = 2 * SHORT + 2
/** Bits of a line, which a processor reads at once, and lines. */
const LINE = 512
const LINES = 1_024
/** What the hash of the first units begins with, and of the last. */
const HEAD = 0x811c9dc5
const TAIL = 0x1000193b

/**
 * What the names of all tools begin and end with and how long they are, as a filter: most of what people write is seen
 * to name none in two places of memory. Names that are gone stay in it, and among ten thousand tools some texts are taken
 * for others; both only cost a look at the names themselves.
 */
export class NameFilter {
  readonly #bits: Uint8Array

  constructor(saved?: SectionReader) {
    this.#bits = saved?.next(Uint8Array) ?? new Uint8Array((LINES * LINE) >> 3)
  }

  /** Takes a key in. */
  add({ units, length }: KeyUnits): void {
    if (length >= LONG) this.#addEnds(units, length, LONG)
    if (length >= SHORT && length <= LONG_NEAR) this.#addEnds(units, length, SHORT)
  }

  #addEnds(units: Uint16Array, length: number, count: number): void {
    for (const place of [placeOf(HEAD, units, 0, count), placeOf(TAIL, units, length - count, count)]) {
      const bit = bitOf(place, length)
      this.#bits[bit >> 3] = (this.#bits[bit >> 3] as number) | (1 << (bit & 7))
    }
  }

  /** Whether there may be a key that is read, or one edit away from it. */
  mayHoldNear({ units, length }: KeyUnits): boolean {
    if (length < SHORT_NEAR) return true
    const count = length < LONG_NEAR ? SHORT : LONG
    const head = placeOf(HEAD, units, 0, count)
    const tail = placeOf(TAIL, units, length - count, count)
    for (let other = length - 1; other <= length + 1; other += 1) {
      if (this.#has(head, other) || this.#has(tail, other)) return true
    }
    return false
  }

  /** Where to look for keys that begin like some units; -1 where there are too few units to tell. */
  headOf({ units, length }: KeyUnits, start: number): number {
    return length - start < LONG ? -1 : placeOf(HEAD, units, start, LONG)
  }

  /** Whether there may be a key of that length with a head. */
  mayHold(head: number, length: number): boolean {
    return head < 0 || length < LONG || this.#has(head, length)
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    out.add(this.#bits)
  }

  #has(place: number, length: number): boolean {
    const bit = bitOf(place, length)
    return ((this.#bits[bit >> 3] as number) & (1 << (bit & 7))) !== 0
  }
}

/** A line and a place in it for the units of an end: FNV-1a (Fowler, Noll and Vo), whose high bits depend on all of them. */
function placeOf(basis: number, units: Uint16Array, start: number, count: number): number {
  let hash = basis ^ count
  for (let i = start; i < start + count; i += 1) hash = Math.imul(hash ^ (units[i] as number), 0x01000193)
  return (hash ^ (hash >>> 15)) & (LINES * LINE - 1)
}

/** The bit of an end of a key of some length, in the line of the end whatever the length. */
function bitOf(place: number, length: number): number {
  return (place & ~(LINE - 1)) | ((place + 37 * length) & (LINE - 1))
}
