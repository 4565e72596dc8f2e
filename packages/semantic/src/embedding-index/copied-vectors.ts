import type { SearchChanges, SearchDocument, ToolSummary } from '@toolscout/model'
import { DraftsByCopy, isLocalEmbedder, type LocalEmbedder } from '@toolscout/model/internal'
import { createSectionWriter } from '@toolscout/search/internal'
import { requireVector, type VectorSpace, VectorStore } from '../vectors/vector-store.ts'
import type { Entry } from './attempts.ts'
import { contentOf } from './embed-texts.ts'
import type { SpaceVectors } from './embedding-cache.ts'
import type { EmbeddingIndexSettings } from './embedding-index.ts'

/** What {@link CopiedVectors} begins with. */
interface CopiedParts {
  readonly space: VectorSpace
  readonly embedder: LocalEmbedder
  readonly entries: Map<string, Entry>
  readonly vectors: VectorStore
}

/** A copy of an index of embeddings by a local embedder, changed while the index itself is searched. */
export class CopiedVectors {
  readonly space: VectorSpace
  readonly entries: Map<string, Entry>
  readonly vectors: VectorStore
  /** Documents that could not be embedded. */
  readonly late: SearchDocument[] = []
  readonly #embedder: LocalEmbedder

  constructor({ space, embedder, entries, vectors }: CopiedParts) {
    this.space = space
    this.#embedder = embedder
    this.entries = entries
    this.vectors = vectors
  }

  apply({ upserts, removals }: SearchChanges): void {
    for (const id of removals) this.#drop(id)
    for (const document of upserts) this.#take(document)
  }

  #take(document: SearchDocument): void {
    const { id, fields } = document
    const content = contentOf(fields, true)
    if (this.entries.get(id)?.content === content) return
    this.#drop(id)
    try {
      this.vectors.set(id, requireVector(this.#embedder.embedDocument(fields), this.space))
      this.entries.set(id, { id, fields: undefined, content, failures: 0 })
    } catch {
      this.late.push(document)
    }
  }

  #drop(id: string): void {
    this.entries.delete(id)
    this.vectors.remove(id)
  }
}

/** A copy of vectors in memory, in an empty store, and of what is known of their documents. */
export function copyVectors(
  { space, vectors }: SpaceVectors,
  entries: ReadonlyMap<string, Entry>,
  { embedder, vectors: createVectors }: Pick<EmbeddingIndexSettings, 'embedder' | 'vectors'>,
): CopiedVectors | undefined {
  if (!isLocalEmbedder(embedder) || !(vectors instanceof VectorStore)) return undefined
  const copy = createVectors(space.dimensions)
  if (!(copy instanceof VectorStore)) return undefined
  const out = createSectionWriter()
  vectors.save(out)
  copy.load(out.readBack())
  return new CopiedVectors({ space, embedder, entries: new Map(entries), vectors: copy })
}

/** The summaries of tools, by id. */
export type Summaries = Map<string, ToolSummary>

export function changeSummaries(summaries: Summaries, { upserts, removals }: SearchChanges): void {
  for (const id of removals) summaries.delete(id)
  for (const { id, summary } of upserts) summaries.set(id, summary)
}

/** What a searcher by meaning holds. */
export interface HeldVectors {
  readonly summaries: Summaries
  readonly copied: CopiedVectors
}

/** Drafts of a searcher by meaning. */
export function createVectorDrafts({
  copy,
  summaries,
  take,
}: {
  readonly copy: () => CopiedVectors | undefined
  readonly summaries: () => Summaries
  readonly take: (held: HeldVectors) => void
}): DraftsByCopy<HeldVectors> {
  return new DraftsByCopy({
    copy: async (slices) => {
      const copied = copy()
      if (copied === undefined) return undefined
      if (slices.isOver()) await slices.next()
      return { copied, summaries: new Map(summaries()) }
    },
    apply: (held, changes) => {
      changeSummaries(held.summaries, changes)
      held.copied.apply(changes)
    },
    take,
  })
}
