import {
  checkTimeoutMs,
  compileFilter,
  type Degradation,
  isEmptyFilter,
  quote,
  requireKnownMembers,
  type Searcher,
  type SearchRequest,
  type ToolSummary,
} from '@toolscout/model'
import { checkWhole } from '../check-whole.ts'
import { createEmbeddingIndex, type EmbeddingIndex } from './embedding-index.ts'
import { isLocal } from './local.ts'
import { EMBEDDING_INDEX_OPTIONS, type EmbeddingIndexOptions, readSettings } from './options.ts'
import { createQueryVectors, type QueryVector } from './query-vectors.ts'

/** What {@link createSemanticSearcher} is told. */
export interface SemanticSearcherOptions extends EmbeddingIndexOptions {
  /** Names the searcher in answers. Default `semantic`. */
  readonly name?: string | undefined
  /**
   * Milliseconds a search waits for the vector of its query; a local embedder is not waited for. Default:
   * {@link DEFAULT_QUERY_TIMEOUT_MS}. Legal: 1 to 2,147,483,647.
   */
  readonly queryTimeoutMs?: number | undefined
  /** How many vectors of queries are kept. Default 1,000. Legal: whole numbers of 0 to 1,000,000. */
  readonly maxQueries?: number | undefined
  /** Tools whose similarity is not above this are no hits. Default 0. Legal: 0 to 1. */
  readonly minScore?: number | undefined
}

/** Scores of given tools for a query. */
export interface SemanticScores {
  /** Cosines in the order of the ids, -1 to 1; `undefined` for a tool without a vector. */
  readonly scores: readonly (number | undefined)[]
  /** Absent when nothing went wrong. */
  readonly degraded?: readonly Degradation[]
}

/** A searcher by meaning. */
export interface SemanticSearcher extends Searcher {
  /** The vectors it searches: how far they are, and the way to wait for them. */
  readonly embeddings: EmbeddingIndex
  /** How near given tools are to a query, whether or not they would be hits. */
  readonly scoresOf: (
    query: string,
    ids: readonly string[],
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<SemanticScores>
  /** Ends the work in the background. */
  readonly close: () => void
}

/** Most servers embed a short text in a tenth of a second; an agent's turn takes seconds, so this much is not noticed. */
export const DEFAULT_QUERY_TIMEOUT_MS = 300
const DEFAULT_MAX_QUERIES = 1_000
const MOST_QUERIES = 1_000_000
const OWN_OPTIONS = ['name', 'queryTimeoutMs', 'maxQueries', 'minScore'] as const

/**
 * Ranks tools by the cosine between the vectors of query and tool.
 *
 * It never waits for vectors of tools: one that has none yet is no hit, and `degraded` says how many there are. It
 * waits for the vector of the query, at most `queryTimeoutMs`. An embedder that fails, hangs or gives what is no vector
 * is no error either: the answer has no hits then, and `degraded` says why. With a `LocalEmbedder` every tool has its
 * vector before `apply` returns.
 *
 * @throws RangeError or TypeError when an option is outside its legal range.
 */
export function createSemanticSearcher(options: SemanticSearcherOptions): SemanticSearcher {
  requireKnownMembers('the options of a semantic searcher', options, [
    ...EMBEDDING_INDEX_OPTIONS,
    ...OWN_OPTIONS,
  ])
  const { name = 'semantic', queryTimeoutMs, maxQueries, minScore = 0, ...indexOptions } = options
  if (!(minScore >= 0 && minScore <= 1)) throw new RangeError(`minScore is ${quote(minScore)}; use 0 to 1.`)
  const settings = readSettings(indexOptions)
  const queries = createQueryVectors({
    ...settings,
    queryTimeoutMs: checkTimeoutMs('queryTimeoutMs', queryTimeoutMs ?? DEFAULT_QUERY_TIMEOUT_MS),
    maxQueries: checkWhole('maxQueries', maxQueries ?? DEFAULT_MAX_QUERIES, 0, MOST_QUERIES),
  })
  const embeddings = createEmbeddingIndex(settings)
  const summaries = new Map<string, ToolSummary>()

  const degraded = (...reasons: readonly string[]): { readonly degraded?: readonly Degradation[] } =>
    reasons.length === 0 ? {} : { degraded: reasons.map((reason) => ({ arm: name, reason })) }
  const gaps = (): readonly string[] => {
    const { pending, total } = embeddings.progress()
    return pending === 0 ? [] : [`${pending} of ${total} tools have no vector yet.`]
  }
  const acceptOf = (filter: SearchRequest['filter']): ((id: string) => boolean) | undefined => {
    if (isEmptyFilter(filter)) return undefined
    const passes = compileFilter(filter)
    return (id) => passes(summaries.get(id) as ToolSummary)
  }
  /** Why a vector cannot be compared with those of the tools. */
  const obstacle = (found: QueryVector): string | undefined => {
    if ('reason' in found) return found.reason
    const { model } = embeddings.progress()
    if (model === found.space.model) return undefined
    return `The query was embedded by ${quote(found.space.model)}, the tools by ${quote(model)}.`
  }

  return Object.freeze({
    name,
    deterministic: isLocal(settings.embedder),
    embeddings,
    apply: (changes) => {
      for (const id of changes.removals) summaries.delete(id)
      for (const { id, summary } of changes.upserts) summaries.set(id, summary)
      embeddings.apply(changes)
    },
    search: async ({ query, limit, filter, explain, signal }) => {
      signal?.throwIfAborted()
      const accepts = acceptOf(filter)
      if (query.trim() === '' || limit === 0) return { hits: [] }
      const found = await queries.vectorOf(query, signal)
      const reason = obstacle(found)
      if (reason !== undefined || 'reason' in found) return { hits: [], ...degraded(reason as string) }
      const nearest = embeddings
        .search(found.vector, { limit, accepts })
        .filter(({ score }) => score > minScore)
      const label = `cosine similarity by ${found.space.model}`
      const hits = explain
        ? nearest.map(({ id, score }) => ({ id, score, explanation: { label, value: score } }))
        : nearest
      return { hits, ...degraded(...gaps()) }
    },
    scoresOf: async (query, ids, { signal } = {}) => {
      signal?.throwIfAborted()
      if (query.trim() === '') return { scores: ids.map(() => undefined) }
      const found = await queries.vectorOf(query, signal)
      const reason = obstacle(found)
      if (reason !== undefined || 'reason' in found) {
        return { scores: ids.map(() => undefined), ...degraded(reason as string) }
      }
      return { scores: embeddings.scoresOf(found.vector, ids), ...degraded(...gaps()) }
    },
    close: () => embeddings.close(),
  } satisfies SemanticSearcher)
}
