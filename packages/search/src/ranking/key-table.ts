import { grown, hashText, hashUnits } from '../kernel/hash-table.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'

/** Texts interned under numbers, without an object for any of them. Numbers of removed texts are used again. */
export interface KeyTable {
  /** Texts there are. */
  readonly size: number
  /** The number of a text, or -1. */
  readonly find: (key: string) => number
  /** Adds a text that is not there and gives its number. */
  readonly add: (key: string) => number
  readonly remove: (number: number) => void
  readonly lengthOf: (number: number) => number
  readonly startOf: (number: number) => number
  readonly textOf: (number: number) => string
  /** The UTF-16 code units of all texts, each from its start on; another array after a change. */
  readonly units: Uint16Array
  /** Writes all there is. */
  readonly save: (out: SectionWriter) => void
}

const FREE = 0
const GONE = 1
/** In slots, behind the two marks. */
const FIRST = 2
/** Units of removed texts that may stay in place, in addition to as many as are in use. */
const SLACK = 4_096

/** Creates an empty {@link KeyTable}, or the one that was saved. */
export function createKeyTable(saved?: SectionReader): KeyTable {
  return new HashedKeyTable(saved)
}

class HashedKeyTable implements KeyTable {
  #units = new Uint16Array(1_024)
  #unitCount = 0
  #liveUnits = 0
  // By number.
  #starts = new Uint32Array(64)
  #lengths = new Uint32Array(64)
  readonly #freeNumbers: number[] = []
  #numbers = 0
  /** An open-addressing hash table, at most half full, of numbers. */
  #slots = new Uint32Array(256)
  #takenSlots = 0
  /** Whether the arrays are those of a snapshot, which must not change. */
  #isShared

  constructor(saved?: SectionReader) {
    this.#isShared = saved !== undefined
    if (saved !== undefined) this.#restore(saved)
  }

  get size() {
    return this.#numbers - this.#freeNumbers.length
  }

  get units() {
    return this.#units
  }

  find(key: string): number {
    const entry = this.#slots[this.#slotOf(key)] as number
    return entry < FIRST ? -1 : entry - FIRST
  }

