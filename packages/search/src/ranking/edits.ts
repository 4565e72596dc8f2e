import { grown } from '../kernel/text-table.ts'
import { charactersOf, type EditDistanceIndex } from './edit-distance-index.ts'

/** Shorter keys have too many neighbours. */
const MIN_LENGTH = 4
/** Two edits leave enough of keys of this length alone. */
const MIN_LENGTH_FOR_TWO = 8
/** Code units that one edit may add to those of a key or take from them: a wrong character does both. */
const MAX_DIFFERENT = 2

const NONE: readonly string[] = []

/**
 * The living keys exactly that many edits away (Damerau-Levenshtein distance: a character left out, added or wrong, or two
 * neighbours swapped; Damerau 1964, "A technique for computer detection and correction of spelling errors"), in ascending
 * order. The first character has to be right, as it nearly always is, which keeps the candidates few; two edits are looked
 * for in keys of eight characters and more.
 */
export function nearKeys(index: EditDistanceIndex, key: string, edits: 1 | 2 = 1): readonly string[] {
  if (key.length < (edits === 1 ? MIN_LENGTH : MIN_LENGTH_FOR_TWO)) return NONE
  const units = edits * (SURROGATE.test(key) ? 2 : 1)
  if (key.length > index.longest + units) return NONE
  const asked = charactersOf(key)
  const found: string[] = []
  for (let longer = -units; longer <= units; longer += 1) {
    const entries = index.alike(key, key.length + longer)
    if (entries === undefined) continue
    for (let at = 0; at < entries.length; at += 2) {
      if (countBits((entries[at] as number) ^ asked) > units * MAX_DIFFERENT) continue
      const candidate = index.textOf(entries[at + 1] as number)
      if (edits === 1 ? isOneEdit(key, candidate) : isTwoEdits(key, candidate)) found.push(candidate)
    }
  }
  return found.length === 0 ? NONE : found.filter((near) => index.isAlive(near)).sort()
}

/** A character that is two code units long. */
const SURROGATE: RegExp = /[\ud800-\udfff]/

/** Whether exactly one insertion, deletion, substitution or swap of neighbours of characters lies between two texts. */
export function isOneEdit(one: string, other: string): boolean {
  if (!SURROGATE.test(one) && !SURROGATE.test(other)) return isOneEditOf(one, other)
  return isOneEditOf([...one], [...other])
}

/** The same for texts whose elements are whole characters. */
function isOneEditOf(one: ArrayLike<string>, other: ArrayLike<string>): boolean {
  const longest = Math.max(one.length, other.length)
  const shortest = Math.min(one.length, other.length)
  if (longest - shortest > 1) return false
  let head = 0
  while (head < shortest && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < shortest - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1
  const differs = longest - head - tail
  if (differs <= 1) return differs === 1
  if (differs > 2 || one.length !== other.length) return false
  return one[head] === other[head + 1] && one[head + 1] === other[head]
}

/** Whether the distance of two texts is 2 (optimal string alignment: no part is edited twice). */
export function isTwoEdits(one: string, other: string): boolean {
  if (!SURROGATE.test(one) && !SURROGATE.test(other)) return isTwoEditsOf(one, other)
  return isTwoEditsOf([...one], [...other])
}

const FAR = 3
/** Rows of distances, which are used again. */
let rows: [Uint8Array, Uint8Array, Uint8Array] = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)]

/** The same for texts whose elements are whole characters. */
function isTwoEditsOf(a: ArrayLike<string>, b: ArrayLike<string>): boolean {
  if (Math.abs(a.length - b.length) >= FAR) return false
  rows = [
    grown(rows[0], b.length + FAR + 1),
    grown(rows[1], b.length + FAR + 1),
    grown(rows[2], b.length + FAR + 1),
  ]
  let [before, above, row] = rows
  for (let j = 0; j <= FAR; j += 1) above[j] = j
  for (let i = 1; i <= a.length; i += 1) {
    // Only a band of two around the diagonal can stay within two edits.
    const last = Math.min(b.length, i + 2)
    row[Math.max(0, i - FAR)] = Math.min(i, FAR)
    row[last + 1] = FAR
    let least = row[Math.max(0, i - FAR)] as number
    for (let j = Math.max(1, i - 2); j <= last; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let distance = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + cost,
      )
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) distance = Math.min(distance, (before[j - 2] as number) + 1)
      row[j] = distance
      if (distance < least) least = distance
    }
    if (least >= FAR) return false
    const free = before
    before = above
    above = row
    row = free
  }
  return above[b.length] === 2
}

/** Bits set in a word, summed in pairs, fours and bytes (Warren 2013, "Hacker's Delight", figure 5-2). */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
