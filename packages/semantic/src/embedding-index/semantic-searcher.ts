import type { SearchChanges, SearcherAnswer, SearchRequest, ToolSummary, VectorHit } from '@toolscout/model'
import {
  checkChanges,
  checkOption,
  checkOptions,
  checkRequest,
  checkTimeoutMs,
  compileRankedFilter,
  DraftsByCopy,
  isEmptyFilter,
  isLocalEmbedder,
  type LocalEmbedder,
  messageOf,
  nextTurn,
  type OptionKind,
  quote,
  setDraft,
  type ToolFacts,
  takeAllowed,
  takeCodePoints,
} from '@toolscout/model/internal'
import type { SavedSearcher } from '@toolscout/search'
import { Snapshots, setSnapshots, splitSubqueries } from '@toolscout/search/internal'
import { createTokenEmbedder, type TokenEmbedderOptions } from '../built-in/token-embedder.ts'
import { VectorsUnreadableError } from '../errors.ts'
import type { HybridRetriever } from '../hybrid/hybrid-searcher.ts'
import { requireVector, spaceOf } from '../vectors/vector-kernel.ts'
import { BackgroundIndex } from './background-index.ts'
import { type CopiedVectors, changeSummaries } from './copied-vectors.ts'
import { MAX_SEMANTIC_TEXT } from './embed-texts.ts'
import { INDEX_KINDS, readSettings } from './embedding-index.ts'
import { type QueryVector, QueryVectors } from './query-vectors.ts'
import type { SemanticSearcher, SemanticSearcherOptions } from './semantic-options.ts'

/** Most servers embed a short text in a tenth of a second; an agent's turn takes seconds, so this much is not noticed. */
const DEFAULT_QUERY_TIMEOUT_MS = 300
const MAX_CLAUSES = 12
const KINDS: { readonly [option in keyof SemanticSearcherOptions]-?: OptionKind } = {
  ...INDEX_KINDS,
  ...{ name: 'string', queryTimeoutMs: 'anything', clausesOf: 'function', saved: 'object' },
}
/** Documents from which on ranking by meaning takes a turn of its own: it takes milliseconds, and so does the ranking by words beside it. */
const OWN_TURN = 32_768

/**
 * Ranks tools by the cosine between the vectors of query and tool.
 *
 * It never waits for vectors of tools: one that has none yet is no hit, and `degraded` says how many there are. It
 * waits for the vector of the query, at most `queryTimeoutMs`. An embedder that fails, hangs or gives what is no vector
 * is no error either: the answer has no hits then, and `degraded` says why. With a `LocalEmbedder` every tool has its
 * vector before `apply` returns.
 *
 * @throws RangeError or TypeError when an option is outside its legal range.
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED` when what was saved is damaged or of another model.
 */
export function createSemanticSearcher(options: SemanticSearcherOptions): SemanticSearcher {
  checkOptions('the options of a semantic searcher', options, KINDS)
  return Object.freeze(new VectorSearcher(options))
}

/** Vectors of what is asked for, and what there is to compare them with. */
interface RequestVectors extends ReturnType<BackgroundIndex['held']> {
  readonly whole: Float32Array
  readonly parts: readonly Float32Array[]
}

function embedAtOnce(embedder: LocalEmbedder, text: string): QueryVector {
  const space = spaceOf(embedder)
  return { vector: requireVector(embedder.embedQuery(text), space), space }
}

class VectorSearcher implements SemanticSearcher {
  readonly name: string
  readonly deterministic: boolean
  readonly embeddings: BackgroundIndex
  readonly #local: LocalEmbedder | undefined
  readonly #queries: QueryVectors
  readonly #snapshots: Snapshots
  readonly #clausesOf: (query: string) => readonly string[]
  /** Those of tools that were saved are not among them. */
  #summaries = new Map<string, ToolSummary>()
  /** Without the bytes, which are let go of. */
  readonly #saved: Omit<SavedSearcher, 'bytes'> | undefined

