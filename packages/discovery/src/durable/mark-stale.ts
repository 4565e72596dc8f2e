import type { ToolIndex } from '@toolscout/index'
import type { Degradation, StoreUnavailableError } from '@toolscout/model'

/** Says in every answer that it may be old, while what others change is not heard of. */
export function markStale(
  searching: Pick<ToolIndex, 'search' | 'searchPage'>,
  away: () => StoreUnavailableError | undefined,
): Pick<ToolIndex, 'search' | 'searchPage'> {
  const marked = <Answer extends { readonly degraded: readonly Degradation[] }>(answer: Answer): Answer => {
    const error = away()
    if (error === undefined) return answer
    const reason = `What other processes change is not heard of: ${error.message}`
    const degraded = Object.freeze([...answer.degraded, Object.freeze({ part: 'catalog', reason })])
    return Object.freeze({ ...answer, degraded })
  }
  return {
    search: async (...asked) => marked(await searching.search(...asked)),
    searchPage: async (...asked) => marked(await searching.searchPage(...asked)),
  }
}
