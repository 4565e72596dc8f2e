import { compareIds } from '@toolscout/model'
import type { TermScoring } from '../kernel/term-scoring.ts'
import { type RankedDocs, TopK } from '../kernel/top-k.ts'

/**
 * The tools that are looked at more closely: the best by their words, and whatever else is boosted. All others have at
 * most {@link Candidates.upperBound}.
 */
export interface Candidates {
  /** The score of a tool so far, candidate or not. */
  readonly scoreOf: (docId: number) => number
  /** At least that, without a look at the words of tools that were not found. */
  readonly atMost: (docId: number) => number
  /** Adds to the scores of some tools. */
  readonly boost: (added: ReadonlyMap<number, number>) => void
  /** Takes more tools in, `depth` of the best by their words among them. */
  readonly deepen: (depth: number) => void
  /** Upper bound on the score of every document outside the pool; 0 when none is left. */
  readonly upperBound: () => number
  /** All candidates, best first in the one order of hits: the best `count` of all tools, and some others. */
  readonly inOrder: (count: number) => RankedDocs
}

/**
 * Creates {@link Candidates} of a query, at first the best `depth` by their words. Many tools that are boosted are still
 * far from the best, since those that were not found have few of the words: they are scored when they could be among the
 * best, and until then they are no candidates.
 */
export function createCandidates(
  scoring: TermScoring,
  depth: number,
  { accepts, idOf }: Pooling,
): Candidates {
  let found = scoring.best(depth, accepts)
  /** What those that were not found have by their words, at most. */
  let unfound = boundOf(found, depth)
  /** By docId: the scores of those that were boosted and scored; of most queries there are none. */
  const boosted = new Map<number, number>()
  /** What was added to others. */
  const waiting = new Map<number, number>()
  /** What was found by docId, made when first asked for. */
  let scores: Map<number, number> | undefined
  /** Until something changes. */
  let ordered: RankedDocs | undefined = found

  const scoreOfFound = (docId: number): number | undefined => {
    if (scores === undefined) {
      scores = new Map()
      const { docIds } = found
      for (let i = 0; i < docIds.length; i += 1) scores.set(docIds[i] as number, found.scores[i] as number)
    }
    return scores.get(docId)
  }
  const baseOf = (docId: number): number => scoreOfFound(docId) ?? scoring.scoreOf(docId)
  const order = (): RankedDocs => {
    ordered ??= withChanged(found, boosted, idOf)
    return ordered
  }
  /** Scores those that wait for as long as one could be among the best `count`. */
  const takeBest = (count: number): void => {
    const best = new TopK(Math.max(1, count), idOf)
    const { docIds, scores: known } = order()
    for (let i = 0; i < docIds.length && i < count; i += 1)
      best.offer(known[i] as number, docIds[i] as number)
    const likely: { readonly docId: number; readonly value: number }[] = []
    const least = best.threshold()
    waiting.forEach((value, docId) => {
      if (unfound + value >= least) likely.push({ docId, value })
    })
    likely.sort((one, other) => other.value - one.value)
    for (const { docId, value } of likely) {
      if (unfound + value < best.threshold()) return
      best.offer(take(docId, value), docId)
    }
  }
  /** Scores one that waits. */
  const take = (docId: number, value: number): number => {
    const score = baseOf(docId) + value
    waiting.delete(docId)
    boosted.set(docId, score)
    ordered = undefined
    return score
  }
  return {
    scoreOf: (docId) => boosted.get(docId) ?? baseOf(docId) + (waiting.get(docId) ?? 0),
    atMost: (docId) => boosted.get(docId) ?? (scoreOfFound(docId) ?? unfound) + (waiting.get(docId) ?? 0),
    boost: (added) => {
      ordered = undefined
      added.forEach((value, docId) => {
        // A document waits for one addition at most, so that all are added up in the order in which they come.
        const waited = waiting.get(docId)
        const before =
          waited === undefined ? (boosted.get(docId) ?? scoreOfFound(docId)) : take(docId, waited)
        if (before === undefined) waiting.set(docId, value)
        else boosted.set(docId, before + value)
      })
    },
    deepen: (count) => {
      found = scoring.best(count, accepts)
      unfound = boundOf(found, count)
      scores = undefined
      ordered = undefined
      waiting.forEach((value, docId) => void take(docId, value))
    },
    upperBound: () => {
      let most = 0
      waiting.forEach((value) => {
        if (value > most) most = value
      })
      return unfound + most
    },
    inOrder: (count) => {
      if (waiting.size > 0) takeBest(count)
      return order()
    },
  }
}

/** What {@link createCandidates} needs to know of the catalog. */
export interface Pooling {
  /** Whether a tool takes part. Default: all do. */
  readonly accepts: ((docId: number) => boolean) | undefined
  readonly idOf: (docId: number) => string
}

/** The least score of as many as were asked for, or 0 where there are no more. */
function boundOf({ scores }: RankedDocs, depth: number): number {
  return scores.length < depth ? 0 : (scores[scores.length - 1] as number)
}

/**
 * What is ranked already, in the order it has when some scores are others: score descending, then id ascending.
 *
 * @param changed new scores by docId, of those that are ranked and of any others.
 */
export function withChanged(
  ranked: RankedDocs,
  changed: ReadonlyMap<number, number>,
  idOf: (docId: number) => string,
): RankedDocs {
  if (changed.size === 0) return ranked
  const moved = [...changed].sort(
    (one, other) => other[1] - one[1] || compareIds(idOf(one[0]), idOf(other[0])),
  )
  const docIds: number[] = []
  const scores: number[] = []
  const put = (docId: number, score: number): void => {
    docIds.push(docId)
    scores.push(score)
  }
  let next = 0
  for (let i = 0; i < ranked.docIds.length; i += 1) {
    const docId = ranked.docIds[i] as number
    if (changed.has(docId)) continue
    const score = ranked.scores[i] as number
    for (; next < moved.length; next += 1) {
      const [other, otherScore] = moved[next] as [number, number]
      if (otherScore < score || (otherScore === score && compareIds(idOf(other), idOf(docId)) > 0)) break
      put(other, otherScore)
    }
    put(docId, score)
  }
  for (const [docId, score] of moved.slice(next)) put(docId, score)
  return { docIds, scores }
}