  constructor({ name = 'semantic', queryTimeoutMs, clausesOf, saved, ...options }: SemanticSearcherOptions) {
    const settings = readSettings(options)
    const { embedder } = settings
    this.name = name
    this.deterministic = isLocalEmbedder(embedder)
    this.#saved = saved && { summaryOf: saved.summaryOf, factsOf: saved.factsOf }
    this.embeddings = new BackgroundIndex(settings, saved)
    this.#local = isLocalEmbedder(embedder) ? embedder : undefined
    this.#queries = new QueryVectors({
      ...settings,
      queryTimeoutMs: checkTimeoutMs('queryTimeoutMs', queryTimeoutMs ?? DEFAULT_QUERY_TIMEOUT_MS),
    })
    this.#clausesOf = clausesOf ?? (() => [])
    setDraft(this, this.#drafts.begin)
    const { toSave } = this.embeddings
    const save: typeof toSave.save = (out) => {
      toSave.save(out)
      if (this.#saved !== undefined) this.#summaries.clear()
    }
    this.#snapshots = new Snapshots({ ...toSave, save })
    setSnapshots(this, this.#snapshots)
  }

  readonly #drafts = new DraftsByCopy<CopiedVectors>({
    copy: async () => this.embeddings.copy(new Map(this.#summaries)),
    apply: (copied, changes) => copied.apply(changes),
    take: (copied) => {
      this.#summaries = copied.summaries
      this.embeddings.take(copied)
    },
  })

  readonly apply = (changes: SearchChanges): void => {
    checkChanges(changes)
    changeSummaries(this.#summaries, changes)
    this.embeddings.apply(changes)
    if (this.#saved) for (const { id } of changes.upserts) this.embeddings.toSave.learn(id, undefined)
    this.#drafts.record(changes)
  }

  readonly snapshot = (revision?: string): Uint8Array => this.#snapshots.take(revision)

  readonly search = async (request: SearchRequest): Promise<SearcherAnswer> => {
    checkRequest(request)
    const { query, limit, filter, explain, signal } = request
    signal?.throwIfAborted()
    const { known, asked } = isEmptyFilter(filter) ? {} : compileRankedFilter(filter)
    const of = (id: string): ToolFacts => this.#factsOf(id)
    const accepts = known && ((id: string): boolean => known(of(id)))
    const facts = known && { of, pass: known }
    if (query.trim() === '' || limit === 0) return { hits: [] }
    if (this.embeddings.held().total >= OWN_TURN) await nextTurn()
    let found: RequestVectors
    try {
      const texts = this.#textsOf(query)
      // A local embedder answers at once.
      const local = this.#local
      const embedded =
        local === undefined
          ? await Promise.all(texts.map((text) => this.#queries.vectorOf(text, signal)))
          : texts.map((text) => embedAtOnce(local, text))
      found = this.#comparable(embedded)
    } catch (error) {
      signal?.throwIfAborted()
      return this.#without(error)
    }
    const { whole, parts, model, total, pending } = found
    let ranked: readonly VectorHit[] = []
    const rank = (depth: number): number => {
      const near = this.embeddings.search(whole, { limit: depth, accepts, facts, parts, mayMiss: true })
      ranked = near.filter(({ score }) => score > 0)
      return ranked.length
    }
    const allows = (at: number): boolean =>
      asked?.allowsRanked(this.#summaryOf(ranked[at]?.id ?? '')) === true
    try {
      if (asked === undefined) rank(limit)
      else ranked = takeAllowed(limit, { rank, allows, asked }).map((place) => ranked[place] as VectorHit)
    } catch (error) {
      if (error instanceof VectorsUnreadableError) return this.#without(error)
      throw error
    }
    const label = `cosine similarity by ${model}${parts.length === 0 ? '' : ', mean of request and nearest clause'}`
    const hits = ranked.map((hit) => (explain ? { ...hit, explanation: { label, value: hit.score } } : hit))
    if (pending === 0) return { hits }
    const reason = `${pending} of ${total} tools have no vector yet.`
    return { hits, degraded: [{ part: this.name, reason }] }
  }

  #without(error: unknown): SearcherAnswer {
    return { hits: [], degraded: [{ part: this.name, reason: messageOf(error) }] }
  }

  #summaryOf(id: string): ToolSummary {
    return this.#summaries.get(id) ?? (this.#saved?.summaryOf(id) as ToolSummary)
  }

  #factsOf(id: string): ToolFacts {
    return this.#summaries.get(id) ?? this.#saved?.factsOf?.(id) ?? this.#summaryOf(id)
  }

  #textsOf(query: string): readonly string[] {
    const clauses = this.#clausesOf(query).filter((clause) => clause !== query)
    const texts = clauses.length === 0 ? [query] : [query, ...new Set(clauses.slice(0, MAX_CLAUSES))]
    return texts.map((text) => takeCodePoints(text, MAX_SEMANTIC_TEXT))
  }

  /** Throws the reason why vectors cannot be compared with those of the tools. */
  #comparable(embedded: readonly QueryVector[]): RequestVectors {
    const held = this.embeddings.held()
    const other = embedded.find(({ space }) => space.model !== held.model)
    if (other !== undefined) {
      const by = quote(other.space.model)
      throw new TypeError(`The query was embedded by ${by}, the tools by ${quote(held.model)}.`)
    }
    const vectors = embedded.map(({ vector }) => vector)
    // A clause that is all of the request, but for a full stop, has the same vector and says nothing more.
    const isNew = (vector: Float32Array, i: number): boolean =>
      !vectors.slice(0, i).some((other) => vector.every((value, at) => value === other[at]))
    const [whole, ...parts] = vectors.filter(isNew)
    return { ...held, whole: whole as Float32Array, parts }
  }
}

/** Token vectors as a retriever of a hybrid searcher, after one for words. */
export interface BuiltInRetriever extends HybridRetriever {
  readonly searcher: SemanticSearcher
  readonly weight: number
  /** The verdict of the ranking is fitted to its scores. */
  readonly judges: true
}

/** Options of {@link createBuiltInRetriever}. */
export interface BuiltInRetrieverOptions
  extends TokenEmbedderOptions,
    Pick<SemanticSearcherOptions, 'saved'> {}

/** Chosen with a table that was trained without the sets it was measured on; a little more or less brings as much. */
const WEIGHT = 2.7
/** Random words reach a cosine of .35 by chance, in a catalog of thousands. */
const MIN_SCORE_ALONE = 0.4

/**
 * The token embedder as it was measured to help: `createHybridSearcher({ searchers: [createLexicalSearcher(),
 * createBuiltInRetriever()] })` is the default ranking. A request and each of its clauses of two words or more are
 * embedded, see `clausesOf` of `createSemanticSearcher`.
 *
 * @throws InvalidTableError `INVALID_EMBEDDING_TABLE` when the table is none.
 * @throws TypeError for an unknown option.
 */
export function createBuiltInRetriever(options: BuiltInRetrieverOptions = {}): BuiltInRetriever {
  checkOption('the options of a built-in retriever', options, 'object')
  const { saved, ...table } = options
  return Object.freeze({
    searcher: createSemanticSearcher({ embedder: createTokenEmbedder(table), clausesOf, saved }),
    weight: WEIGHT,
    ungated: true,
    minScoreAlone: MIN_SCORE_ALONE,
    judges: true,
  })
}

/** The clauses of a request; a single word says too little about what is meant. */
function clausesOf(query: string): readonly string[] {
  return splitSubqueries(query).filter((clause) => /\S\s+\S/.test(clause))
}
