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
/** Bytes of removed texts that may stay in place, in addition to as many as are in use. */
const SLACK = 8_192

const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193
/** Behind a text; no byte of one is 0. */
const END = 0
/** A code unit beyond ASCII is three bytes of at most six bits behind this mark. */
const MARK = 0x80
const BITS = 6
const MASK = 0x3f
const MOST_BYTES = 3

/** Bytes of the text that is looked up. */
let asked = new Uint8Array(256)
/** Code units of one that is read, as many as are made a text at once; far below what a call can take. */
const units = new Uint16Array(4_096)

/**
 * Texts interned under numbers from 0 on, without an object for any of them: the bytes of all texts, and an
 * open-addressing hash table, at most half full, of numbers. Numbers of removed texts are used again. A restored
 * table works on the arrays that were saved, and makes texts only when they are asked for.
 */
export class TextTable {
  #bytes = new Uint8Array(1_024)
  #byteCount = 0
  #liveBytes = 0
  /** By number: where its text begins. */
  #starts = new Uint32Array(64)
  #freeNumbers: number[] = []
  /** Numbers that were given, those of removed texts included. */
  count = 0
  #slots = new Uint32Array(slotsFor(0))
  #takenSlots = 0

  constructor(saved?: SectionReader) {
    if (saved === undefined) return
    ;[this.#byteCount = 0, this.#liveBytes = 0, this.count = 0, this.#takenSlots = 0] =
      saved.next(Float64Array)
    this.#bytes = saved.next(Uint8Array)
    this.#starts = saved.next(Uint32Array)
    this.#freeNumbers = Array.from(saved.next(Uint32Array))
    this.#slots = saved.next(Uint32Array)
  }

  /** Texts there are. */
  get size(): number {
    return this.count - this.#freeNumbers.length
  }

  /** The number of a text, or -1. */
  find(text: string): number {
    return this.#numberOf(ask(text))
  }

  /** The number of a text that is two others with a third between them, or -1; no text is put together. */
  findJoined(one: string, between: string, other: string): number {
    return this.#numberOf(ask(other, ask(between, ask(one))))
  }

  /** The number of a text, which is added when it is new. */
  add(text: string): number {
    const end = ask(text)
    return this.#intern(asked, 0, end)
  }

  /** The number here of a text of another table, which is added when it is new. */
  addFrom(other: TextTable, number: number): number {
    const start = other.#starts[number] as number
    return this.#intern(other.#bytes, start, other.#bytes.indexOf(END, start))
  }

  remove(number: number): void {
    const start = this.#starts[number] as number
    const end = this.#bytes.indexOf(END, start)
    this.#slots[this.#slotOf(this.#bytes, start, end)] = GONE
    this.#freeNumbers.push(number)
    this.#liveBytes -= end + 1 - start
    if (this.#byteCount > 2 * this.#liveBytes + SLACK) this.#compact()
  }

  textOf(number: number): string {
    const bytes = this.#bytes
    let text = ''
    let count = 0
    for (let at = this.#starts[number] as number; bytes[at] !== END; ) {
      let unit = bytes[at++] as number
      if (unit >= MARK) {
        unit = ((unit & MASK) << BITS) | ((bytes[at++] as number) & MASK)
        unit = (unit << BITS) | ((bytes[at++] as number) & MASK)
      }
      units[count++] = unit
      if (count < units.length) continue
      text += String.fromCharCode.apply(null, units as never)
      count = 0
    }
    return text + String.fromCharCode.apply(null, units.subarray(0, count) as never)
  }

  /** Makes room for as many texts at once, in a table without any. */
  reserve(texts: number): this {
    this.#slots = new Uint32Array(slotsFor(texts))
    return this
  }

  /** Gives back the room for more texts; to be called when there will be none. */
  trim(): this {
    this.#bytes = this.#bytes.slice(0, this.#byteCount)
    this.#starts = this.#starts.slice(0, this.count)
    return this
  }

  /** Writes all there is. */
  save(out: SectionWriter): void {
    out.add(Float64Array.of(this.#byteCount, this.#liveBytes, this.count, this.#takenSlots))
    out.add(this.#bytes.subarray(0, this.#byteCount))
    out.add(this.#starts.subarray(0, this.count))
    out.add(Uint32Array.from(this.#freeNumbers))
    out.add(this.#slots)
  }

  /** The number of the text in the first bytes that are looked up, or -1. */
  #numberOf(end: number): number {
    const entry = this.#slots[this.#slotOf(asked, 0, end)] as number
    return entry < FIRST ? -1 : entry - FIRST
  }

  #intern(bytes: Uint8Array, start: number, end: number): number {
    if (2 * (this.#takenSlots + 1) > this.#slots.length) this.#rehash()
    const slot = this.#slotOf(bytes, start, end)
    const entry = this.#slots[slot] as number
    if (entry >= FIRST) return entry - FIRST
    const number = this.#freeNumbers.pop() ?? this.count++
    this.#slots[slot] = number + FIRST
    this.#takenSlots += 1
    this.#starts = grown(this.#starts, number + 1)
    this.#starts[number] = this.#byteCount
    const after = this.#byteCount + end + 1 - start
    this.#bytes = grown(this.#bytes, after)
    for (let i = start; i < end; i += 1) this.#bytes[this.#byteCount++] = bytes[i] as number
    this.#bytes[this.#byteCount++] = END
    this.#liveBytes += end + 1 - start
    return number
  }

  /** Where a text is, or else where it would be: by FNV-1a (Fowler, Noll and Vo) over its bytes. */
  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1
    for (let slot = firstSlot(bytes, start, end) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] as number
      if (entry === FREE || (entry !== GONE && this.#stands(entry - FIRST, bytes, start, end))) return slot
    }
  }

  #stands(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    let own = this.#starts[number] as number
    for (let i = start; i < end; i += 1, own += 1) if (this.#bytes[own] !== bytes[i]) return false
    return this.#bytes[own] === END
  }

  #rehash(): void {
    this.#slots = new Uint32Array(slotsFor(this.size))
    this.#takenSlots = this.size
    const free = new Set(this.#freeNumbers)
    const mask = this.#slots.length - 1
    // In the order in which they stand in memory. No two are alike, so none is compared with what is in its way.
    for (let number = 0; number < this.count; number += 1) {
      if (free.has(number)) continue
      const start = this.#starts[number] as number
      let slot = firstSlot(this.#bytes, start, this.#bytes.indexOf(END, start)) & mask
      while (this.#slots[slot] !== FREE) slot = (slot + 1) & mask
      this.#slots[slot] = number + FIRST
    }
  }

  /** Moves the texts together; their numbers stay. */
  #compact(): void {
    const moved = new Uint8Array(2 * this.#liveBytes + 1_024)
    this.#byteCount = 0
    for (const entry of this.#slots) {
      if (entry < FIRST) continue
      const start = this.#starts[entry - FIRST] as number
      const text = this.#bytes.subarray(start, this.#bytes.indexOf(END, start) + 1)
      moved.set(text, this.#byteCount)
      this.#starts[entry - FIRST] = this.#byteCount
      this.#byteCount += text.length
    }
    this.#bytes = moved
  }
}

/** Where a text is looked for first, of which the lower bits count. They depend on every byte. */
function firstSlot(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_BASIS
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), FNV_PRIME)
  return hash ^ (hash >>> 15)
}

/** At least twice as many as there are texts. */
function slotsFor(texts: number): number {
  return Math.max(256, 2 * 2 ** Math.ceil(Math.log2(texts + 1)))
}

/** Puts a text among the bytes that are looked up, from a place on; gives where it ends. */
function ask(text: string, start = 0): number {
  asked = grown(asked, start + MOST_BYTES * text.length)
  let end = start
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit < MARK && unit !== END) asked[end++] = unit
    else {
      asked[end++] = MARK | (unit >> (2 * BITS))
      asked[end++] = MARK | ((unit >> BITS) & MASK)
      asked[end++] = MARK | (unit & MASK)
    }
  }
  return end
}
