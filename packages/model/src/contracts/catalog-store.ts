import type { JsonObject, JsonValue } from '../internal/json/json.ts'
import type { Tool } from '../tool/tool.ts'
import type { Backend, ToolSummary } from '../tool/tool-entry.ts'
import type { EmbeddingCache } from './embedder.ts'
import type { StoreUnavailableError } from './store-errors.ts'

/** Options of every read from a store. */
export interface StoreReadOptions {
  /** Gives up. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
}

/** Options of a batch. */
export interface AppendOptions extends StoreReadOptions {
  /** The revision the changes were made for; where the store is at another, they are refused. Default: any. */
  readonly expectedRevision?: number | undefined
}

/** Something that is not as it should be in a store. */
export interface StoreFault {
  /** What is wrong, in upper snake case; stores have codes of their own. */
  readonly code: string
  /** The tool or item it is about, when it is about one. */
  readonly id?: string
  /** A sentence for people. */
  readonly message: string
}

/** What `verify` found. */
export interface StoreReport {
  /** The latest revision. */
  readonly revision: number
  /** Tools there are, as far as they could be counted. */
  readonly tools: number
  /** Empty when everything agrees with everything; at most 1,000. */
  readonly faults: readonly StoreFault[]
}

/** What `repair` did. */
export interface RepairReport extends StoreReport {
  /** What was wrong before; `faults` is what is still wrong. */
  readonly mended: readonly StoreFault[]
  /** Ids of tools that could not be saved and are gone. */
  readonly lost: readonly string[]
}

/**
 * Where a catalog lives between runs, and between machines. What an implementation owes:
 *
 * - `append` takes a batch whole or not at all: one change that is not acceptable refuses all.
 * - What `append` resolved for survives a crash, and every later read shows it.
 * - Every batch has a revision of its own, greater than those before; an empty one changes nothing.
 * - Later changes of a batch win over earlier ones; deleting what is not there is no error.
 * - Batches take effect in the order in which they were handed over.
 * - An `expectedRevision` that is not the latest is a `STALE_REVISION`, and nothing has changed.
 * - `load` gives every record of one revision, in ascending order of id, whatever is appended meanwhile.
 * - Records and items come back as they went in, tools as `parseTool` gives them.
 * - `loadChanges` leads from a revision to the latest with at most one change an id, in ascending order of id; from a
 *   revision it knows no more it is a `REVISION_FORGOTTEN`.
 * - `get` gives one entry an id, in the order of the ids: the record, or `undefined`.
 * - `items` gives the items of a kind in ascending order of key.
 * - `loadCheckpoint` gives what was saved last under a name, with its revision; a revision that the store has not
 *   reached is a RangeError.
 * - `largeCheckpoints`, where there are any, gives piece by piece what was saved last under a name; one that is open stays
 *   what it is whatever is saved later, and a read that gives fewer bytes than were asked for throws.
 * - `embeddings`, where there is one, keeps vectors as the contract of `EmbeddingCache` says.
 * - `changes`, where there is one, gives every batch after a revision once, in order, from every writer, until its
 *   signal aborts; from a revision that it does not know it is a `REVISION_FORGOTTEN`.
 * - `reader`, where there is one, reads the same as the promises do, at once.
 * - `openCopy`, where there is one, gives a reader of what the store holds, and of each change that it receives.
 * - A second writer is refused with `STORE_LOCKED` or waits; it never corrupts.
 * - A format from the future is a `STORE_FORMAT_UNKNOWN`, and nothing has changed.
 * - `verify` finds no fault in an undamaged store, and `repair` changes nothing there.
 * - An aborted signal rejects with the signal's reason.
 * - `close` waits for what was handed over, may be called twice, and afterwards everything is a `STORE_CLOSED`.
 *
 * The suite `catalogStoreObligations` in the testkit has one test for each.
 */
export interface CatalogStore {
  /** Names the store in reports. */
  readonly name: string
  /** Whether everything that would change it is a `STORE_READ_ONLY`; a catalog on it changes nothing. Default false. */
  readonly isReadOnly?: boolean | undefined
  /** The latest revision; 0 for a store nothing was appended to. */
  readonly revision: (options?: StoreReadOptions) => Promise<number>
  /**
   * Takes changes in; resolves to the revision they led to, once they are durable.
   *
   * Rejects with `STALE_REVISION`; `INVALID_TOOL`, `INVALID_BACKEND`, `INVALID_JSON` or TypeError for a change that is
   * not acceptable; `STORE_UNAVAILABLE` when it could not be written, and then nothing of it was, or its details say
   * that this is not known.
   */
  readonly append: (changes: readonly CatalogChange[], options?: AppendOptions) => Promise<number>
  readonly load: (options?: StoreReadOptions) => AsyncIterable<CatalogRecord>
  /** What changed since a revision, such as that of a checkpoint. */
  readonly loadChanges: (after: number, options?: StoreReadOptions) => AsyncIterable<CatalogToolChange>
  readonly get: (
    ids: readonly string[],
    options?: StoreReadOptions,
  ) => Promise<readonly (CatalogRecord | undefined)[]>
  readonly items: (kind: string, options?: StoreReadOptions) => Promise<readonly CatalogItem[]>
  /**
   * Keeps bytes in place of those that were saved under the name, a legal id part, before. A checkpoint can always be
   * rebuilt, so a store may lose one, never change it.
   */
  readonly saveCheckpoint: (name: string, checkpoint: Checkpoint, options?: StoreReadOptions) => Promise<void>
  readonly loadCheckpoint: (name: string, options?: StoreReadOptions) => Promise<Checkpoint | undefined>
  /** Checkpoints that need not be in memory as a whole; absent where the store has no files to read them from. */
  readonly largeCheckpoints?: LargeCheckpoints | undefined
  /** Keeps vectors beside the tools; absent when the store does not. */
  readonly embeddings?: EmbeddingCache
  /** Follows what all nodes append; absent when the store has one writer. */
  readonly changes?: (options: {
    readonly after: number
    readonly signal: AbortSignal
    /** Hears that the store cannot be read at the moment, and with `undefined` that it can again. Default: none. */
    readonly onAway?: ((error: StoreUnavailableError | undefined) => void) | undefined
  }) => AsyncIterable<CatalogBatch>
  /** Reads without waiting; absent when the store is not in reach of this process. */
  readonly reader?: CatalogReader
  /** Copies all records into memory, packed, where there is no `reader`. Absent: they are loaded. */
  readonly openCopy?: (options?: StoreReadOptions) => Promise<CatalogCopy>
  /** Checks everything against everything. Linear in what is stored. */
  readonly verify: (options?: StoreReadOptions) => Promise<StoreReport>
  /** Rebuilds what follows from the records, and removes what cannot be read. */
  readonly repair: (options?: StoreReadOptions) => Promise<RepairReport>
  readonly close: () => Promise<void>
}

/**
 * Reads of a store that lies in this process or on its disk, so that a catalog can be open before its definitions are
 * in memory. Each costs a read of the store, so it is for the few that somebody asks for.
 */
export interface CatalogReader {
  /** All ids in ascending order. A large store reads them little by little. */
  readonly ids: () => Iterable<string>
  readonly summary: (id: string) => ToolSummary | undefined
  readonly record: (id: string) => CatalogRecord | undefined
}

/** A {@link CatalogReader} of a copy that is kept in step. */
export interface CatalogCopy extends CatalogReader {
  /** Takes in what the store holds by now; in slices, so that nothing else waits long. */
  readonly take: (changes: readonly CatalogChange[]) => Promise<void>
}

/** One tool as a store keeps it. */
export interface CatalogRecord {
  readonly tool: Tool
  /** In order of registration, never empty. */
  readonly backends: readonly Backend[]
  /** What the tool is found by beside its definition; empty when there is nothing. */
  readonly notes: string
  /** What is documented of the tool beside its definition, in the form its keeper gives it. */
  readonly toolDoc?: JsonObject
}

/** A value that is kept beside the tools, such as the state of a source or a pinned definition. */
export interface CatalogItem {
  /** What it is, such as `source`; a legal id part. */
  readonly kind: string
  /** Which one; 1 to 512 characters that can be seen. */
  readonly key: string
  readonly value: JsonValue
}

/** A record that is new or takes the place of the one with its id, or an id that is gone. */
export type CatalogToolChange =
  | { readonly type: 'put'; readonly record: CatalogRecord }
  | { readonly type: 'delete'; readonly id: string }

/** One step of a catalog. */
export type CatalogChange =
  | CatalogToolChange
  | { readonly type: 'putItem'; readonly item: CatalogItem }
  | { readonly type: 'deleteItem'; readonly kind: string; readonly key: string }

/** Changes that took effect together. */
export interface CatalogBatch {
  /** The revision they led to. */
  readonly revision: number
  readonly changes: readonly CatalogChange[]
  /** Milliseconds since it was written, by the clock of the store; absent where that is not known. */
  readonly ageMs?: number | undefined
}

/** Bytes that were made of the catalog at one revision, such as a searcher's snapshot. */
export interface Checkpoint {
  readonly revision: number
  readonly bytes: Uint8Array
}

/** Checkpoints that are written and read piece by piece. Their names are those of all other checkpoints. */
export interface LargeCheckpoints {
  /**
   * As `saveCheckpoint` keeps bytes, keeps those of all pieces. Each is asked for when the one before is written, and may
   * be of the same memory. Rejects with what making one throws; what was saved before stays then.
   */
  readonly save: (name: string, checkpoint: CheckpointPieces) => Promise<void>
  /** Opens what was saved last. Its bytes are not checked: the caller has to see whether they are what was written. */
  readonly open: (name: string) => Promise<OpenCheckpoint | undefined>
}

/** A {@link Checkpoint} in pieces. */
export interface CheckpointPieces {
  readonly revision: number
  readonly pieces: Iterable<Uint8Array>
}

/** A checkpoint that is open until it, or the store, is closed. */
export interface OpenCheckpoint {
  readonly revision: number
  readonly byteLength: number
  /**
   * Fills an array with the bytes from a place on, without waiting.
   *
   * @throws StoreUnavailableError `STORE_UNAVAILABLE` when they cannot be read or are not all there, StoreClosedError
   * `STORE_CLOSED` after the end.
   */
  readonly read: (at: number, into: Uint8Array) => void
  readonly close: () => void
}
