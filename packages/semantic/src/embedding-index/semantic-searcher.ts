import {
  compareHits,
  compileFilter,
  type Degradation,
  type Searcher,
  type SearchRequest,
  type ToolSummary,
  type VectorHit,
  type VectorSearchRequest,
} from '@toolscout/model'
import {
  checkChanges,
  checkTimeoutMs,
  isEmptyFilter,
  isLocalEmbedder,
  quote,
  requireKnownMembers,
} from '@toolscout/model/internal'
import { checkWhole } from '../check-whole.ts'
import { createEmbeddingIndex, type EmbeddingIndex } from './embedding-index.ts'
import { EMBEDDING_INDEX_OPTIONS, type EmbeddingIndexOptions, readSettings } from './options.ts'
import { createQueryVectors } from './query-vectors.ts'

/** Options of {@link createSemanticSearcher}. */
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
  /**
   * The wishes a request consists of. Where there are several, a tool's similarity is the mean of that to the whole
   * request and that to whatever of the request and its clauses is nearest. Each costs a vector; the first twelve are
   * looked at. Default: a request is one wish.
   */
  readonly clausesOf?: ((query: string) => readonly string[]) | undefined
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
const DEFAULT_QUERY_TIMEOUT_MS = 300
const DEFAULT_MAX_QUERIES = 1_000
const MOST_QUERIES = 1_000_000
const MAX_CLAUSES = 12
const OWN_OPTIONS = ['name', 'queryTimeoutMs', 'maxQueries', 'clausesOf', 'minScore'] as const

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
  const { name = 'semantic', queryTimeoutMs, maxQueries, clausesOf, minScore = 0, ...indexOptions } = options
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
    reasons.length === 0 ? {} : { degraded: reasons.map((reason) => ({ part: name, reason })) }
  const gaps = (): readonly string[] => {
    const { pending, total } = embeddings.progress()
    return pending === 0 ? [] : [`${pending} of ${total} tools have no vector yet.`]
  }
  const acceptOf = (filter: SearchRequest['filter']): ((id: string) => boolean) | undefined => {
    if (isEmptyFilter(filter)) return undefined
    const passes = compileFilter(filter)
    return (id) => passes(summaries.get(id) as ToolSummary)
  }
  /** The vectors of a request and its clauses, or why they cannot be compared with those of the tools. */
  const vectorsOf = async (query: string, signal: AbortSignal | undefined): Promise<RequestVectors> => {
    const clauses = clausesOf?.(query).filter((clause) => clause !== query) ?? []
    const texts = [query, ...new Set(clauses.slice(0, MAX_CLAUSES))]
    const vectors: Float32Array[] = []
    const embedded = await Promise.all(texts.map((text) => queries.vectorOf(text, signal)))
    const { model } = embeddings.progress()
    for (const found of embedded) {
      if ('reason' in found) return found
      if (found.space.model !== model) {
        const by = quote(found.space.model)
        return { reason: `The query was embedded by ${by}, the tools by ${quote(model)}.` }
      }
      vectors.push(found.vector)
    }
    return { whole: vectors[0] as Float32Array, clauses: vectors.slice(1), model }
  }

  return Object.freeze({
    name,
    deterministic: isLocalEmbedder(settings.embedder),
    embeddings,
    apply: (changes) => {
      checkChanges(changes)
      for (const id of changes.removals) summaries.delete(id)
      for (const { id, summary } of changes.upserts) summaries.set(id, summary)
      embeddings.apply(changes)
    },
    search: async ({ query, limit, filter, explain, signal }) => {
      signal?.throwIfAborted()
      const accepts = acceptOf(filter)
      if (query.trim() === '' || limit === 0) return { hits: [] }
      const found = await vectorsOf(query, signal)
      if ('reason' in found) return { hits: [], ...degraded(found.reason) }
      const nearest = nearestTo(found, embeddings, { limit, accepts }).filter(({ score }) => score > minScore)
      const label =
        found.clauses.length === 0
          ? `cosine similarity by ${found.model}`
          : `cosine similarity by ${found.model}, mean of request and nearest clause`
      const hits = explain
        ? nearest.map(({ id, score }) => ({ id, score, explanation: { label, value: score } }))
        : nearest
      return { hits, ...degraded(...gaps()) }
    },
    scoresOf: async (query, ids, { signal } = {}) => {
      signal?.throwIfAborted()
      if (query.trim() === '') return { scores: ids.map(() => undefined) }
      const found = await vectorsOf(query, signal)
      if ('reason' in found) return { scores: ids.map(() => undefined), ...degraded(found.reason) }
      return { scores: similaritiesOf(found, embeddings, ids), ...degraded(...gaps()) }
    },
    close: () => embeddings.close(),
  } satisfies SemanticSearcher)
}

/** Vectors of what is asked for, or a sentence that says why there are none. */
type RequestVectors =
  | { readonly whole: Float32Array; readonly clauses: readonly Float32Array[]; readonly model: string }
  | { readonly reason: string }
type FoundVectors = Exclude<RequestVectors, { readonly reason: string }>

/** The tools most similar to a request; those that are among the nearest of none of its parts are not looked at. */
function nearestTo(
  found: FoundVectors,
  embeddings: EmbeddingIndex,
  request: VectorSearchRequest,
): readonly VectorHit[] {
  const { whole, clauses } = found
  if (clauses.length === 0) return embeddings.search(whole, request)
  const ids = new Set(
    [whole, ...clauses].flatMap((vector) => embeddings.search(vector, request).map(({ id }) => id)),
  )
  const scores = similaritiesOf(found, embeddings, [...ids])
  const hits = Array.from(ids, (id, i) => ({ id, score: scores[i] ?? 0 }))
  return hits.sort(compareHits).slice(0, request.limit)
}

/** How similar tools are to a request; `undefined` for one without a vector. */
function similaritiesOf(
  { whole, clauses }: FoundVectors,
  embeddings: EmbeddingIndex,
  ids: readonly string[],
): readonly (number | undefined)[] {
  const own = embeddings.scoresOf(whole, ids)
  if (clauses.length === 0) return own
  const others = clauses.map((clause) => embeddings.scoresOf(clause, ids))
  return own.map((score, i) => {
    if (score === undefined) return undefined
    return (score + Math.max(score, ...others.map((scores) => scores[i] as number))) / 2
  })
}
