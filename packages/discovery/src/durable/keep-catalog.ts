import { type CatalogChange, type Degradation, type Observer, StoreReadOnlyError } from '@toolscout/model'
import { createSlices, stepByStep, systemClock } from '@toolscout/model/internal'
import { type BytesApart, snapshotsOf } from '@toolscout/search/internal'
import { checkOptions } from '../check-options.ts'
import type { CatalogItemChange, DurableCatalog } from './durable-catalog.ts'
import { FollowedStore } from './follow-others.ts'
import { MEANING_CHECKPOINT, type RestoredRanking, WORDS_CHECKPOINT } from './restore-ranking.ts'
import { sealedPieces, sealOf, VECTORS_CHECKPOINT } from './vectors-apart.ts'
import { WriteBehind, type WriteBehindDeps } from './write-behind.ts'

/** Changes after which a checkpoint is worth its writing: an opening takes them one by one, some thousand a second. */
const LEAST_CHANGES = 1_000
/** Or this part of the catalog, since a checkpoint is as large as the catalog. */
const SHARE_OF_CATALOG = 0.1
/** How long nothing is kept before a checkpoint is made: while many tools come in, each one would be made for nothing. */
const QUIET_MS = 1_000
/** Longest time a checkpoint waits for that. */
const MAX_WAIT_MS = 30_000

const NO_PROBLEMS: readonly Degradation[] = Object.freeze([])

/** A durable catalog as the facade works with it. */
export interface KeptCatalog extends Omit<DurableCatalog, 'restored'> {
  /** What is missing of the catalog at the moment, such as changes of other processes. */
  readonly problems: () => readonly Degradation[]
  /** @throws StoreReadOnlyError `STORE_READ_ONLY` where nothing can be kept, so that nothing is to change. */
  readonly requireWritable: () => void
  /** The documentation of a tool has changed. */
  readonly touch: (id: string) => void
  /** Ends what works in the background, keeps everything, and closes the store. Never rejects. */
  readonly close: () => Promise<void>
  readonly onClose: (listener: () => void) => void
  /** A checkpoint is to be made beside everything else. */
  readonly checkpointSoon: () => void
  /** What was saved of meaning is of no use any more. */
  readonly vectorsLost: () => void
}

/** What is kept, and where. */
export interface KeptCatalogDeps extends Omit<WriteBehindDeps, 'onKept'> {
  /** Its parts have states that checkpoints save; none where another searcher ranks. */
  readonly ranking: Partial<Pick<RestoredRanking, 'words' | 'meaning' | 'savedAt' | 'seal' | 'hasMeaning'>>
  readonly observer: Observer | undefined
}

/** Keeps what changes from now on. */
export function createKeptCatalog(deps: KeptCatalogDeps): KeptCatalog {
  const { index, store, onError } = deps
  const listeners: (() => void)[] = []
  const behind = new WriteBehind({
    ...deps,
    onKept: (changes) => checkpoints.onKept(changes, index.size),
  })
  const checkpoints = new Checkpoints(deps, behind)
  const followed = new FollowedStore({ store, index, behind, onError, observer: deps.observer })
  const requireWritable = (): void => {
    if (store.isReadOnly === true) throw new StoreReadOnlyError(store.name)
  }
  return {
    requireWritable,
    revision: () => behind.revision,
    isShared: store.changes !== undefined,
    reached: async (revision, options = {}) => {
      checkOptions('reached', options)
      const { signal } = options
      if (store.changes !== undefined) return followed.reached(revision, signal)
      await behind.flush()
      if (revision > behind.revision) throw new RangeError(`The store has no revision ${revision}.`)
    },
    problems: () => {
      const error = followed.away
      if (error === undefined) return NO_PROBLEMS
      const reason = `Changes of other processes do not arrive: ${error.message}`
      return [Object.freeze({ part: 'catalog', reason })]
    },
    flush: () => behind.flush(),
    touch: (id) => behind.touch(id),
    items: (kind) => store.items(kind),
    setItems: (changes) => behind.append(changes.map(toItemChange)),
    checkpoint: async () => {
      requireWritable()
      return checkpoints.save()
    },
    checkpointSoon: () => checkpoints.saveInBackground(),
    vectorsLost: () => {
      checkpoints.meaningAt = undefined
    },
    onClose: (listener) => void listeners.push(listener),
    close: async () => {
      checkpoints.isEnding = true
      for (const listener of listeners) listener()
      await followed.close()
      try {
        await behind.close()
        await checkpoints.save()
      } catch (error) {
        onError(error)
      }
      checkpoints.stopWaiting()
      await store.close()
    },
  }
}

