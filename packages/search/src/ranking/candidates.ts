import { compareIds } from '@toolscout/model'
import type { TermScoring } from '../kernel/term-scoring.ts'
import { createTopK, type RankedHandles } from '../kernel/top-k.ts'

/**
 * The tools that are looked at more closely: the best by their words, and whatever else is lifted. All others have at
 * most {@link Candidates.rest}.
 */
export interface Candidates {
  /** The score of a tool so far, candidate or not. */
  readonly scoreOf: (handle: number) => number
  /** Adds to the scores of some tools. */
  readonly lift: (added: ReadonlyMap<number, number>) => void
  /** Takes more tools in, `depth` of the best by their words among them. */
  readonly deepen: (depth: number) => void
  /** What no tool has more than that is no candidate; 0 when none is left. */
  readonly rest: () => number
  /** All candidates, best first in the one order of hits: the best `count` of all tools, and some others. */
  readonly inOrder: (count: number) => RankedHandles
}

/**
 * Creates {@link Candidates} of a query, at first the best `depth` by their words. Many tools that are lifted are still
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
  let unfound = restOf(found, depth)
  /** By handle: the scores of those that were lifted and scored; of most queries there are none. */
  const lifted = new Map<number, number>()
  /** What was added to others, those that got the most last. */
  let waiting: (readonly [handle: number, value: number])[] = []
  /** What was found by handle, made when first asked for. */
  let scores: Map<number, number> | undefined
  /** Until something changes. */
  let ordered: RankedHandles | undefined = found

  const scoreOfFound = (handle: number): number | undefined => {
    if (scores === undefined) {
      scores = new Map()
      const { handles } = found
      for (let i = 0; i < handles.length; i += 1) scores.set(handles[i] as number, found.scores[i] as number)
    }
    return scores.get(handle)
  }
  const baseOf = (handle: number): number => scoreOfFound(handle) ?? scoring.scoreOf(handle)
  const order = (): RankedHandles => {
    ordered ??= withChanged(found, lifted, idOf)
    return ordered
  }
  /** Scores those that wait for as long as one could be among the best `count`. */
  const takeBest = (count: number): void => {
    const best = createTopK(Math.max(1, count), idOf)
    const { handles, scores: known } = order()
    for (let i = 0; i < handles.length && i < count; i += 1)
      best.offer(known[i] as number, handles[i] as number)
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      const [handle, value] = next
      if (unfound + value < best.threshold()) return
      waiting.pop()
      const score = baseOf(handle) + value
      lifted.set(handle, score)
      ordered = undefined
      best.offer(score, handle)
    }
  }
  const takeAll = (): void => {
    for (const [handle, value] of waiting) lifted.set(handle, baseOf(handle) + value)
    waiting = []
  }
  return {
    scoreOf: (handle) => {
      const known = lifted.get(handle)
      if (known !== undefined) return known
      const [, value = 0] = waiting.find(([other]) => other === handle) ?? []
      return baseOf(handle) + value
    },
    lift: (added) => {
      // Nobody waits for two additions, so that all are added up in the order in which they come.
      for (const [handle, value] of waiting) {
        if (added.has(handle)) lifted.set(handle, baseOf(handle) + value)
      }
      waiting = waiting.filter(([handle]) => !added.has(handle))
      for (const [handle, value] of added) {
        const before = lifted.get(handle) ?? scoreOfFound(handle)
        if (before === undefined) waiting.push([handle, value])
        else lifted.set(handle, before + value)
      }
      waiting.sort((one, other) => one[1] - other[1])
      ordered = undefined
    },
    deepen: (count) => {
      found = scoring.best(count, accepts)
      unfound = restOf(found, count)
      scores = undefined
      ordered = undefined
      takeAll()
    },
    rest: () => unfound + (waiting.at(-1)?.[1] ?? 0),
    inOrder: (count) => {
      if (waiting.length > 0) takeBest(count)
      return order()
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
  for (let i = 0; i < ranked.handles.length; i += 1) {
    const handle = ranked.handles[i] as number
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
