import type { SearchChanges, SearchDocument, VectorHit } from '@toolscout/model'
import { atOnce, isLocalEmbedder, type LocalEmbedder, quote } from '@toolscout/model/internal'
import { EmbedderFailedError } from '../errors.ts'
import type { NearRequest } from '../vectors/nearest-rows.ts'
import { requireVector, spaceOf } from '../vectors/vector-kernel.ts'
import { VectorStore } from '../vectors/vector-store.ts'
import { Attempts, type Entry, takeBatch } from './attempts.ts'
import { type CopiedVectors, copyVectors, Entries, type Summaries } from './copied-vectors.ts'
import { contentOf, embedDocuments } from './embed-texts.ts'
import { emptyVectors, type SavedVectors, type SpaceVectors, toSaveOf } from './embedding-cache.ts'
import {
  type EmbeddingIndex,
  type EmbeddingIndexSettings,
  type EmbeddingProgress,
  type ProgressListener,
  progressOf,
  reportTo,
  untilReady,
} from './embedding-index.ts'

/** Two batches keep a server busy; five failures are some ten seconds, and a minute's pause after them costs little. */
const [MOST_BATCHES, MAX_FAILURES, REST_MS] = [2, 5, 60_000] as const

/**
 * Makes vectors of documents in the background, in batches, a text that several share once. A failing embedder is asked
 * again after growing waits, in smaller batches, at last only for a reason. Another `model` has all vectors made again.
 */
export class BackgroundIndex implements EmbeddingIndex {
  readonly #settings: EmbeddingIndexSettings
  readonly #local: LocalEmbedder | undefined
  readonly #attempts: Attempts
  #entries: Entries
  /** Entries that wait for a vector, in the order in which their turn comes. */
  #pending = new Set<Entry>()
  readonly #listeners = new Set<ProgressListener>()
  readonly #stop = new AbortController()
  /** Vectors that may be compared; replaced as a whole when the model changes. */
  #current: SpaceVectors
  #running = 0
  #isScheduled = false
  #stopWaiting: (() => void) | undefined
  /** Documents with their vectors, as another index of the same model can begin with them. */
  readonly toSave: ReturnType<typeof toSaveOf>

