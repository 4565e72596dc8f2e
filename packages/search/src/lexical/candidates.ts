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
  const scores = new Map<number, number>()
  let rest = 0
  /** Until something changes. */
  let ordered: RankedHandles | undefined
  const deepen = (count: number): void => {
    ordered = undefined
    const found = scoring.best(count, accepts)
    found.handles.forEach((handle, i) => {
      if (!scores.has(handle)) scores.set(handle, found.scores[i] as number)
    })
    rest = found.handles.length < count ? 0 : (found.scores.at(-1) as number)
  }
  const scoreOf = (handle: number): number => scores.get(handle) ?? scoring.scoreOf(handle)
  deepen(depth)
  return {
    scoreOf,
    add: (handle, value) => {
      ordered = undefined
      scores.set(handle, scoreOf(handle) + value)
    },
    deepen,
    rest: () => rest,
    inOrder: () => {
      ordered ??= inOrder([...scores], idOf)
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

/** Orders scored tools: score descending, then id ascending. */
export function inOrder(
  scored: (readonly [handle: number, score: number])[],
  idOf: (handle: number) => string,
): RankedHandles {
  scored.sort((one, other) => other[1] - one[1] || compareIds(idOf(one[0]), idOf(other[0])))
  return { handles: scored.map(([handle]) => handle), scores: scored.map(([, score]) => score) }
}
