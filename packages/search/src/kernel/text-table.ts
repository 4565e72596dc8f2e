import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'

type GrowingArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** The same array when it holds `needed` items, else a copy of at least twice the size. */
export function grown<A extends GrowingArray>(array: A, needed: number): A {
  if (needed <= array.length) return array
  const larger = new (array.constructor as new (length: number) => A)(Math.max(needed, 2 * array.length))
  larger.set(array)
  return larger
}

// In slots: never taken, taken before, and behind these two marks the first number.
const FREE = 0
const GONE = 1
const FIRST = 2
/** Units of removed texts that may stay in place, in addition to as many as are in use. */
const SLACK = 4_096

const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193
/** Code units that are made a text at once, far below what a call can take. */
const PIECE = 4_096

/** The code units of the text that is looked up. */
let asked = new Uint16Array(256)

/**
 * Texts interned under numbers from 0 on, without an object for any of them: the code units of all texts, and an
 * open-addressing hash table, at most half full, of numbers. Numbers of removed texts are used again. A restored
 * table works on the arrays that were saved, and makes texts only when they are asked for.
 */
export class TextTable {
  #units = new Uint16Array(1_024)
  #unitCount = 0
  #liveUnits = 0
  // By number.
  #starts = new Uint32Array(64)
  #lengths = new Uint32Array(64)
  #freeNumbers: number[] = []
  #numbers = 0
  #slots = new Uint32Array(slotsFor(0))
  #takenSlots = 0

