import type { SearchChanges, SearchDocument, ToolSummary, VectorIndex } from '@toolscout/model'
import { atOnce, isLocalEmbedder, type LocalEmbedder } from '@toolscout/model/internal'
import { createSectionWriter } from '@toolscout/search/internal'
import { requireVector, type VectorSpace } from '../vectors/vector-kernel.ts'
import { VectorStore } from '../vectors/vector-store.ts'
import type { Entry } from './attempts.ts'
import { contentOf } from './embed-texts.ts'
import type { SpaceVectors } from './embedding-cache.ts'
import type { EmbeddingIndexSettings } from './embedding-index.ts'

/** The summaries of tools, by id. */
export type Summaries = Map<string, ToolSummary>

export function changeSummaries(summaries: Summaries, { upserts, removals }: SearchChanges): void {
  for (const id of removals) summaries.delete(id)
  for (const { id, summary } of upserts) summaries.set(id, summary)
}

/** A copy of what a searcher by a local embedder holds, changed while the searcher itself goes on. */
export class CopiedVectors {
  readonly space: VectorSpace
  readonly vectors: VectorStore
  readonly summaries: Summaries
  /** Documents that could not be embedded. */
  readonly late: SearchDocument[] = []
  readonly #embedder: LocalEmbedder

  constructor({ space, vectors }: SpaceVectors<VectorStore>, embedder: LocalEmbedder, summaries: Summaries) {
    this.space = space
    this.vectors = vectors
    this.summaries = summaries
    this.#embedder = embedder
  }

  apply(changes: SearchChanges): void {
    changeSummaries(this.summaries, changes)
    for (const id of changes.removals) this.vectors.remove(id)
    for (const document of changes.upserts) this.#take(document)
  }

  #take(document: SearchDocument): void {
    const { id, fields } = document
    const content = contentOf(fields, true)
    if (this.vectors.contentOf(id) === content) {
      this.vectors.learn(id, undefined)
      return
    }
    this.vectors.remove(id)
    try {
      this.vectors.set(id, requireVector(this.#embedder.embedDocument(fields), this.space))
      this.vectors.setContent(id, content)
    } catch {
      this.late.push(document)
    }
  }
}

/** A copy of vectors in memory, in an empty store, with what stands beside them. */
export function copyVectors(
  { space, vectors }: SpaceVectors,
  { embedder, vectors: createVectors }: Pick<EmbeddingIndexSettings, 'embedder' | 'vectors'>,
  summaries: Summaries,
): CopiedVectors | undefined {
  if (!isLocalEmbedder(embedder) || !(vectors instanceof VectorStore)) return undefined
  const copy = createVectors(space.dimensions)
  if (!(copy instanceof VectorStore)) return undefined
  const out = createSectionWriter()
  vectors.share(out)
  atOnce(copy.load(out.readBack(), vectors.source))
  copy.learnFrom(vectors)
  return new CopiedVectors({ space, vectors: copy }, embedder, summaries)
}

/**
 * What an index of embeddings knows of documents. Of one that needs no more a vector store has the hash, beside the
 * vector: once a local embedder has seen texts, they are not kept for nothing.
 */
export class Entries {
  readonly #vectors: VectorIndex
  readonly held: Map<string, Entry>

  constructor(vectors: VectorIndex, held: Map<string, Entry> = new Map()) {
    this.#vectors = vectors
    this.held = held
  }

  contentOf(id: string): number | undefined {
    return (
      this.held.get(id)?.content ??
      (this.#vectors instanceof VectorStore ? this.#vectors.contentOf(id) : undefined)
    )
  }

  hold(entry: Entry): void {
    this.delete(entry.id)
    this.held.set(entry.id, entry)
  }

  /** Keeps of a document with a vector no more than the hash. */
  settle(entry: Entry): void {
    this.hold(entry)
    if (!(this.#vectors instanceof VectorStore)) return
    this.held.delete(entry.id)
    this.#vectors.setContent(entry.id, entry.content)
  }

  delete(id: string): void {
    this.held.delete(id)
    if (this.#vectors instanceof VectorStore) this.#vectors.setContent(id, 0)
  }
}
