import { type Explanation, SEARCH_FIELDS, type ToolFilter, type ToolSummary } from '@toolscout/model'
import {
  type AskedRanking,
  compileRankedFilter,
  isEmptyFilter,
  type ToolFacts,
  takeAllowed,
} from '@toolscout/model/internal'
import { type Bm25fParameters, coverageFactor, saturation, weightsByField } from './bm25f.ts'
import { collectBest, type DocumentFactor, findDocuments, MANY_DOCUMENTS } from './collect-best.ts'
import { type DocAddress, occurrences, type ProfileTable } from './partition.ts'
import {
  FREQUENCY,
  type HeldTerm,
  IDF,
  type QueryTerm,
  type ScoredDocuments,
  toHeldTerms,
} from './scored-documents.ts'
import type { RankedDocs } from './top-k.ts'

/** What documents are scored by. */
export interface TermQuery {
  /** A text that comes again with the same weight counts once. */
  readonly terms: readonly QueryTerm[]
  /**
   * What covering the name is worth: scores are multiplied by 1 + coverage · (terms of the query in the name) /
   * (root terms of the name). 0 leaves scores as they are.
   */
  readonly coverage: number
  /** What a document keeps of its score, and why. Default: all of it. */
  readonly factor?: DocumentFactor | undefined
}

/** Whether a document may be a hit. */
export interface AcceptsDoc {
  (docId: number): boolean
  /** Where somebody has to be asked, documents are asked about in the order of their scores, if they pass by what is known. */
  readonly asked?: AskedRanking['asked'] & {
    readonly known: ((docId: number) => boolean) | undefined
  }
}

/** What filters look at in a document. */
export interface FilteredDocs {
  readonly factsOf: (docId: number) => ToolFacts
  readonly summaryOf: (docId: number) => ToolSummary
}

/** What a filter lets through; without one, everything. */
export function acceptOf(filter: ToolFilter | undefined, docs: FilteredDocs): AcceptsDoc | undefined {
  if (isEmptyFilter(filter)) return undefined
  const { known, asked } = compileRankedFilter(filter)
  const isKnown = known && ((docId: number): boolean => known(docs.factsOf(docId)))
  if (asked === undefined) return isKnown
  const accepts = (docId: number): boolean =>
    isKnown?.(docId) !== false && asked.allowsRanked(docs.summaryOf(docId))
  return Object.assign(accepts, { asked: { ...asked, known: isKnown } })
}

/** A query whose terms were looked up; good until the documents change. */
export class TermScoring {
  /** The terms that documents hold, in the order in which they are added up: what can add the most comes first. */
  readonly terms: readonly HeldTerm[]
  readonly #documents: ScoredDocuments
  readonly #query: TermQuery
  #found: RankedDocs | undefined

  constructor(documents: ScoredDocuments, query: TermQuery) {
    this.#documents = documents
    this.#query = query
    const { terms, coverage, factor } = query
    this.terms = toHeldTerms(documents, { terms, coverage, marked: factor?.marked })
  }

  /**
   * The best documents, best first in the one order of hits: the very ones that scoring every document would give,
   * without scoring those that cannot be among them. Of more than 200,000 documents most of them, and however many are
   * wanted later no more than the first time brought to light.
   *
   * @param limit at least 1.
   */
  best(limit: number, accepts?: AcceptsDoc): RankedDocs {
    const asked = accepts?.asked
    if (accepts === undefined || asked === undefined) return this.#collect(limit, accepts)
    let ranked: RankedDocs = { docIds: [], scores: [] }
    const rank = (depth: number): number => {
      this.#found = undefined
      ranked = this.#collect(depth, asked.known)
      return ranked.docIds.length
    }
    const allows = (place: number): boolean => accepts(ranked.docIds[place] as number)
    const places = takeAllowed(limit, { rank, allows, asked })
    const pick = (values: readonly number[]): number[] => places.map((place) => values[place] as number)
    return { docIds: pick(ranked.docIds), scores: pick(ranked.scores) }
  }

  /** Whether there may be better documents that were not looked at, as in a large catalog. */
  get isCut(): boolean {
    return this.#found !== undefined
  }

