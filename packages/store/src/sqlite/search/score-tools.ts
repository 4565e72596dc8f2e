import type { Explanation } from '@toolscout/model'
import { type Bm25fParameters, lengthNormalization, saturation } from '@toolscout/search'
import type { SqliteConnection } from '../connection.ts'
import { facetKey } from './keys.ts'
import { decodePostings, type PostingList } from './posting-list.ts'
import { type QueryTerm, readQueryTerms } from './query-terms.ts'
import { DEAD, readPostings, type Segment } from './segments.ts'

/** What tools are scored by. */
export interface Scoring {
  readonly segments: readonly Segment[]
  readonly parameters: Bm25fParameters
  /** What a step of a posting counts. */
  readonly unit: number
  readonly terms: ReadonlySet<string>
  /** A tool must have one facet of each list. */
  readonly wanted: readonly (readonly string[])[]
}

/** The tools of one segment with their scores. */
export interface ScoredSegment {
  readonly segment: Segment
  /** By ordinal; 0 for what is no hit. */
  readonly scores: Float64Array
  readonly explain: (ordinal: number) => Explanation
}

/** All tools with their scores. */
export interface ScoredTools {
  /** Those of the terms that any tool holds. */
  readonly held: ReadonlySet<string>
  readonly segments: readonly ScoredSegment[]
}

/** Room for scores, used again by every search. */
let room = new Float64Array(0)

/** Scores every tool that holds a term. Good until the next search. */
export function scoreTools(connection: SqliteConnection, scoring: Scoring): ScoredTools {
  const { segments, parameters, unit } = scoring
  const count = segments.reduce((sum, { live }) => sum + live, 0)
  const totalLength = segments.reduce((sum, segment) => sum + segment.totalLength, 0)
  const terms = readQueryTerms(connection, { segments, parameters, count }, scoring.terms)
  const formula = { unit, count, ...lengthNormalization(parameters, count === 0 ? 0 : totalLength / count) }
  const size = segments.reduce((sum, { numbers }) => sum + numbers.length, 0)
  room = room.length < size ? new Float64Array(size) : room.fill(0, 0, size)
  let end = 0
  return {
    held: new Set(terms.map(({ text }) => text)),
    segments: segments.map((segment, i) => {
      const start = end
      end += segment.numbers.length
      const scores = room.subarray(start, end)
      for (const { boost, lists } of terms) {
        const list = lists[i]
        if (list !== undefined) addScores(scores, segment, { list, boost, ...formula })
      }
      keepOnly(connection, scores, segment, scoring.wanted)
      return { segment, scores, explain: (ordinal) => explain(segment, ordinal, { terms, i, ...formula }) }
    }),
  }
}

/** What is the same for all tools of a search. */
interface Formula {
  readonly unit: number
  readonly count: number
  readonly flat: number
  readonly slope: number
}

interface Addition extends Formula {
  readonly list: PostingList
  readonly boost: number
}

function addScores(scores: Float64Array, { lengths }: Segment, addition: Addition): void {
  const { boost, unit, flat, slope } = addition
  const { count, ordinals, steps } = decodePostings(addition.list)
  for (let i = 0; i < count; i += 1) {
    const ordinal = ordinals[i] as number
    const added = boost * saturation((steps[i] as number) * unit, lengths[ordinal] as number, flat, slope)
    scores[ordinal] = (scores[ordinal] as number) + added
  }
}

/** Takes what is dead or lacks a facet that is wanted out of the hits. */
function keepOnly(
  connection: SqliteConnection,
  scores: Float64Array,
  { number, lengths, live }: Segment,
  wanted: Scoring['wanted'],
): void {
  if (live < lengths.length) {
    for (let i = 0; i < scores.length; i += 1) if (lengths[i] === DEAD) scores[i] = 0
  }
  for (const facets of wanted) {
    const has = new Uint8Array(scores.length)
    for (const facet of facets) {
      const list = readPostings(connection, number, facetKey(facet))
      if (list === undefined) continue
      const { count, ordinals } = decodePostings(list)
      for (let i = 0; i < count; i += 1) has[ordinals[i] as number] = 1
    }
    for (let i = 0; i < scores.length; i += 1) if (has[i] === 0) scores[i] = 0
  }
}

interface Explaining extends Formula {
  readonly terms: readonly QueryTerm[]
  /** Which of the lists of a term. */
  readonly i: number
}

/** Adds up in the order in which the score was, so that the value of the root is the score. */
function explain(
  { lengths }: Segment,
  ordinal: number,
  { terms, i, unit, count, flat, slope }: Explaining,
): Explanation {
  const length = lengths[ordinal] as number
  let score = 0
  const children = terms.flatMap(({ text, holders, idf, boost, lists }): readonly Explanation[] => {
    const frequency = stepsOf(lists[i], ordinal) * unit
    if (frequency === 0) return []
    const value = boost * saturation(frequency, length, flat, slope)
    score += value
    const normalization = `k1 × (1 − b + b × length / average), length ${length}`
    return [
      {
        label: `term "${text}": idf × frequency × (k1 + 1) / (frequency + normalization)`,
        value,
        children: [
          { label: `idf: in ${holders} of ${count} tools`, value: idf },
          { label: 'frequency: sum over the fields, weighted', value: frequency },
          { label: `normalization: ${normalization}`, value: flat + slope * length },
        ],
      },
    ]
  })
  return { label: 'BM25F: sum over the terms', value: score, children }
}

function stepsOf(list: PostingList | undefined, ordinal: number): number {
  if (list === undefined) return 0
  const { count, ordinals, steps } = decodePostings(list)
  const i = ordinals.subarray(0, count).indexOf(ordinal)
  return i < 0 ? 0 : (steps[i] as number)
}
