import type { Degradation, SearcherAnswer } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'

/** Whether an answer of any searcher can be reranked; otherwise it is returned unchanged. */
export function hasHits(answer: unknown): boolean {
  const hits: unknown = isJsonObject(answer) ? answer.hits : undefined
  return Array.isArray(hits) && hits.every((hit) => isJsonObject(hit) && typeof hit.id === 'string')
}

/** What an answer says that could not be done in full. */
export function degradedOf(answer: SearcherAnswer | undefined): readonly Degradation[] {
  const degraded: unknown = answer?.degraded
  return Array.isArray(degraded) ? degraded.filter(isDegradation) : []
}

function isDegradation(part: unknown): part is Degradation {
  return isJsonObject(part) && typeof part.part === 'string' && typeof part.reason === 'string'
}
