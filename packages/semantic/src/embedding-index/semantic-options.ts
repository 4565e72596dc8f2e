import type { SavedSearcher, SnapshotSearcher } from '@toolscout/search'
import type { EmbeddingIndex, EmbeddingIndexOptions } from './embedding-index.ts'

/** Options of `createSemanticSearcher`. */
export interface SemanticSearcherOptions extends EmbeddingIndexOptions {
  /** Names the searcher in answers. Default `semantic`. */
  readonly name?: string | undefined
  /**
   * Milliseconds a search waits for the vector of its query; a local embedder is not waited for. Default 300. Legal: 1
   * to 2,147,483,647.
   */
  readonly queryTimeoutMs?: number | undefined
  /**
   * The subqueries a request consists of. Where there are several, a tool's similarity is the mean of that to the whole
   * request and that to whatever of the request and its subqueries is nearest. Each costs a vector; the first twelve are
   * looked at. Default: a request is one.
   */
  readonly clausesOf?: ((query: string) => readonly string[]) | undefined
  /** What a semantic searcher of the same model saved. Default: nothing, it begins empty. */
  readonly saved?: SavedSearcher | undefined
}

/** A searcher by meaning. Its `snapshot` throws an `EMBEDDINGS_INCOMPLETE` while a tool has no vector. */
export interface SemanticSearcher extends SnapshotSearcher {
  /** The vectors it searches: how far they are, and the way to wait for them. */
  readonly embeddings: EmbeddingIndex
}
