import { compareIds } from '@toolscout/model'
import type { AcceptsDoc, TermScoring } from '../kernel/term-scoring.ts'
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
  /** Upper bound on the score of every document outside the pool; 0 when none is left, or looked at. */
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
  /** By docId: the scores of all candidates. */
  const known = new Map<number, number>()
  /** The same in order, until one of them changes. */
  let ordered: RankedDocs | undefined
  /** What those that were not found have by their words, at most. */
  let unfound = 0
  /** What was added to others. */
  const waiting = new Map<number, number>()

  const find = (count: number): void => {
    ordered = scoring.best(count, accepts)
    const { docIds, scores } = ordered
    unfound = scores.length < count ? 0 : (scores[scores.length - 1] as number)
    for (let i = 0; i < docIds.length; i += 1) {
      const docId = docIds[i] as number
      if (!known.has(docId)) known.set(docId, scores[i] as number)
    }
  }
  const order = (): RankedDocs => {
    ordered ??= inOrderOf([...known.keys()], [...known.values()], idOf)
    return ordered
  }
  /** Scores those that wait for as long as one could be among the best `count`. */
  const takeBest = (count: number): void => {
    const best = new TopK(Math.max(1, count), idOf)
    const { docIds, scores } = order()
    for (let i = 0; i < docIds.length && i < count; i += 1)
      best.offer(scores[i] as number, docIds[i] as number)
    const least = best.threshold()
    const likely: (readonly [docId: number, value: number])[] = []
    waiting.forEach((value, docId) => {
      if (unfound + value >= least) likely.push([docId, value])
    })
    likely.sort((one, other) => other[1] - one[1])
    for (const [docId, value] of likely) {
      if (unfound + value < best.threshold()) return
      best.offer(take(docId, value), docId)
    }
  }
  /** Scores one that waits. */
  const take = (docId: number, value: number): number => {
    const score = (known.get(docId) ?? scoring.scoreOf(docId)) + value
    waiting.delete(docId)
    known.set(docId, score)
    ordered = undefined
    return score
  }
  find(depth)
  return {
    scoreOf: (docId) => known.get(docId) ?? scoring.scoreOf(docId) + (waiting.get(docId) ?? 0),
    atMost: (docId) => known.get(docId) ?? unfound + (waiting.get(docId) ?? 0),
    boost: (added) => {
      ordered = undefined
      added.forEach((value, docId) => {
        // A document waits for one addition at most, so that all are added up in the order in which they come.
        const waited = waiting.get(docId)
        const before = waited === undefined ? known.get(docId) : take(docId, waited)
        if (before === undefined) waiting.set(docId, value)
        else known.set(docId, before + value)
      })
    },
    deepen: (count) => {
      find(count)
      waiting.forEach((value, docId) => void take(docId, value))
      ordered = undefined
    },
    upperBound: () => (scoring.isCut ? 0 : unfound + Math.max(0, ...waiting.values())),
    inOrder: (count) => {
      if (waiting.size > 0) takeBest(count)
      return order()
    },
  }
}

/** What {@link createCandidates} needs to know of the catalog. */
export interface Pooling {
  /** Whether a tool takes part. Default: all do. */
  readonly accepts: AcceptsDoc | undefined
  readonly idOf: (docId: number) => string
}

/**
 * Puts documents in the one order of hits, score descending, then id ascending, in place. Most are in order already, so
 * that each is moved to its place by insertion.
 */
export function inOrderOf(docIds: number[], scores: number[], idOf: (docId: number) => string): RankedDocs {
  for (let i = 1; i < docIds.length; i += 1) {
    const docId = docIds[i] as number
    const score = scores[i] as number
    let at = i
    for (; at > 0; at -= 1) {
      const above = scores[at - 1] as number
      const aboveId = docIds[at - 1] as number
      if (above > score || (above === score && compareIds(idOf(aboveId), idOf(docId)) < 0)) break
      scores[at] = above
      docIds[at] = aboveId
    }
    scores[at] = score
    docIds[at] = docId
  }
  return { docIds, scores }
}
