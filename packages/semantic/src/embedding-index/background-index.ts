import type {
  SearchChanges,
  SearchDocument,
  VectorHit,
  VectorIndex,
  VectorSearchRequest,
} from '@toolscout/model'
import { isLocalEmbedder, type LocalEmbedder, quote } from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import { type Attempts, createAttempts, createPending, type Entry } from './attempts.ts'
import { createBatchEmbedder, type EmbedBatch, mostOf } from './embed-batch.ts'
import { hashOfFields, requireVector, semanticText, type VectorSpace } from './embed-texts.ts'
import type { EmbeddingIndexSettings } from './options.ts'
import {
  type Audience,
  createAudience,
  type EmbeddingProgress,
  type EmbeddingState,
} from './progress-listeners.ts'

/** Vectors that may be compared; replaced as a whole when the model changes. */
interface ComparableVectors {
  readonly space: VectorSpace
  readonly vectors: VectorIndex
}

/** The index of embeddings behind `createEmbeddingIndex`. */
export class BackgroundIndex {
  readonly audience: Audience
  readonly #settings: EmbeddingIndexSettings
  readonly #local: LocalEmbedder | undefined
  readonly #attempts: Attempts
  readonly #entries = new Map<string, Entry>()
  readonly #pending = createPending()
  readonly #stop = new AbortController()
  readonly #embedBatch: EmbedBatch
  #current: ComparableVectors
  #running = 0
  #isScheduled = false
  #stopWaiting: (() => void) | undefined

  constructor(settings: EmbeddingIndexSettings) {
    const { embedder, clock, onError } = settings
    this.#settings = settings
    this.#local = isLocalEmbedder(embedder) ? embedder : undefined
    this.#attempts = createAttempts(settings)
    this.#embedBatch = createBatchEmbedder(settings, this.#stop.signal)
    this.#current = this.#begin(this.#liveSpace())
    this.audience = createAudience({ progress: () => this.#progress(), clock, onError })
  }

  apply({ upserts, removals }: SearchChanges): void {
    this.#follow()
    for (const id of removals) this.#drop(id)
    for (const document of upserts) this.#take(document)
    this.#schedule()
    this.audience.tell()
  }

  progress(): EmbeddingProgress {
    this.#follow()
    return this.#progress()
  }

  async ready(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    this.#pump()
    await this.audience.ready(signal)
  }

  search(query: Float32Array, request: VectorSearchRequest): readonly VectorHit[] {
    if (this.#missing() > 0) this.#schedule()
    return this.#current.vectors.search(query, request)
  }

  scoresOf(query: Float32Array, ids: readonly string[]): readonly (number | undefined)[] {
    return this.#current.vectors.scoresOf(query, ids)
  }

  retry(): void {
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
    this.#attempts.reset()
    this.#schedule()
  }

  close(): void {
    this.#stop.abort()
    this.#stopWaiting?.()
    this.audience.tell()
  }

  #liveSpace(): VectorSpace {
    const { model, dimensions } = this.#settings.embedder
    return { model, dimensions }
  }

  #begin(space: VectorSpace): ComparableVectors {
    return { space, vectors: this.#settings.vectors(space.dimensions) }
  }

  #missing(): number {
    return this.#entries.size - this.#current.vectors.size
  }

  #state(): EmbeddingState {
    if (this.#stop.signal.aborted) return 'closed'
    if (this.#missing() === 0) return 'ready'
    if (this.#attempts.isResting()) return 'resting'
    return this.#attempts.mayTry() ? 'embedding' : 'waiting'
  }

  #progress(): EmbeddingProgress {
    const error = this.#attempts.lastError()
    const { model } = this.#current.space
    const facts = { state: this.#state(), model, total: this.#entries.size, pending: this.#missing() }
    return Object.freeze(error === undefined ? facts : { ...facts, error })
  }

  /** Starts over when the embedder has changed. */
  #follow(): void {
    const { model, dimensions } = this.#current.space
    try {
      const space = this.#liveSpace()
      if (space.model === model && space.dimensions === dimensions) return
      this.#current = this.#begin(space)
      this.#pending.clear()
      for (const entry of this.#entries.values()) if (entry.fields !== undefined) this.#pending.add(entry)
      const message = `The embedder was ${quote(model)} and is now ${quote(space.model)}.`
      // It counts as a failure, because one that changes all the time must not be followed all the time.
      this.#attempts.fail(new EmbedderFailedError(message, { model: space.model, reason: 'failed' }))
    } catch (error) {
      this.#attempts.fail(error)
    }
  }

  async #run(batch: readonly Entry[]): Promise<void> {
    this.#running += 1
    const before = this.#current
    const isCurrent = (): boolean => before === this.#current && !this.#stop.signal.aborted
    const waiting = (): readonly Entry[] => batch.filter((entry) => this.#entries.get(entry.id) === entry)
    try {
      const vectors = await this.#embedBatch(batch, before.space)
      this.#follow()
      if (isCurrent()) {
        for (const { id, content } of waiting()) before.vectors.set(id, vectors.get(content) as Float32Array)
        this.#attempts.succeed()
      }
    } catch (error) {
      if (isCurrent()) {
        for (const entry of waiting()) this.#enqueue({ ...entry, failures: entry.failures + 1 })
        this.#attempts.fail(error)
      }
    } finally {
      this.#running -= 1
      this.#pump()
      this.audience.tell()
    }
  }

  #enqueue(entry: Entry): void {
    this.#entries.set(entry.id, entry)
    this.#pending.add(entry)
  }

  #pump(): void {
    if (this.#stop.signal.aborted) return
    this.#follow()
    const { embedder, concurrency } = this.#settings
    while (this.#pending.size() > 0 && this.#running < (this.#attempts.failures() > 0 ? 1 : concurrency)) {
      if (!this.#attempts.mayTry()) {
        this.#wait()
        return
      }
      void this.#run(this.#pending.take(mostOf(embedder.maxBatch)))
    }
  }

  /** Pumps again when the next attempt is due, unless that is arranged or the index rests. */
  #wait(): void {
    if (this.#attempts.isResting() || this.#stopWaiting !== undefined) return
    const resume = (): void => {
      this.#stopWaiting = undefined
      this.#pump()
    }
    this.#stopWaiting = this.#settings.clock.after(this.#attempts.waitMs(), resume, { background: true })
  }

  /** Pumps later, so that what is applied in one go is embedded in full batches. */
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      this.#pump()
    })
  }

  #drop(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#pending.remove(entry)
    this.#entries.delete(id)
    this.#current.vectors.remove(id)
  }

  #take({ id, fields }: SearchDocument): void {
    const content = this.#local === undefined ? semanticText(fields) : hashOfFields(fields)
    if (this.#entries.get(id)?.content === content) return
    this.#drop(id)
    const entry = { id, fields, content, failures: 0 }
    this.#entries.set(id, entry)
    if (this.#local === undefined || this.#attempts.failures() > 0) {
      this.#pending.add(entry)
      return
    }
    try {
      const vector = requireVector(this.#local.embedDocument(fields), this.#current.space)
      this.#current.vectors.set(id, vector)
      this.#entries.set(id, { ...entry, fields: undefined })
    } catch (error) {
      this.#attempts.fail(error)
      this.#pending.add(entry)
    }
  }
}
