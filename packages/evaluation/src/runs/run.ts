import { compareHits, type Hit } from '@toolscout/model'

/** A tool in a ranking. */
export type RankedTool = Pick<Hit, 'id' | 'score'>

/** What a search gave for every query of a set. */
export interface Run {
  /** What made it, such as `toolscout`. */
  readonly name: string
  /** Tools by query id, in the order of {@link toRanking}. */
  readonly rankings: ReadonlyMap<string, readonly RankedTool[]>
}

/**
 * Hits as they are measured: score descending, ties by id ascending, each id once with its best score. Rankings of
 * different searches are then cut from the same cloth, whatever each does with ties.
 */
export function toRanking(hits: readonly RankedTool[]): readonly RankedTool[] {
  const seen = new Set<string>()
  return hits
    .map(({ id, score }) => ({ id, score }))
    .sort(compareHits)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
}
