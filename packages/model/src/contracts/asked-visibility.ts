import type { Degradation } from './searcher.ts'
import type { ToolVisibility } from './tool-filter.ts'
import {
  compileKnown,
  type FactsPredicate,
  isEmptyFilter,
  type ToolFilter,
  type ToolPredicate,
} from './tool-filter.ts'

/**
 * Most tools that are refused before a ranking goes no deeper, so that a caller who may know of few tools does not have
 * all of a large catalog looked through: a function of a microsecond takes 8 ms for them.
 */
export const MAX_REFUSED = 8_192

/** A visibility that is asked about each tool once a search, and by rankings until {@link MAX_REFUSED} tools were refused. */
export interface AskedVisibility extends ToolVisibility {
  /** As `allows`; once too many were refused, those that were not asked about are refused unasked. */
  readonly allowsRanked: ToolPredicate
  /** Whether any was. */
  readonly isCut: () => boolean
  readonly maxRefused: number
}

const MANY_REFUSED: readonly Degradation[] = Object.freeze([
  Object.freeze({
    part: 'visibility',
    reason: `${MAX_REFUSED} tools that fit better were refused, so no more were asked about; narrow the filter for what may be left.`,
  }),
])

/** A filter for one search, which remembers what its visibility says; and what is missing in the answer to it. */
export function askOnce(filter: ToolFilter | undefined): {
  readonly filter: ToolFilter | undefined
  readonly degraded: () => readonly Degradation[]
} {
  if (filter?.visibility === undefined) return { filter, degraded: () => [] }
  const visibility = askedVisibility(filter.visibility, MAX_REFUSED)
  return { filter: { ...filter, visibility }, degraded: () => (visibility.isCut() ? MANY_REFUSED : []) }
}

/** Remembers what a visibility says. */
export function askedVisibility(visibility: ToolVisibility, maxRefused: number): AskedVisibility {
  if ('allowsRanked' in visibility) return visibility as AskedVisibility
  const answers = new Map<string, boolean>()
  let refused = 0
  let isCut = false
  const allows: ToolPredicate = (tool) => {
    const known = answers.get(tool.id)
    if (known !== undefined) return known
    const answer = visibility.allows(tool)
    if (!answer) refused += 1
    answers.set(tool.id, answer)
    return answer
  }
  const allowsRanked: ToolPredicate = (tool) => {
    if (refused < maxRefused || answers.has(tool.id)) return allows(tool)
    isCut = true
    return false
  }
  return { key: visibility.key, allows, allowsRanked, isCut: () => isCut, maxRefused }
}

/** A filter in two parts: what is known of every tool, and what somebody has to be asked. */
export interface RankedFilter {
  /** Absent when it lets everything through. */
  readonly known?: FactsPredicate | undefined
  readonly asked?: AskedVisibility | undefined
}

/** As `compileFilter`, for those that rank by what is known and then ask about the best. */
export function compileRankedFilter(filter: ToolFilter | undefined): RankedFilter {
  if (isEmptyFilter(filter)) return {}
  const known = compileKnown(filter as ToolFilter)
  const { visibility, ...rest } = filter as ToolFilter
  return {
    known: isEmptyFilter(rest) ? undefined : known,
    // A search without an index could not report the bound.
    asked: visibility && askedVisibility(visibility, Number.POSITIVE_INFINITY),
  }
}

/** A ranking that is asked about from its head on. */
export interface AskedRanking {
  /** Ranks at most this many by what is known, and gives their number. */
  readonly rank: (depth: number) => number
  /** Whether the one at a place of the last ranking passes. */
  readonly allows: (place: number) => boolean
  readonly asked: Pick<AskedVisibility, 'isCut' | 'maxRefused'>
}

/** Places ranked at first beyond the limit, and the factor of each deeper ranking: ranking again costs more than a longer ranking. */
const [ROOM, DEEPER] = [256, 16] as const

/** The places of the best that pass, best first. Ranks deeper until enough pass, all were ranked, or too many were refused. */
export function takeAllowed(limit: number, { rank, allows, asked }: AskedRanking): readonly number[] {
  const deepest = limit + asked.maxRefused
  for (let depth = limit + ROOM; ; depth *= DEEPER) {
    const ranked = Math.min(depth, deepest)
    const count = rank(ranked)
    const taken: number[] = []
    for (let place = 0; place < count && taken.length < limit; place += 1)
      if (allows(place)) taken.push(place)
    if (taken.length === limit || count < ranked || asked.isCut()) return taken
  }
}
