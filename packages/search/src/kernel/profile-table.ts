import { SEARCH_FIELDS } from '@toolscout/model'
import { type Bm25fParameters, MAX_TERM_FREQUENCY } from './bm25f.ts'

/**
 * A profile says how often a term stands in each field of a document. Few profiles occur (hundreds in a catalog
 * of 100,000 tools), so postings hold a small number and the profile itself stands once, in a table.
 *
 * In its packed form a profile is one integer below 2^50: five bits a field, the first field in the lowest.
 */
export interface ProfileTable {
  /** Packed form by number. */
  readonly packed: readonly number[]
  /** Σ weight · occurrences by number: the tf of BM25F. At least as long as `packed`. */
  readonly frequencies: Float64Array
}

/** A {@link ProfileTable} that grows. */
export interface ProfileTableBuilder extends ProfileTable {
  /** The number of a profile; a new one gets the next number. */
  readonly intern: (packed: number) => number
}

const FIELD_BASE = MAX_TERM_FREQUENCY + 1
const POWERS = SEARCH_FIELDS.map((_field, i) => FIELD_BASE ** i)

/** Starts an empty table for these weights. */
export function createProfileTable(parameters: Bm25fParameters): ProfileTableBuilder {
  const numbers = new Map<number, number>()
  const packed: number[] = []
  let frequencies = new Float64Array(64)
  return {
    packed,
    get frequencies() {
      return frequencies
    },
    intern: (profile) => {
      const known = numbers.get(profile)
      if (known !== undefined) return known
      const number = packed.length
      numbers.set(profile, number)
      packed.push(profile)
      if (number === frequencies.length) {
        const larger = new Float64Array(2 * number)
        larger.set(frequencies)
        frequencies = larger
      }
      frequencies[number] = weightedFrequency(profile, parameters)
      return number
    },
  }
}

/** One more occurrence in field `field` (its place in SEARCH_FIELDS), unless the field is at its cap. */
export function countOccurrence(packed: number, field: number, cap: number): number {
  const power = POWERS[field] as number
  return Math.floor(packed / power) % FIELD_BASE < cap ? packed + power : packed
}

/** How often the term stands in field `field`. */
export function occurrences(packed: number, field: number): number {
  return Math.floor(packed / (POWERS[field] as number)) % FIELD_BASE
}

/** Σ weight · occurrences over the fields. */
export function weightedFrequency(packed: number, parameters: Bm25fParameters): number {
  return SEARCH_FIELDS.reduce(
    (sum, name, field) => sum + parameters.weights[name] * occurrences(packed, field),
    0,
  )
}
