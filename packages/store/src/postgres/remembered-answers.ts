import { type Clock, type SearchRequest, StoreUnavailableError } from '@toolscout/model'
import type { FoundTools, PostgresAnswer, PostgresSearchRequest } from './search.ts'

/** Answers that are remembered; a node hears the same questions again and again. */
const MAX_ANSWERS = 1_000

/**
 * Answers from memory while the database is away, and says so; what was never asked is refused as it would be without.
 * Whoever asks gets only what the visibility of this very request lets through.
 */
export function rememberAnswers(
  search: (request: PostgresSearchRequest) => Promise<FoundTools>,
  clock: Clock,
): (request: PostgresSearchRequest) => Promise<PostgresAnswer> {
  const answers = new Map<string, { readonly found: FoundTools; readonly at: number }>()
  return async (request) => {
    const key = keyOf(request)
    try {
      const found = await search(request)
      answers.delete(key)
      answers.set(key, { found, at: clock.now() })
      const oldest = answers.size > MAX_ANSWERS ? answers.keys().next().value : undefined
      if (oldest !== undefined) answers.delete(oldest)
      return found.answer
    } catch (error) {
      const known = answers.get(key)
      if (known === undefined || !(error instanceof StoreUnavailableError)) throw error
      const { answer, tools } = known.found
      const allows = request.filter?.visibility?.allows ?? (() => true)
      const visible = new Set(tools.filter(allows).map(({ id }) => id))
      const seconds = Math.round((clock.now() - known.at) / 1_000)
      const reason = `This is the answer of ${seconds} s ago. ${error.message}`
      const hits = answer.hits.filter(({ id }) => visible.has(id))
      return { ...answer, hits, stale: true, degraded: [{ part: 'store', reason }] }
    }
  }
}

/** Called after a search, which has checked the filter. */
function keyOf({ query, limit, filter, explain, exact }: SearchRequest & PostgresSearchRequest): string {
  const { visibility, ...data } = filter ?? {}
  return JSON.stringify([query, limit, data, visibility?.key, explain === true, exact === true])
}