function toItemChange({ kind, key, value }: CatalogItemChange): CatalogChange {
  return value === undefined
    ? { type: 'deleteItem', kind, key }
    : { type: 'putItem', item: { kind, key, value } }
}

/** Saves the ranking when enough has changed, and then nothing for a while. */
class Checkpoints {
  /** Whether a last one is made by the catalog as it closes, and no more in the background. */
  isEnding = false
  readonly #deps: KeptCatalogDeps
  readonly #behind: WriteBehind
  /** The revisions at which the parts were saved, and the name of what was saved of the words. */
  meaningAt: number | undefined
  #wordsAt: number | undefined
  #seal: string | undefined
  #changes = 0
  #saving: Promise<void> | undefined
  #stopQuiet: (() => void) | undefined
  #stopLongest: (() => void) | undefined

  constructor(deps: KeptCatalogDeps, behind: WriteBehind) {
    this.#deps = deps
    this.#behind = behind
    const { words, savedAt, seal, hasMeaning } = deps.ranking
    // One that another platform made is made again, once, because it is slower to open.
    this.#wordsAt = words !== undefined && snapshotsOf(words).part.isForeign?.() ? undefined : savedAt
    this.meaningAt = hasMeaning === true ? savedAt : undefined
    this.#seal = seal
  }

  onKept(changes: number, size: number): void {
    this.#changes += changes
    if (this.#changes < Math.max(LEAST_CHANGES, SHARE_OF_CATALOG * size)) return
    const saveAfter = (ms: number): (() => void) =>
      systemClock.after(ms, () => this.saveInBackground(), { background: true })
    this.#stopQuiet?.()
    this.#stopQuiet = saveAfter(QUIET_MS)
    this.#stopLongest ??= saveAfter(MAX_WAIT_MS)
  }

  save(): Promise<void> {
    this.#saving ??= this.#saveOnce().finally(() => {
      this.#saving = undefined
    })
    return this.#saving
  }

  saveInBackground(): void {
    if (this.isEnding) return
    this.#changes = 0
    this.save().catch(this.#deps.onError)
  }

  stopWaiting(): void {
    this.#stopQuiet?.()
    this.#stopLongest?.()
    this.#stopLongest = undefined
  }

  async #saveOnce(): Promise<void> {
    const { ranking, store, index } = this.#deps
    const { words, meaning } = ranking
    await this.#behind.flush()
    this.stopWaiting()
    if (words === undefined || store.isReadOnly === true) return
    const slices = createSlices()
    await stepByStep(snapshotsOf(words).part.prepare(), slices)
    await slices.next()
    const revision = this.#behind.settled
    // Begun at one moment, after the revision. They may hold some of what came later, and nothing of what comes from now on.
    const finishWords = revision === this.#wordsAt ? undefined : snapshotsOf(words).begin()
    const { total, pending } = meaning?.embeddings.progress() ?? { total: 0, pending: 0 }
    const isWhole = meaning !== undefined && pending === 0 && total === index.size
    const isDue = isWhole && (finishWords !== undefined || revision !== this.meaningAt)
    const apart: BytesApart[] = []
    const { largeCheckpoints } = store
    const finishMeaning = isDue
      ? snapshotsOf(meaning).begin(largeCheckpoints && ((bytes) => void apart.push(bytes)))
      : undefined
    this.#changes = 0
    try {
      const ofWords = finishWords && (await stepByStep(finishWords(String(revision)), slices))
      const seal = ofWords === undefined ? this.#seal : sealOf(ofWords)
      const ofMeaning = finishMeaning && (await stepByStep(finishMeaning(seal), slices))
      // First what is largest: where the disk is full, what was saved before stays whole.
      if (ofMeaning !== undefined) {
        for (const { pieces } of apart)
          await largeCheckpoints?.save(VECTORS_CHECKPOINT, {
            revision,
            pieces: sealedPieces(ofMeaning, pieces),
          })
      }
      if (ofWords !== undefined) {
        await store.saveCheckpoint(WORDS_CHECKPOINT, { revision, bytes: ofWords })
        this.#wordsAt = revision
        this.#seal = seal
      }
      if (ofMeaning !== undefined) {
        await store.saveCheckpoint(MEANING_CHECKPOINT, { revision, bytes: ofMeaning })
        this.meaningAt = revision
      }
    } finally {
      for (const { end } of apart) end()
    }
  }
}
