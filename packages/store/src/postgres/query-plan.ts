import { compareIds } from '@toolscout/model'
import {
  type Bm25fParameters,
  inverseDocumentFrequency,
  lengthNormalization,
  type Word,
} from '@toolscout/search'
import type { Candidates, RankedTerm } from './sql/ranking.ts'
import { termHash } from './term-hash.ts'

/** What the catalog knows of the words of a question at one revision. */
export interface QueryStatistics {
  readonly revision: number
  readonly documents: number
  readonly totalLength: number
  /** Tools that hold a term, by its hash; absent where none does. */
  readonly holders: ReadonlyMap<number, number>
}

/** A term of a question that tools hold. */
export interface QueryTerm extends RankedTerm {
  readonly text: string
  readonly holders: number
  readonly idf: number
}

/** How a question is answered. */
export interface QueryPlan {
  /** What can add the most comes first, as in `@toolscout/search`. */
  readonly terms: readonly QueryTerm[]
  /** The stems of the words that are held: what stands for a word as a whole. */
  readonly roots: readonly number[]
  readonly flat: number
  readonly slope: number
}

/** Terms of one question that are looked up; those that can add the least are left out. */
const MAX_TERMS = 64

/** All hashes a question is about, those of stems that may stand for a word among them. */
export function hashesOf(words: readonly Word[]): readonly number[] {
  const hashes = new Set<number>()
  for (const { tokens } of words) {
    for (const { term } of tokens) hashes.add(termHash(term)).add(termHash(`${term}*`))
  }
  return [...hashes]
}

/** Weighs the words of a question. */
export function planQuery(
  words: readonly Word[],
  statistics: QueryStatistics,
  parameters: Bm25fParameters,
): QueryPlan {
  const { documents, totalLength, holders } = statistics
  const terms = new Map<string, QueryTerm>()
  const roots = new Set<number>()
  for (const { tokens } of words) {
    for (const { term: text, root } of tokens) {
      const hash = termHash(text)
      const held = holders.get(hash)
      if (held === undefined) continue
      if (root) roots.add(hash)
      const stem = termHash(`${text}*`)
      const idf = inverseDocumentFrequency(documents, held)
      const boost = idf * (parameters.k1 + 1)
      terms.set(text, { text, hash, stem: holders.has(stem) ? stem : undefined, holders: held, idf, boost })
    }
  }
  return {
    terms: [...terms.values()]
      .sort((a, b) => b.boost - a.boost || compareIds(a.text, b.text))
      .slice(0, MAX_TERMS),
    roots: [...roots],
    ...lengthNormalization(parameters, documents === 0 ? 0 : totalLength / documents),
  }
}

/** Which rows are looked at, and what a row that is not can score at most. */
export interface Reach {
  readonly candidates: Candidates
  /** A hit above this is above everything that was not looked at. */
  readonly ceiling: number
}

/** A single term may have as many rows as twice the budget: a sample of it and of others costs no less. */
const FIRST_TERM = 2
/** Of the budget that the rarest terms leave, this goes to rows that have all words; the rest to champions. */
const SHARE_OF_ALL = 1 / 4
/** Champions of a word that are looked at in any case. */
const FEWEST_CHAMPIONS = 100

/**
 * Looks at all rows of the rarest terms as long as those are few (Turtle and Flood 1995, "Query evaluation: strategies
 * and optimizations": a row without the essential terms can reach no more than the others add), and at a sample of the
 * rows of the others.
 */
export function reachWithin({ terms, roots }: QueryPlan, budget: number): Reach {
  const hashes = new Set<number>()
  let rows = 0
  let taken = 0
  for (const term of terms) {
    const more = rowsOf(term, hashes)
    if (rows + more > (rows === 0 ? FIRST_TERM * budget : budget)) break
    rows += more
    addHashes(term, hashes)
    taken += 1
  }
  const any = [...hashes]
  const rest = terms.slice(taken)
  const others = roots.filter((root) => !hashes.has(root))
  if (others.length === 0) return { candidates: { any }, ceiling: sum(rest) }
  const left = Math.max(0, budget - rows)
  const most = Math.ceil(SHARE_OF_ALL * left)
  const champions = Math.max(FEWEST_CHAMPIONS, Math.ceil((left - most) / others.length))
  return { candidates: { any, sampled: { hashes: others, champions, all: roots, most } }, ceiling: sum(rest) }
}

/** Looks at as many rows as it takes so that no other can score as much as `needed`. */
export function reachAbove({ terms }: QueryPlan, needed: number): Reach {
  const hashes = new Set<number>()
  let taken = 0
  while (taken < terms.length && (taken === 0 || sum(terms.slice(taken)) >= needed)) {
    addHashes(terms[taken] as QueryTerm, hashes)
    taken += 1
  }
  return { candidates: { any: [...hashes] }, ceiling: sum(terms.slice(taken)) }
}

/** Rows that a term adds to those of terms before it. */
function rowsOf({ stem, holders, hash }: QueryTerm, known: ReadonlySet<number>): number {
  return known.has(hash) || (stem !== undefined && known.has(stem)) ? 0 : holders
}

/** A word may stand under the stem that is spelled like it. */
function addHashes({ hash, stem }: QueryTerm, hashes: Set<number>): void {
  hashes.add(hash)
  if (stem !== undefined) hashes.add(stem)
}

/** Saturation stays below 1, so a term adds less than its boost; sums are rounded, hence the little more. */
function sum(terms: readonly QueryTerm[]): number {
  return terms.reduce((total, { boost }) => total + boost, 0) * (1 + 1e-12)
}