  constructor(saved?: SectionReader) {
    if (saved === undefined) return
    ;[this.#unitCount = 0, this.#liveUnits = 0, this.#numbers = 0, this.#takenSlots = 0] =
      saved.next(Float64Array)
    this.#units = saved.next(Uint16Array)
    this.#starts = saved.next(Uint32Array)
    this.#lengths = saved.next(Uint32Array)
    this.#freeNumbers = Array.from(saved.next(Uint32Array))
    this.#slots = saved.next(Uint32Array)
  }

  /** Texts there are. */
  get size(): number {
    return this.#numbers - this.#freeNumbers.length
  }

  /** Numbers that were given, those of removed texts included. */
  get count(): number {
    return this.#numbers
  }

  /** The number of a text, or -1. */
  find(text: string): number {
    return this.findIn(ask(text), 0, text.length)
  }

  /** The number of a text that is two others with a third between them, or -1; no text is put together. */
  findJoined(one: string, between: string, other: string): number {
    const [first, second] = [one.length, one.length + between.length]
    ask(one)
    ask(between, first)
    return this.findIn(ask(other, second), 0, second + other.length)
  }

  /** The number of the text that some code units make, or -1. */
  findIn(units: Uint16Array, start: number, length: number): number {
    const entry = this.#slots[this.#slotOf(units, start, length)] as number
    return entry < FIRST ? -1 : entry - FIRST
  }

  /** The number of a text, which is added when it is new. */
  add(text: string): number {
    return this.#intern(ask(text), 0, text.length)
  }

  /** The number here of a text of another table, which is added when it is new. */
  addFrom(other: TextTable, number: number): number {
    return this.#intern(other.#units, other.#starts[number] as number, other.#lengths[number] as number)
  }

  remove(number: number): void {
    const start = this.#starts[number] as number
    const length = this.#lengths[number] as number
    this.#slots[this.#slotOf(this.#units, start, length)] = GONE
    this.#freeNumbers.push(number)
    this.#liveUnits -= length
    if (this.#unitCount > 2 * this.#liveUnits + SLACK) this.#compact()
  }

  lengthOf(number: number): number {
    return this.#lengths[number] as number
  }

  /** The first code unit of a text that is not empty. */
  firstUnitOf(number: number): number {
    return this.#units[this.#starts[number] as number] as number
  }

  textOf(number: number): string {
    const start = this.#starts[number] as number
    const end = start + this.lengthOf(number)
    let text = ''
    for (let at = start; at < end; at += PIECE)
      text += String.fromCharCode.apply(null, this.#units.subarray(at, Math.min(end, at + PIECE)) as never)
    return text
  }

  /** Makes room for as many texts at once, in a table without any. */
  reserve(texts: number): this {
    this.#slots = new Uint32Array(slotsFor(texts))
    return this
  }

  /** Gives back the room for more texts; to be called when there will be none. */
  trim(): this {
    this.#units = this.#units.slice(0, this.#unitCount)
    this.#starts = this.#starts.slice(0, this.#numbers)
    this.#lengths = this.#lengths.slice(0, this.#numbers)
    return this
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    out.add(Float64Array.of(this.#unitCount, this.#liveUnits, this.#numbers, this.#takenSlots))
    out.add(this.#units.subarray(0, this.#unitCount))
    out.add(this.#starts.subarray(0, this.#numbers))
    out.add(this.#lengths.subarray(0, this.#numbers))
    out.add(Uint32Array.from(this.#freeNumbers))
    out.add(this.#slots)
  }

  #intern(units: Uint16Array, start: number, length: number): number {
    if (2 * (this.#takenSlots + 1) > this.#slots.length) this.#rehash()
    const slot = this.#slotOf(units, start, length)
    const entry = this.#slots[slot] as number
    if (entry >= FIRST) return entry - FIRST
    const number = this.#freeNumbers.pop() ?? this.#numbers++
    this.#slots[slot] = number + FIRST
    this.#takenSlots += 1
    this.#starts = grown(this.#starts, number + 1)
    this.#lengths = grown(this.#lengths, number + 1)
    this.#units = grown(this.#units, this.#unitCount + length)
    this.#starts[number] = this.#unitCount
    this.#lengths[number] = length
    for (let i = 0; i < length; i += 1) this.#units[this.#unitCount + i] = units[start + i] as number
    this.#unitCount += length
    this.#liveUnits += length
    return number
  }

  /** Where a text is, or else where it would be: by FNV-1a (Fowler, Noll and Vo) over its code units. */
  #slotOf(units: Uint16Array, start: number, length: number): number {
    const mask = this.#slots.length - 1
    for (let slot = firstSlot(units, start, length) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] as number
      if (entry === FREE || (entry !== GONE && this.#stands(entry - FIRST, units, start, length))) return slot
    }
  }

  #stands(number: number, units: Uint16Array, start: number, length: number): boolean {
    if (this.#lengths[number] !== length) return false
    const own = this.#starts[number] as number
    for (let i = 0; i < length; i += 1) if (this.#units[own + i] !== units[start + i]) return false
    return true
  }

  #rehash(): void {
    this.#slots = new Uint32Array(slotsFor(this.size))
    this.#takenSlots = this.size
    const free = new Set(this.#freeNumbers)
    const mask = this.#slots.length - 1
    // In the order in which they stand in memory. No two are alike, so none is compared with what is in its way.
    for (let number = 0; number < this.#numbers; number += 1) {
      if (free.has(number)) continue
      const [start, length] = [this.#starts[number] as number, this.#lengths[number] as number]
      let slot = firstSlot(this.#units, start, length) & mask
      while (this.#slots[slot] !== FREE) slot = (slot + 1) & mask
      this.#slots[slot] = number + FIRST
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

/** Where a text is looked for first, of which the lower bits count. They depend on every unit. */
function firstSlot(units: Uint16Array, start: number, length: number): number {
  let hash = FNV_BASIS
  for (let i = start; i < start + length; i += 1) hash = Math.imul(hash ^ (units[i] as number), FNV_PRIME)
  return hash ^ (hash >>> 15)
}

/** At least twice as many as there are texts. */
function slotsFor(texts: number): number {
  return Math.max(256, 2 * 2 ** Math.ceil(Math.log2(texts + 1)))
}

/** Puts a text among the code units that are looked up; from a place on, behind others. */
function ask(text: string, start = 0): Uint16Array {
  asked = grown(asked, start + text.length)
  for (let i = 0; i < text.length; i += 1) asked[start + i] = text.charCodeAt(i)
  return asked
}