  add(key: string): number {
    this.#own()
    if (2 * (this.#takenSlots + 1) > this.#slots.length) this.#rehash()
    const number = this.#freeNumbers.pop() ?? this.#numbers++
    this.#starts = grown(this.#starts, number + 1)
    this.#lengths = grown(this.#lengths, number + 1)
    this.#units = grown(this.#units, this.#unitCount + key.length)
    this.#slots[this.#slotOf(key)] = number + FIRST
    this.#takenSlots += 1
    this.#starts[number] = this.#unitCount
    this.#lengths[number] = key.length
    for (let i = 0; i < key.length; i += 1) this.#units[this.#unitCount + i] = key.charCodeAt(i)
    this.#unitCount += key.length
    this.#liveUnits += key.length
    return number
  }

  remove(number: number): void {
    this.#own()
    this.#slots[this.#slotOf(this.textOf(number))] = GONE
    this.#freeNumbers.push(number)
    this.#liveUnits -= this.#lengths[number] as number
    if (this.#unitCount > 2 * this.#liveUnits + SLACK) this.#compact()
  }

  lengthOf(number: number): number {
    return this.#lengths[number] as number
  }

  startOf(number: number): number {
    return this.#starts[number] as number
  }

  textOf(number: number): string {
    const start = this.#starts[number] as number
    return textFrom(this.#units, start, start + (this.#lengths[number] as number))
  }

  save(out: SectionWriter): void {
    out.add(Float64Array.of(this.#unitCount, this.#liveUnits, this.#numbers, this.#takenSlots))
    out.add(this.#units.slice(0, this.#unitCount))
    out.add(this.#starts.slice(0, this.#numbers))
    out.add(this.#lengths.slice(0, this.#numbers))
    out.add(Uint32Array.from(this.#freeNumbers))
    out.add(this.#slots.slice())
  }

  #restore(from: SectionReader): void {
    ;[this.#unitCount = 0, this.#liveUnits = 0, this.#numbers = 0, this.#takenSlots = 0] =
      from.next(Float64Array)
    this.#units = from.next(Uint16Array)
    this.#starts = from.next(Uint32Array)
    this.#lengths = from.next(Uint32Array)
    for (const number of from.next(Uint32Array)) this.#freeNumbers.push(number)
    this.#slots = from.next(Uint32Array)
  }

  #own(): void {
    if (!this.#isShared) return
    this.#isShared = false
    this.#units = this.#units.slice()
    this.#starts = this.#starts.slice()
    this.#lengths = this.#lengths.slice()
    this.#slots = this.#slots.slice()
  }

  #slotOf(key: string): number {
    const mask = this.#slots.length - 1
    for (let slot = hashText(key) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] as number
      if (entry === FREE || (entry !== GONE && this.#stands(key, entry - FIRST))) return slot
    }
  }

  #stands(key: string, number: number): boolean {
    if (this.#lengths[number] !== key.length) return false
    const start = this.#starts[number] as number
    for (let i = 0; i < key.length; i += 1) if (this.#units[start + i] !== key.charCodeAt(i)) return false
    return true
  }

  #rehash(): void {
    const before = this.#slots
    this.#slots = new Uint32Array(2 * 2 ** Math.ceil(Math.log2(this.#numbers - this.#freeNumbers.length + 1)))
    this.#takenSlots = 0
    const mask = this.#slots.length - 1
    for (const entry of before) {
      if (entry < FIRST) continue
      const start = this.#starts[entry - FIRST] as number
      let slot = hashUnits(this.#units, start, start + (this.#lengths[entry - FIRST] as number)) & mask
      while (this.#slots[slot] !== FREE) slot = (slot + 1) & mask
      this.#slots[slot] = entry
      this.#takenSlots += 1
    }
  }

  /** Moves the texts together; their numbers stay. */
  #compact(): void {
    const moved = new Uint16Array(2 * this.#liveUnits + 1_024)
    this.#unitCount = 0
    for (const entry of this.#slots) {
      if (entry < FIRST) continue
      const start = this.#starts[entry - FIRST] as number
      const length = this.#lengths[entry - FIRST] as number
      moved.set(this.#units.subarray(start, start + length), this.#unitCount)
      this.#starts[entry - FIRST] = this.#unitCount
      this.#unitCount += length
    }
    this.#units = moved
  }
}

/** A text for each of many numbers; those that were saved become texts when they are asked for. */
export interface TextList {
  /** Numbers up to this one were given a text; the others have none. */
  readonly length: number
  /** The text of a number, empty where there is none. */
  readonly get: (number: number) => string
  readonly set: (number: number, text: string) => void
  readonly save: (out: SectionWriter) => void
}

/** Code units that are made a text at once, far below what a call can take. */
const PIECE = 4_096

/** Creates an empty {@link TextList}, or the one that was saved. */
export function createTextList(saved?: SectionReader): TextList {
  const units = saved?.next(Uint16Array) ?? new Uint16Array(0)
  const starts = saved?.next(Uint32Array) ?? new Uint32Array(1)
  const savedLength = starts.length - 1
  /** In place of what was saved. */
  const changed = new Map<number, string>()
  /** By number, less those that were saved. */
  const added: string[] = []

  const get = (number: number): string => {
    if (number >= savedLength) return added[number - savedLength] ?? ''
    return changed.get(number) ?? textFrom(units, starts[number] as number, starts[number + 1] as number)
  }
  return {
    get length() {
      return savedLength + added.length
    },
    get,
    set: (number, text) => {
      if (number < savedLength) {
        changed.set(number, text)
        return
      }
      while (added.length < number - savedLength) added.push('')
      added[number - savedLength] = text
    },
    save: (out) => {
      const texts = Array.from({ length: savedLength + added.length }, (_, number) => get(number))
      const ends = new Uint32Array(texts.length + 1)
      for (const [i, text] of texts.entries()) ends[i + 1] = (ends[i] as number) + text.length
      const all = new Uint16Array(ends[texts.length] as number)
      let at = 0
      for (const text of texts) for (let i = 0; i < text.length; i += 1) all[at++] = text.charCodeAt(i)
      out.add(all)
      out.add(ends)
    },
  }
}

/** The text that code units spell. */
function textFrom(units: Uint16Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at += PIECE) {
    text += String.fromCharCode(...units.subarray(at, Math.min(end, at + PIECE)))
  }
  return text
}
