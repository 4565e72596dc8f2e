import { compareIds } from '@toolscout/model'
import { type Bm25fParameters, inverseDocumentFrequency } from './bm25f.ts'
import type { Partition } from './partition.ts'
import { encodeTerm } from './term-table.ts'

/** A term of a query and what it counts for. */
export interface QueryTerm {
  readonly text: string
  /** Multiplies what the term adds to a score. Above 0. */
  readonly weight: number
  /** Whether it counts as a covered word of the name. */
  readonly covers: boolean
  /** A term that every document with this one holds too, such as its stem; most words of a catalog have one form. */
  readonly within?: string | undefined
}

/** A term of a query with what the whole index knows of it. */
export interface TermStatistics {
  readonly text: string
  /** Its number in each partition, -1 where it does not occur. */
  readonly numbers: readonly number[]
  /** Documents that hold it. */
  readonly frequency: number
  readonly idf: number
  /** Its weight in the query. */
  readonly weight: number
  /** What it adds at full saturation: `idf` times `weight` times k1 + 1. */
  readonly boost: number
  /** Whether it counts as a covered word of the name. */
  readonly covers: boolean
  /** A term that every document with this one holds too. */
  readonly within: string | undefined
  /** Whether it occurs in as many documents as that term, which it then follows. */
  readonly sharesPostings: boolean
}

/** Where a term is found. */
export interface TermLookUp {
  /** Its number in each partition, in their order, or -1. */
  readonly numbers: readonly number[]
  /** Documents that hold it. */
  readonly frequency: number
}

/** Terms that are looked up, once until something changes: a request and its subqueries ask for the same ones. */
export interface TermLookUps {
  readonly lookUp: (text: string) => TermLookUp
  /** Call it after every change of documents or partitions. */
  readonly forget: () => void
}

/** Terms that are remembered, at most 2 MB: as many as some hundreds of requests ask for. */
const MAX_KNOWN = 8_192
const NOWHERE: TermLookUp = Object.freeze({ numbers: Object.freeze([]), frequency: 0 })

/** Creates {@link TermLookUps} in the partitions there are. */
export function createTermLookUps(partitions: () => readonly Partition[]): TermLookUps {
  const known = new Map<string, TermLookUp>()
  return {
    lookUp: (text) => {
      let found = known.get(text)
      if (found === undefined) {
        found = lookUpIn(partitions(), text)
        if (known.size === MAX_KNOWN) known.clear()
        known.set(text, found)
      }
      return found
    },
    forget: () => {
      if (known.size > 0) known.clear()
    },
  }
}

function lookUpIn(partitions: readonly Partition[], text: string): TermLookUp {
  const term = encodeTerm(text)
  const numbers: number[] = []
  let frequency = 0
  for (const partition of partitions) {
    const number = partition.find(term)
    numbers.push(number)
    if (number >= 0) frequency += partition.liveFrequency(number)
  }
  return frequency === 0 ? NOWHERE : { numbers, frequency }
}

/** What the statistics of terms depend on. */
export interface CountedDocuments {
  readonly parameters: Bm25fParameters
  readonly lookUp: TermLookUps['lookUp']
  /** Documents that can be found. */
  readonly count: number
}

/** Looks up the terms of a query; those that no document holds are left out, the others come in the order of their sum. */
export function toStatistics(
  { count, parameters, lookUp }: CountedDocuments,
  terms: readonly QueryTerm[],
): readonly TermStatistics[] {
  const found: TermStatistics[] = []
  for (const { text, weight, covers, within } of terms) {
    const { numbers, frequency } = lookUp(text)
    if (frequency === 0) continue
    const idf = inverseDocumentFrequency(count, frequency)
    const boost = idf * weight * (parameters.k1 + 1)
    found.push({ text, numbers, frequency, idf, weight, boost, covers, within, sharesPostings: false })
  }
  return inOrder(found)
}

/**
 * Terms are added up in one order whatever the order of the words and of the partitions, so the last bit of a score
 * never depends on those: what can add the most comes first, but a word of which each tool with its stem has the very
 * form follows its stem, so that the postings of both are read once.
 */
function inOrder(statistics: readonly TermStatistics[]): readonly TermStatistics[] {
  const byText = new Map(statistics.map((term) => [term.text, term]))
  const leaderOf = (term: TermStatistics): TermStatistics => {
    const leader = term.within === undefined ? undefined : byText.get(term.within)
    return leader !== undefined && leader.frequency === term.frequency ? leader : term
  }
  const placed = statistics.map((term) => {
    const leader = leaderOf(term)
    return { term: leader === term ? term : { ...term, sharesPostings: true }, leader }
  })
  placed.sort(
    (one, other) =>
      other.leader.boost - one.leader.boost ||
      compareIds(one.leader.text, other.leader.text) ||
      Number(one.term.sharesPostings) - Number(other.term.sharesPostings) ||
      compareIds(one.term.text, other.term.text),
  )
  return placed.map(({ term }) => term)
}
