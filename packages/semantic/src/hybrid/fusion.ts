import { compareHits, type Hit } from '@toolscout/model'
import { checkOption, checkWhole } from '@toolscout/model/internal'
import { agreementOf } from './agreement.ts'

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
  /** What a tool keeps of what others add to its score, above 0, at most 1; all of it when absent. */
  readonly keeps?: ((id: string) => number) | undefined
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
  /** How many hits of every retriever are used. Legal: whole numbers of 1 to 10,000. */
  readonly window: number
  /** How many hits of the first retriever are used, if not `window`. Legal: as that. */
  readonly leadWindow?: number | undefined
  /** Where only the best `count` are wanted, others may be left out, and parts. Default: everything is wanted. */
  readonly fuse: (rankings: readonly RetrieverRanking[], count?: number) => readonly FusedHit[]
}

/** Hits of every retriever that our fusions use. */
export const WINDOW = 100

/** No ranking needs more, and what a fusion does may grow with the square of them. */
const MAX_WINDOW = 10_000

/** Gives a fusion back when it is one. @throws RangeError for a window outside its range. @throws TypeError. */
export function checkFusion(fusion: Fusion): Fusion {
  checkOption('fusion', fusion, { functions: ['fuse'] })
  checkOption('name of the fusion', fusion.name, 'string')
  checkWhole('window of the fusion', fusion.window, 1, MAX_WINDOW)
  if (fusion.leadWindow !== undefined)
    checkWhole('leadWindow of the fusion', fusion.leadWindow, 1, MAX_WINDOW)
  return fusion
}

/** How many hits of a retriever are used; the first retriever is number 0. */
export function windowOf({ window, leadWindow = window }: Fusion, retriever: number): number {
  return retriever === 0 ? leadWindow : window
}

/** What a retriever adds to each of its hits, and how the values come about. */
export interface Contribution {
  readonly ranking: RetrieverRanking
  /** What it adds to the hit at a place. */
  readonly addedAt: (place: number) => number
  /** At least that, and never more than at the place before. Default: no bound is known. */
  readonly atMost?: (place: number) => number
  readonly label: () => string
}

/**
 * Adds up the contributions to each tool. Drops tools whose sum is 0, and tools that only one retriever found with a
 * score below its `minScoreAlone`; of those no value is asked for. Where only the best `count` are wanted, none is asked
 * for either of tools that only the last retriever found and that are surely not among them, and hits have no parts.
 */
export function sumContributions(
  contributions: readonly Contribution[],
  count?: number,
): readonly FusedHit[] {
  const fused = new Map<string, FusedHit & { score: number; readonly parts: FusedHit['parts'][number][] }>()
  const rankings = contributions.map(({ ranking }) => ranking)
  for (const [number, { ranking, addedAt, atMost, label }] of contributions.entries()) {
    const { retriever, minScoreAlone = 0, hits } = ranking
    const isLast = number === rankings.length - 1
    const text = count === undefined ? label() : ''
    const places: number[] = []
    for (let i = 0; i < hits.length; i += 1) {
      const { id, score } = hits[i] as Hit
      const known = fused.get(id)
      if (known !== undefined) {
        const value = addedAt(i)
        known.score += value
        if (count === undefined) known.parts.push({ retriever, label: text, value })
      } else if (score >= minScoreAlone || (!isLast && isFoundIn(rankings.slice(number + 1), id)))
        places.push(i)
    }
    const least = isLast && count !== undefined ? scoreAt(fused, count) : 0
    for (const place of places) {
      if (atMost !== undefined && atMost(place) < least) break
      const { id } = hits[place] as Hit
      const value = addedAt(place)
      const parts = count === undefined ? [{ retriever, label: text, value }] : []
      fused.set(id, { id, score: value, parts })
    }
  }
  return [...fused.values()].filter(({ score }) => score > 0).sort(compareHits)
}

function isFoundIn(rankings: readonly RetrieverRanking[], id: string): boolean {
  return rankings.some(({ hits }) => hits.some((hit) => hit.id === id))
}