  constructor(settings: EmbeddingIndexSettings, saved?: SavedVectors) {
    this.#settings = settings
    this.#local = isLocalEmbedder(settings.embedder) ? settings.embedder : undefined
    this.#attempts = new Attempts({ ...settings, maxFailures: MAX_FAILURES, restMs: REST_MS })
    this.#current = emptyVectors(settings)
    this.#entries = new Entries(this.#current.vectors)
    this.toSave = toSaveOf(settings, {
      now: () => ({ ...this.#current, held: this.#entries.held }),
      take: (begun) => this.take(begun),
    })
    if (saved?.bytes !== undefined) atOnce(this.toSave.restore(saved))
  }

  /** Takes documents in. Returns at once; only a local embedder is asked on the way. Never throws for an embedder. */
  apply({ upserts, removals }: SearchChanges): void {
    this.#follow()
    for (const id of removals) this.#drop(id)
    for (const document of upserts) this.#take(document)
    this.#schedule()
    this.#report()
  }

  /** A copy of all documents and vectors; `undefined` where they are not in memory or not all there. */
  copy(summaries: Summaries): CopiedVectors | undefined {
    if (this.#missing() + this.#attempts.failures > 0) return undefined
    return copyVectors(this.#current, this.#settings, summaries)
  }

  /** Goes on with other vectors, such as a copy. What that could not embed is given another chance. */
  take({ space, vectors, late = [] }: SpaceVectors & Partial<Pick<CopiedVectors, 'late'>>): void {
    this.#entries = new Entries(vectors)
    this.#current = { space, vectors }
    this.apply({ upserts: late, removals: [] })
  }

  /** The documents nearest to a vector, of those that have one. @throws RangeError for a vector of another size. */
  search(query: Float32Array, request: NearRequest): readonly VectorHit[] {
    if (this.#missing() > 0) this.#schedule()
    return this.#current.vectors.search(query, request)
  }

  readonly progress = (): EmbeddingProgress => {
    this.#follow()
    return this.#progress()
  }

  readonly onProgress = (listener: ProgressListener): (() => void) => {
    // A function of its own, so that the same listener may listen twice.
    const own: ProgressListener = (now) => listener(now)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  readonly ready: EmbeddingIndex['ready'] = (options) =>
    untilReady(this, { clock: this.#settings.clock, begin: () => this.#pump() }, options)

  readonly retry = (): void => {
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
    this.#attempts.succeed()
    this.#schedule()
  }

  readonly close = (): void => {
    this.#stop.abort()
    this.#stopWaiting?.()
    this.#report()
  }

  /** The model whose vectors it holds, how many documents there are, and how many of them have none yet. */
  held(): Pick<EmbeddingProgress, 'model' | 'total' | 'pending'> {
    this.#follow()
    return { model: this.#current.space.model, total: this.#total(), pending: this.#missing() }
  }

  #total(): number {
    const { vectors } = this.#current
    return this.#entries.held.size + (vectors instanceof VectorStore ? vectors.contentCount : 0)
  }

  #missing(): number {
    return this.#total() - this.#current.vectors.size
  }

  #progress(): EmbeddingProgress {
    const facts = { model: this.#current.space.model, total: this.#total(), pending: this.#missing() }
    return progressOf(facts, this.#attempts, this.#stop.signal)
  }

  #report(): void {
    reportTo([...this.#listeners], () => this.#progress(), this.#settings.onError)
  }

  /** Starts over when the embedder has changed. */
  #follow(): void {
    const { model, dimensions } = this.#current.space
    try {
      const space = spaceOf(this.#settings.embedder)
      if (space.model === model && space.dimensions === dimensions) return
      this.#current = emptyVectors(this.#settings, space)
      // Those without texts are given again: a local embedder, which keeps none, keeps its model.
      this.#entries = new Entries(this.#current.vectors, this.#entries.held)
      this.#pending = new Set(this.#entries.held.values())
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
    const waiting = (): readonly Entry[] =>
      batch.filter((entry) => this.#entries.held.get(entry.id) === entry)
    try {
      const vectors = await embedDocuments(batch, before.space, this.#settings, this.#stop.signal)
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
      this.#report()
    }
  }

  #enqueue(entry: Entry): void {
    this.#entries.hold(entry)
    this.#pending.add(entry)
  }

  #pump(): void {
    if (this.#stop.signal.aborted) return
    this.#follow()
    const { maxBatch } = this.#settings.embedder
    const most = Number.isInteger(maxBatch) && maxBatch >= 1 ? maxBatch : 1
    while (this.#pending.size > 0 && this.#running < (this.#attempts.failures > 0 ? 1 : MOST_BATCHES)) {
      if (this.#attempts.waitMs > 0) {
        this.#wait()
        return
      }
      void this.#run(takeBatch(this.#pending, most))
    }
  }

  /** Pumps again when the next attempt is due, unless that is arranged or the index rests. */
  #wait(): void {
    if (this.#attempts.isResting || this.#stopWaiting !== undefined) return
    const resume = (): void => {
      this.#stopWaiting = undefined
      this.#pump()
    }
    this.#stopWaiting = this.#settings.clock.after(this.#attempts.waitMs, resume, { background: true })
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
    this.#pending.delete(this.#entries.held.get(id) as Entry)
    this.#entries.delete(id)
    this.#current.vectors.remove(id)
  }

  #take({ id, fields }: SearchDocument): void {
    const content = contentOf(fields, this.#local !== undefined)
    const entry = { id, fields, content, failures: 0 }
    if (this.#entries.contentOf(id) === content) {
      if (this.#local === undefined && !this.#entries.held.has(id)) this.#entries.hold(entry)
      return
    }
    this.#drop(id)
    if (this.#local === undefined || this.#attempts.failures > 0) {
      this.#enqueue(entry)
      return
    }
    try {
      const vector = requireVector(this.#local.embedDocument(fields), this.#current.space)
      this.#current.vectors.set(id, vector)
      this.#entries.settle(entry)
    } catch (error) {
      this.#attempts.fail(error)
      this.#enqueue(entry)
    }
  }
}
