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
  const found = scoring.best(depth, accepts)
  let ordered = found
  let isOrdered = true
  /** What those that were not found have by their words, at most. */
  let unfound = boundOf(found, depth)
  /** By docId: the scores of all candidates, made when first asked for: most queries boost nothing. */
  let known: Map<number, number> | undefined
  /** What was added to others. */
  const waiting = new Map<number, number>()

  const scores = (): Map<number, number> => {
    known ??= new Map(found.docIds.map((docId, i) => [docId, found.scores[i] as number]))
    return known
  }
  const order = (): RankedDocs => {
    if (!isOrdered) {
      const all = scores()
      const docIds = ordered.docIds.concat([...all.keys()].slice(ordered.docIds.length))
      ordered = inOrderOf(
        docIds,
        docIds.map((docId) => all.get(docId) as number),
        idOf,
      )
      isOrdered = true
    }
    return ordered
  }
  /** Scores those that wait for as long as one could be among the best `count`. */
  const takeBest = (count: number): void => {
    const best = new TopK(Math.max(1, count), idOf)
    const { docIds, scores: all } = order()
    for (let i = 0; i < docIds.length && i < count; i += 1) best.offer(all[i] as number, docIds[i] as number)
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
    const score = (scores().get(docId) ?? scoring.scoreOf(docId)) + value
    waiting.delete(docId)
    scores().set(docId, score)
    isOrdered = false
    return score
  }
  return {
    scoreOf: (docId) => scores().get(docId) ?? scoring.scoreOf(docId) + (waiting.get(docId) ?? 0),
    atMost: (docId) => scores().get(docId) ?? unfound + (waiting.get(docId) ?? 0),
    boost: (added) => {
      const all = scores()
      isOrdered = false
      added.forEach((value, docId) => {
        // A document waits for one addition at most, so that all are added up in the order in which they come.
        const waited = waiting.get(docId)
        const before = waited === undefined ? all.get(docId) : take(docId, waited)
        if (before === undefined) waiting.set(docId, value)
        else all.set(docId, before + value)
      })
    },
    deepen: (count) => {
      const more = scoring.best(count, accepts)
      unfound = boundOf(more, count)
      const all = scores()
      more.docIds.forEach((docId, i) => {
        if (!all.has(docId)) all.set(docId, more.scores[i] as number)
      })
      waiting.forEach((value, docId) => void take(docId, value))
      isOrdered = false
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