/** The score at a rank, from 1; 0 where there are fewer. */
function scoreAt(fused: ReadonlyMap<string, FusedHit>, rank: number): number {
  if (fused.size < rank) return 0
  const scores = [...fused.values()].map(({ score }) => score).sort((one, other) => other - one)
  return scores[rank - 1] as number
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
  const highest = scores[0] ?? 0
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

/** What a gated retriever of weight 1 adds at most, in scores of the best hit of the first retriever. */
const STRENGTH = 5
/** Hits of the first retriever that are used; more were no better, and ranking them takes longer than the fusion. */
const LEAD_WINDOW = 30
/** Agreement at which the gate begins to open, as a share of the confidence of the first retriever. */
const OPENS_AT = 0.75
/** How much more agreement opens the gate completely. */
const OPENING = 0.2

/**
 * A fusion in which the first retriever leads and each other one adds to the score of a tool
 *
 *     weight · strength · (1 − confidence) · gate · normalized score · best score of the first
 *
 * The surer the first retriever is of its best hit, the less the others add; `confidence` is that of its verdict, or the
 * share by which its best hit is ahead of the next. The gate opens from 0 to 1 as the agreement with the first retriever
 * (see {@link agreementOf}) rises from ¾ of the confidence to a fifth more: a retriever that answers at random, or upside
 * down, adds nothing where the first knows better. An `ungated` retriever adds, whether it agrees or not,
 *
 *     weight · (1 − confidence)² · normalized score · best score of the first
 *
 * Of either a tool gets the share that the first retriever says it `keeps`.
 * Where no other retriever adds anything, scores are those of the first.
 */
export function createGatedFusion(): Fusion {
  return Object.freeze({
    name: 'gated',
    window: WINDOW,
    leadWindow: LEAD_WINDOW,
    fuse: ([lead, ...others], count) => {
      if (lead === undefined) return []
      const unit = lead.hits[0]?.score || 1
      const addedAt = (i: number): number => (lead.hits[i] as Hit).score
      const own = { ranking: lead, addedAt, label: () => 'its score' }
      const added = others.map((ranking) => {
        const { weight, label } = weightOf(lead, ranking)
        const { keeps } = lead
        const keep = (place: number): number => keeps?.(ranking.hits[place]?.id ?? '') ?? 1
        const values = normalize(ranking.hits, 'min-max')
        return {
          ranking,
          addedAt: (i: number) => unit * weight * (values[i] as number) * keep(i),
          atMost: (i: number) => unit * weight * (values[i] as number),
          label: () => {
            const said = `weight ${ranking.weight} × ${label()} × normalized score × best score of ${lead.retriever}`
            return keeps === undefined ? said : `${said} × share that it keeps there`
          },
        }
      })
      return sumContributions([own, ...added], count)
    },
  } satisfies Fusion)
}

/** What the best hit of a retriever adds, in scores of the best hit of the first, and how that comes about. */
function weightOf(
  lead: RetrieverRanking,
  other: RetrieverRanking,
): { readonly weight: number; readonly label: () => string } {
  const uncertainty = 1 - confidenceOf(lead)
  const text = (): string => `uncertainty ${uncertainty.toFixed(3)}`
  if (other.ungated === true) {
    return { weight: other.weight * uncertainty * uncertainty, label: () => `${text()} squared` }
  }
  const gate = lead.hits.length === 0 ? 1 : gateOf(lead, other)
  const weight = other.weight * STRENGTH * uncertainty * gate
  return { weight, label: () => `${STRENGTH} × ${text()} × gate ${gate.toFixed(3)}` }
}

/** How far the gate is open, from 0 to 1. */
function gateOf(lead: RetrieverRanking, other: RetrieverRanking): number {
  const above = agreementOf(lead.hits, other.hits) - OPENS_AT * confidenceOf(lead)
  return Math.min(1, Math.max(0, above / OPENING))
}

/** How sure a retriever is; by default, the share by which its best hit is ahead of the next. 0 without a hit. */
function confidenceOf({ hits: [best, next], confidence }: RetrieverRanking): number {
  if (best === undefined) return 0
  return confidence ?? (next === undefined ? 1 : 1 - next.score / best.score)
}
