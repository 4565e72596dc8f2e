import { isAscii } from '../analysis/split-words.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { grown, hashText, hashUnits } from './hash-table.ts'

/**
 * Terms and their numbers, flat: the UTF-8 bytes of all terms one after another, where each starts, and an
 * open-addressing hash table of numbers. Found by bytes, so a table that was restored from a buffer needs no
 * strings to be made.
 */
export interface TermTable {
  readonly count: number
  readonly bytes: Uint8Array
  /** Term `i` takes the bytes from `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Uint32Array
  /** Number of a term plus 1, or 0 where free; the size is a power of two. */
  readonly slots: Uint32Array
}

/** A term ready to be looked up in any number of tables. */
export interface EncodedTerm {
  readonly text: string
  /** The bytes of a text that is not ASCII; those of ASCII are the characters themselves. */
  readonly bytes: Uint8Array | undefined
  readonly hash: number
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Encodes a term for {@link findTerm}. */
export function encodeTerm(text: string): EncodedTerm {
  if (isAscii(text)) return { text, bytes: undefined, hash: hashText(text) }
  const bytes = encoder.encode(text)
  return { text, bytes, hash: hashUnits(bytes, 0, bytes.length) }
}

/** The number of a term, or -1 when the table does not hold it. */
export function findTerm(table: TermTable, term: EncodedTerm): number {
  const mask = table.slots.length - 1
  for (let slot = term.hash & mask; ; slot = (slot + 1) & mask) {
    const entry = table.slots[slot] as number
    if (entry === 0) return -1
    if (isTerm(table, entry - 1, term)) return entry - 1
  }
}

/** The text of term `number`. */
export function termText(table: TermTable, number: number): string {
  return decoder.decode(table.bytes.subarray(table.starts[number], table.starts[number + 1]))
}

/**
 * Builds a table of the terms that are the keys, in their order.
 *
 * @param left numbers of terms that cannot be found. Default: none.
 */
export function buildTermTable(
  terms: Pick<ReadonlyMap<string, unknown>, 'size' | 'keys'>,
  left?: ReadonlySet<number>,
): TermTable {
  const starts = new Uint32Array(terms.size + 1)
  // A code unit of a text takes at most three bytes.
  let bytes = new Uint8Array(16 * terms.size + 3 * 256)
  let number = 0
  let end = 0
  for (const term of terms.keys()) {
    bytes = grown(bytes, end + 3 * term.length)
    end += encoder.encodeInto(term, bytes.subarray(end)).written
    number += 1
    starts[number] = end
  }
  return {
    count: terms.size,
    bytes: bytes.slice(0, end),
    starts,
    slots: hashTerms(bytes, starts, terms.size, left),
  }
}

/** A table under construction that takes terms of other tables. */
export interface TermUnion {
  /** The number of a term in the union, which is given to it when it is new. */
  readonly insert: (from: TermTable, number: number) => number
  /** The table, which holds what was inserted. The union must not be used afterwards. */
  readonly finish: () => TermTable
}

/** Starts a {@link TermUnion} with room for all terms of these tables. */
export function createTermUnion(tables: readonly TermTable[]): TermUnion {
  const terms = tables.reduce((sum, table) => sum + table.count, 0)
  const bytes = new Uint8Array(tables.reduce((sum, table) => sum + table.bytes.length, 0))
  const starts = new Uint32Array(terms + 1)
  const slots = new Uint32Array(slotCount(terms))
  const mask = slots.length - 1
  const known = { count: 0, bytes, starts, slots }
  return {
    insert: (from, number) => {
      const part = from.bytes.subarray(from.starts[number], from.starts[number + 1])
      let slot = hashUnits(part, 0, part.length) & mask
      for (; ; slot = (slot + 1) & mask) {
        const entry = slots[slot] as number
        if (entry === 0) break
        if (equalBytes(known, entry - 1, part)) return entry - 1
      }
      const start = starts[known.count] as number
      bytes.set(part, start)
      starts[known.count + 1] = start + part.length
      known.count += 1
      slots[slot] = known.count
      return known.count - 1
    },
    finish: () => {
      const { count } = known
      return { count, bytes: bytes.slice(0, starts[count]), starts: starts.slice(0, count + 1), slots }
    },
  }
}

/** Writes a table, for {@link readTermTable}. */
export function writeTermTable({ bytes, starts, slots }: TermTable, out: SectionWriter): void {
  out.add(bytes)
  out.add(starts)
  out.add(slots)
}

/** A table that was written. */
export function readTermTable(saved: SectionReader): TermTable {
  const bytes = saved.next(Uint8Array)
  const starts = saved.next(Uint32Array)
  return { count: starts.length - 1, bytes, starts, slots: saved.next(Uint32Array) }
}

/** The hash table of terms whose bytes are consecutive. */
export function hashTerms(
  bytes: Uint8Array,
  starts: Uint32Array,
  count: number,
  left?: ReadonlySet<number>,
): Uint32Array {
  const slots = new Uint32Array(slotCount(count))
  const mask = slots.length - 1
  for (let i = 0; i < count; i += 1) {
    if (left?.has(i) === true) continue
    let slot = hashUnits(bytes, starts[i] as number, starts[i + 1] as number) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = i + 1
  }
  return slots
}

/** At most half of the slots are taken, so a miss ends after two probes on average. */
function slotCount(terms: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, 2 * terms)))
}

function isTerm(table: TermTable, number: number, { text, bytes }: EncodedTerm): boolean {
  if (bytes !== undefined) return equalBytes(table, number, bytes)
  const start = table.starts[number] as number
  if ((table.starts[number + 1] as number) - start !== text.length) return false
  for (let i = 0; i < text.length; i += 1) {
    if (table.bytes[start + i] !== text.charCodeAt(i)) return false
  }
  return true
}

function equalBytes(table: TermTable, number: number, bytes: Uint8Array): boolean {
  const start = table.starts[number] as number
  if ((table.starts[number + 1] as number) - start !== bytes.length) return false
  for (let i = 0; i < bytes.length; i += 1) {
    if (table.bytes[start + i] !== bytes[i]) return false
  }
  return true
}