  #collect(limit: number, accepts: AcceptsDoc | undefined): RankedDocs {
    const { terms } = this
    const { coverage, factor } = this.#query
    const documents = this.#documents
    if (documents.count <= MANY_DOCUMENTS)
      return collectBest(documents, { limit, terms, coverage, factor, accepts, isOrdered: true })
    const wanted = { limit, terms, coverage, accepts }
    this.#found ??= findDocuments(documents, wanted, (docId) => this.scoreOf(docId))
    const { docIds, scores } = this.#found
    return { docIds: docIds.slice(0, limit), scores: scores.slice(0, limit) }
  }

  /** The score of one document; 0 when it holds no term. */
  scoreOf(docId: number): number {
    const { coverage, factor } = this.#query
    const { scoring } = this.#documents
    const { flat, slope } = scoring
    const { partition, ordinal } = this.#documents.docIds.addressOf(docId)
    const profileOf = this.#profilesOf({ partition, ordinal })
    let sum = 0
    let covered = 0
    let holdsMarked = false
    for (const term of this.terms) {
      const profile = profileOf(term)
      if (profile < 0) continue
      const tf = partition.table.frequencies[profile] as number
      sum += term.boost * saturation(tf, partition.lengths[ordinal] as number, flat, slope)
      if (term.covers) covered += partition.table.inName[profile] as number
      if (term.isMarked) holdsMarked = true
    }
    const score = sum * coverageFactor(coverage, covered, partition.nameRoots[ordinal] as number)
    return factor === undefined ? score : score * factor.of(docId, holdsMarked)
  }

  /** By term: which of some documents hold it, a bit each by their place; at most 31. */
  heldBy(docIds: readonly number[]): ReadonlyMap<string, number> {
    const held = new Map<string, number>()
    const holdings = docIds.map((docId) => this.holdingOf(docId))
    for (const term of this.terms) {
      let bits = 0
      for (let place = 0; place < holdings.length; place += 1) if (holdings[place]?.(term)) bits |= 1 << place
      held.set(term.text, bits)
    }
    return held
  }

  /** Says of the terms whether a document holds them. */
  holdingOf(docId: number): (term: HeldTerm) => boolean {
    const profileOf = this.#profilesOf(this.#documents.docIds.addressOf(docId))
    return (term) => profileOf(term) >= 0
  }

  /** Gives the profiles of the terms in a document, or -1. */
  #profilesOf({ partition, ordinal }: DocAddress): (term: HeldTerm) => number {
    const documents = this.#documents
    const which = documents.partitions.indexOf(partition)
    return ({ row }) => documents.profileOf(row, which, ordinal)
  }

  /** How the score of a document comes about. */
  explain(docId: number): Explanation {
    const { factor } = this.#query
    const whole = this.#explainWords(this.#documents.docIds.addressOf(docId))
    if (factor === undefined) return whole
    const holds = this.holdingOf(docId)
    const isMarked = this.terms.some((term) => term.isMarked && holds(term))
    const kept = factor.of(docId, isMarked)
    if (kept === 1) return whole
    const children = [whole, { label: factor.why(docId, isMarked), value: kept }]
    return { label: 'score × share that is kept', value: whole.value * kept, children }
  }

  /**
   * The score by the words as a tree: the sum over the terms, each idf times saturated frequency, the frequency as a sum
   * over the fields. Adds in the order in which the search added, so that it is the score to the last bit.
   */
  #explainWords({ partition, ordinal }: DocAddress): Explanation {
    const { rows, scoring, parameters, count } = this.#documents
    const { coverage } = this.#query
    const profileOf = this.#profilesOf({ partition, ordinal })
    const length = partition.lengths[ordinal] as number
    const children: Explanation[] = []
    let score = 0
    let covered = 0
    for (const term of this.terms) {
      const { row } = term
      const profile = profileOf(term)
      if (profile < 0) continue
      const { table } = partition
      const tf = table.frequencies[profile] as number
      const value = term.boost * saturation(tf, length, scoring.flat, scoring.slope)
      score += value
      if (term.covers) covered += table.inName[profile] as number
      const fields = explainFields(table, profile, parameters)
      children.push({
        ...(!term.text.includes(' ') && {
          met: { word: term.text, fields: fields.map(({ field }) => field) },
        }),
        label: `term "${term.text}": weight × idf × frequency × (k1 + 1) / (frequency + normalization)`,
        value,
        children: [
          { label: `idf: in ${rows[row + FREQUENCY]} of ${count} tools`, value: rows[row + IDF] as number },
          {
            label: 'frequency: sum over the fields',
            value: tf,
            children: fields.map(({ part }) => part),
          },
          {
            label: `normalization: k1 × (1 − b + b × length / average), length ${length}`,
            value: scoring.flat + scoring.slope * length,
          },
          { label: 'k1', value: parameters.k1 },
          { label: 'weight in the query', value: term.weight },
        ],
      })
    }
    const sum: Explanation = { label: 'BM25F: sum over the terms', value: score, children }
    if (covered === 0 || coverage === 0) return sum
    const nameRoots = partition.nameRoots[ordinal] as number
    const factor = coverageFactor(coverage, covered, nameRoots)
    const label = `1 + ${coverage} × ${covered} of ${nameRoots} words of the name`
    return {
      label: 'BM25F × coverage of the name',
      value: score * factor,
      children: [sum, { label, value: factor }],
    }
  }
}

function explainFields(
  table: ProfileTable,
  profile: number,
  parameters: Bm25fParameters,
): readonly { readonly field: string; readonly part: Explanation }[] {
  return weightsByField(parameters).flatMap((weight, i) => {
    const count = occurrences(table, profile, i)
    if (count === 0) return []
    const field = SEARCH_FIELDS[i] ?? 'what is beyond the bounds of the fields'
    return [{ field, part: { label: `${count} in ${field}, each ${weight}`, value: count * weight } }]
  })
}
