import { compareIds } from '@toolscout/model'
import type { TermScoring } from '../kernel/term-scoring.ts'
import type { RankedHandles } from '../kernel/top-k.ts'

/**
 * The tools that are looked at more closely: the best by their words, and whatever else is lifted. All others have the
 * score of their words, at most {@link Candidates.rest}.
 */
export interface Candidates {
  /** The score of a tool so far, candidate or not. */
  readonly scoreOf: (handle: number) => number
  /** Adds to the score of a tool, which makes it a candidate. */
  readonly add: (handle: number, value: number) => void
  /** Takes more of the best by their words in, `depth` of them in all. */
  readonly deepen: (depth: number) => void
  /** What no tool has more than that is no candidate; 0 when none is left. */
  readonly rest: () => number
  /** All candidates, best first in the one order of hits. */
  readonly inOrder: () => RankedHandles
}

/** Creates {@link Candidates} of a query, at first the best `depth` by their words. */
export function createCandidates(
  scoring: TermScoring,
  depth: number,
  { accepts, idOf }: Pooling,
): Candidates {
  let found = scoring.best(depth, accepts)
  let rest = restOf(found, depth)
  /** By handle; of most queries nothing is lifted. */
  const lifted = new Map<number, number>()
  /** What was found by handle, made when first asked for. */
  let scores: Map<number, number> | undefined
  /** Until something changes. */
  let ordered: RankedHandles | undefined = found
  const scoresOfFound = (): Map<number, number> => {
    const known = new Map<number, number>()
    for (const [i, handle] of found.handles.entries()) known.set(handle, found.scores[i] as number)
    return known
  }
  const scoreOf = (handle: number): number => {
    scores ??= scoresOfFound()
    return lifted.get(handle) ?? scores.get(handle) ?? scoring.scoreOf(handle)
  }
  return {
    scoreOf,
    add: (handle, value) => {
      ordered = undefined
      lifted.set(handle, scoreOf(handle) + value)
    },
    deepen: (count) => {
      found = scoring.best(count, accepts)
      rest = restOf(found, count)
      scores = undefined
      ordered = undefined
    },
    rest: () => rest,
    inOrder: () => {
      ordered ??= withChanged(found, lifted, idOf)
      return ordered
    },
  }
}

/** What {@link createCandidates} needs to know of the catalog. */
export interface Pooling {
  /** Whether a tool takes part. Default: all do. */
  readonly accepts: ((handle: number) => boolean) | undefined
  readonly idOf: (handle: number) => string
}

/** The least score of as many as were asked for, or 0 where there are no more. */
function restOf({ scores }: RankedHandles, depth: number): number {
  return scores.length < depth ? 0 : (scores[scores.length - 1] as number)
}

/**
 * What is ranked already, in the order it has when some scores are others: score descending, then id ascending.
 *
 * @param changed new scores by handle, of those that are ranked and of any others.
 */
export function withChanged(
  ranked: RankedHandles,
  changed: ReadonlyMap<number, number>,
  idOf: (handle: number) => string,
): RankedHandles {
  if (changed.size === 0) return ranked
  const moved = [...changed].sort(
    (one, other) => other[1] - one[1] || compareIds(idOf(one[0]), idOf(other[0])),
  )
  const handles: number[] = []
  const scores: number[] = []
  const put = (handle: number, score: number): void => {
    handles.push(handle)
    scores.push(score)
  }
  let next = 0
  for (const [i, handle] of ranked.handles.entries()) {
    if (changed.has(handle)) continue
    const score = ranked.scores[i] as number
    for (; next < moved.length; next += 1) {
      const [other, otherScore] = moved[next] as [number, number]
      if (otherScore < score || (otherScore === score && compareIds(idOf(other), idOf(handle)) > 0)) break
      put(other, otherScore)
    }
    put(handle, score)
  }
  for (const [handle, score] of moved.slice(next)) put(handle, score)
  return { handles, scores }
}
