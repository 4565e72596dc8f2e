import { grown } from '../kernel/growing-array.ts'
import { hashText, hashUnits } from '../kernel/hash.ts'
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
  let units = new Uint16Array(1_024)
  let unitCount = 0
  let liveUnits = 0
  // By number.
  let starts = new Uint32Array(64)
  let lengths = new Uint32Array(64)
  const freeNumbers: number[] = []
  let numbers = 0
  /** An open-addressing hash table, at most half full, of numbers. */
  let slots = new Uint32Array(256)
  let takenSlots = 0

  /** Whether the arrays are those of a snapshot, which must not change. */
  let isShared = saved !== undefined
  const restore = (from: SectionReader): void => {
    ;[unitCount = 0, liveUnits = 0, numbers = 0, takenSlots = 0] = from.next(Float64Array)
    units = from.next(Uint16Array)
    starts = from.next(Uint32Array)
    lengths = from.next(Uint32Array)
    for (const number of from.next(Uint32Array)) freeNumbers.push(number)
    slots = from.next(Uint32Array)
  }
  if (saved !== undefined) restore(saved)
  const own = (): void => {
    if (!isShared) return
    isShared = false
    units = units.slice()
    starts = starts.slice()
    lengths = lengths.slice()
    slots = slots.slice()
  }

  const slotOf = (key: string): number => {
    const mask = slots.length - 1
    for (let slot = hashText(key) & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number
      if (entry === FREE || (entry !== GONE && stands(key, entry - FIRST))) return slot
    }
  }
  const stands = (key: string, number: number): boolean => {
    if (lengths[number] !== key.length) return false
    const start = starts[number] as number
    for (let i = 0; i < key.length; i += 1) if (units[start + i] !== key.charCodeAt(i)) return false
    return true
  }
  const textOf = (number: number): string => {
    const start = starts[number] as number
    return textFrom(units, start, start + (lengths[number] as number))
  }
  const rehash = (): void => {
    const before = slots
    slots = new Uint32Array(2 * 2 ** Math.ceil(Math.log2(numbers - freeNumbers.length + 1)))
    takenSlots = 0
    const mask = slots.length - 1
    for (const entry of before) {
      if (entry < FIRST) continue
      const start = starts[entry - FIRST] as number
      let slot = hashUnits(units, start, start + (lengths[entry - FIRST] as number)) & mask
      while (slots[slot] !== FREE) slot = (slot + 1) & mask
      slots[slot] = entry
      takenSlots += 1
    }
  }
  /** Moves the texts together; their numbers stay. */
  const compact = (): void => {
    const moved = new Uint16Array(2 * liveUnits + 1_024)
    unitCount = 0
    for (const entry of slots) {
      if (entry < FIRST) continue
      const start = starts[entry - FIRST] as number
      const length = lengths[entry - FIRST] as number
      moved.set(units.subarray(start, start + length), unitCount)
      starts[entry - FIRST] = unitCount
      unitCount += length
    }
    units = moved
  }

  return {
    get size() {
      return numbers - freeNumbers.length
    },
    get units() {
      return units
    },
    find: (key) => {
      const entry = slots[slotOf(key)] as number
      return entry < FIRST ? -1 : entry - FIRST
    },
    add: (key) => {
      own()
      if (2 * (takenSlots + 1) > slots.length) rehash()
      const number = freeNumbers.pop() ?? numbers++
      starts = grown(starts, number + 1)
      lengths = grown(lengths, number + 1)
      units = grown(units, unitCount + key.length)
      slots[slotOf(key)] = number + FIRST
      takenSlots += 1
      starts[number] = unitCount
      lengths[number] = key.length
      for (let i = 0; i < key.length; i += 1) units[unitCount + i] = key.charCodeAt(i)
      unitCount += key.length
      liveUnits += key.length
      return number
    },
    remove: (number) => {
      own()
      slots[slotOf(textOf(number))] = GONE
      freeNumbers.push(number)
      liveUnits -= lengths[number] as number
      if (unitCount > 2 * liveUnits + SLACK) compact()
    },
    lengthOf: (number) => lengths[number] as number,
    startOf: (number) => starts[number] as number,
    textOf,
    save: (out) => {
      out.add(Float64Array.of(unitCount, liveUnits, numbers, takenSlots))
      out.add(units.slice(0, unitCount))
      out.add(starts.slice(0, numbers))
      out.add(lengths.slice(0, numbers))
      out.add(Uint32Array.from(freeNumbers))
      out.add(slots.slice())
    },
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
