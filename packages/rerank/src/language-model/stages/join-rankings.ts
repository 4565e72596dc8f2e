import type { Hit } from '@toolscout/model'

/**
 * One order of two rankings: the first of each, the second of each, and so on, every tool once. However much a
 * query was expanded, half of any head are tools that the query itself found.
 */
export function joinRankings(own: readonly Hit[], expanded: readonly Hit[]): readonly Hit[] {
  const joined = new Map<string, Hit>()
  for (let i = 0; i < Math.max(own.length, expanded.length); i += 1) {
    for (const hit of [own[i], expanded[i]]) {
      if (hit !== undefined && !joined.has(hit.id)) joined.set(hit.id, hit)
    }
  }
  return [...joined.values()]
}
