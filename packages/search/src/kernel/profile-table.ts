import { SEARCH_FIELDS } from '@toolscout/model'
import { type Bm25fParameters, MAX_TERM_FREQUENCY } from './bm25f.ts'
import { grown } from './growing-array.ts'

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
  /** 1 by number where the term stands in the name. At least as long as `packed`. */
  readonly inName: Uint8Array
}

/** A {@link ProfileTable} that grows. */
export interface ProfileTableBuilder extends ProfileTable {
  /** The number of a profile; a new one gets the next number. */
  readonly intern: (packed: number) => number
  /** A copy of what there is, no longer than needed. */
  readonly copy: () => ProfileTable
}

const FIELD_BASE = MAX_TERM_FREQUENCY + 1
const POWERS = SEARCH_FIELDS.map((_field, i) => FIELD_BASE ** i)

/** Starts an empty table for these weights. */
export function createProfileTable(parameters: Bm25fParameters): ProfileTableBuilder {
  const numbers = new Map<number, number>()
  const packed: number[] = []
  let frequencies = new Float64Array(64)
  let inName = new Uint8Array(64)
  return {
    packed,
    get frequencies() {
      return frequencies
    },
    get inName() {
      return inName
    },
    intern: (profile) => {
      const known = numbers.get(profile)
      if (known !== undefined) return known
      const number = packed.length
      numbers.set(profile, number)
      packed.push(profile)
      frequencies = grown(frequencies, number + 1)
      inName = grown(inName, number + 1)
      frequencies[number] = weightedFrequency(profile, parameters)
      inName[number] = standsInName(profile) ? 1 : 0
      return number
    },
    copy: () => ({
      packed: [...packed],
      frequencies: frequencies.slice(0, packed.length),
      inName: inName.slice(0, packed.length),
    }),
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

/** Whether the term stands in the name, which is the first of the fields. */
export function standsInName(packed: number): boolean {
  return packed % FIELD_BASE > 0
}

/** Σ weight · occurrences over the fields. */
export function weightedFrequency(packed: number, parameters: Bm25fParameters): number {
  return SEARCH_FIELDS.reduce(
    (sum, name, field) => sum + parameters.weights[name] * occurrences(packed, field),
    0,
  )
}
