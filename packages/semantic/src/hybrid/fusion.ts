import { compareHits, type Hit } from '@toolscout/model'

/** What one retriever found, and how much it counts. */
export interface RetrieverRanking {
  /** Names the retriever in explanations. */
  readonly retriever: string
  /** How much it counts relative to the others; above 0. */
  readonly weight: number
  /** Whether it counts without having to agree with the first one. Default false. */
  readonly ungated?: boolean | undefined
  /** Lowest score here of a tool that no other retriever found. Default 0. */
  readonly minScoreAlone?: number | undefined
  /** Best first, at most the window of the fusion. */
  readonly hits: readonly Hit[]
  /** How sure the retriever is of its best hit, from 0 to 1; absent when it cannot tell. */
  readonly confidence?: number | undefined
}

/** A tool with the score that all retrievers together give it. */
export interface FusedHit {
  readonly id: string
  /** The sum of its parts; above 0. */
  readonly score: number
  /** What each retriever that found the tool adds, and how the value comes about, in the order of the retrievers. */
  readonly parts: readonly { readonly retriever: string; readonly label: string; readonly value: number }[]
}

/**
 * Combines several rankings into one. What an implementation owes:
 *
 * - Every hit was found by a retriever; each appears once, in the order of `compareHits`.
 * - The same rankings give the same hits; nothing is remembered.
 * - The order of the retrievers matters only where the implementation says so.
 */
export interface Fusion {
  /** Names it in explanations and reports. */
  readonly name: string
  /** How many hits of every retriever are used. */
  readonly window: number
  /** How many hits of the first retriever are used, if not `window`. */
  readonly leadWindow?: number | undefined
  readonly fuse: (rankings: readonly RetrieverRanking[]) => readonly FusedHit[]
}

/** Hits of every retriever that our fusions use. */
export const WINDOW = 100

/** How many hits of a retriever are used; the first retriever is number 0. */
export function windowOf({ window, leadWindow = window }: Fusion, retriever: number): number {
  return retriever === 0 ? leadWindow : window
}

/** What a retriever adds to each of its hits, in their order, and how the values come about. */
export interface Contribution {
  readonly ranking: RetrieverRanking
  readonly values: readonly number[]
  readonly label: string
}

/**
 * Adds up the contributions to each tool. Drops tools whose sum is 0, and tools that only one retriever found with a
 * score below its `minScoreAlone`.
 */
export function sumContributions(contributions: readonly Contribution[]): readonly FusedHit[] {
  const partsOf = new Map<string, FusedHit['parts'][number][]>()
  const foundBy = new Map<string, number>()
  for (const { ranking } of contributions) {
    for (const { id } of ranking.hits) foundBy.set(id, (foundBy.get(id) ?? 0) + 1)
  }
  for (const { ranking, values, label } of contributions) {
    const { retriever, minScoreAlone = 0 } = ranking
    ranking.hits.forEach(({ id, score }, i) => {
      if (score < minScoreAlone && foundBy.get(id) === 1) return
      const part = { retriever, label, value: values[i] as number }
      const parts = partsOf.get(id)
      if (parts === undefined) partsOf.set(id, [part])
      else parts.push(part)
    })
  }
  const fused = Array.from(partsOf, ([id, parts]) => ({
    id,
    score: parts.reduce((sum, { value }) => sum + value, 0),
    parts,
  }))
  return fused.filter(({ score }) => score > 0).sort(compareHits)
}

/** How scores of different retrievers are made comparable; see {@link normalize}. */
export type Normalization = 'min-max' | 'z-score' | 'rank'

/** All normalizations. */
export const NORMALIZATIONS: readonly Normalization[] = Object.freeze(['min-max', 'z-score', 'rank'])

/**
 * Normalized scores of hits that come best first, none below 0; 1 for each where all scores are equal. `min-max`: from 0
 * for the last hit to 1 for the first. `z-score`: standard deviations above the last hit. `rank`: from 1 for the first
 * hit down to 1/n for the last of n, whatever the scores.
 */
export function normalize(hits: readonly Hit[], normalization: Normalization): readonly number[] {
  const scores = hits.map(({ score }) => score)
  const [highest = 0] = scores
  const lowest = scores.at(-1) ?? 0
  if (normalization === 'rank') return scores.map((_, i) => 1 - i / scores.length)
  if (highest === lowest) return scores.map(() => 1)
  const spread = normalization === 'min-max' ? highest - lowest : deviationOf(scores)
  return scores.map((score) => (score - lowest) / spread)
}

function deviationOf(scores: readonly number[]): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length)
}
