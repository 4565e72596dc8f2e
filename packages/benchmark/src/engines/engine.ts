import type { CorpusTool } from '../corpus/corpus-tool.ts'

/**
 * A search engine that is measured. Nothing of its library is loaded before `load`, so one engine's absence or
 * import time does not touch another's.
 *
 * `Document` is private to the engine: the benchmark passes what `prepare` returned to the
 * library that belongs to it. Members are methods, so that engines of all kinds of documents fit in one list.
 */
export interface Engine<Document = unknown> {
  /** How it is chosen and reported. */
  readonly name: string
  /** The npm package whose version and installed size are reported. */
  readonly packageName: string
  /** Most tools it is asked to hold; more would take hours or more memory than a process can have. */
  readonly maxTools: number
  /**
   * Whether it takes part in paired runs that name no engines. One that walks hundreds of megabytes a query leaves
   * the others nothing in the caches, and its garbage is collected at their cost.
   */
  readonly isPairedByDefault: boolean
  /** What to know when reading its row. */
  readonly note?: string
  /** A tool in the form the engine takes. Not timed. */
  prepare(tool: CorpusTool): Document
  /** A query in the form the engine takes. Not timed. */
  prepareQuery(text: string): string
  /** Imports the library. Timed as import. */
  load(): Promise<EngineLibrary<Document>>
}

/** An engine whose library is there. */
export interface EngineLibrary<Document = unknown> {
  /** An index of these tools, ready to be searched. Ids are unique. */
  build(documents: readonly Document[]): Promise<EngineIndex<Document>>
}

/** Tools that can be searched. */
export interface EngineIndex<Document = unknown> {
  /** Ids of the best tools that hold any word of the query, best first, at most `limit`. */
  search(query: string, limit: number): Promise<readonly string[]>
  /** Drops answers that it remembers. Absent when it remembers none. */
  forget?(): Promise<void>
  /** Absent when the engine can only rebuild. */
  readonly changes?: EngineChanges<Document>
  /**
   * The index in the form in which it outlives the process. Absent when the engine has none.
   *
   * @param folder An empty folder, for engines that write files.
   */
  save?(folder: string): Promise<SavedIndex<Document>>
  /** Bytes the index holds outside of what V8 counts. Absent when there are none. */
  nativeBytes?(): number
  /** Gives back what the collector cannot. */
  close(): void
}

/** Changes of one tool; the next search sees them. */
export interface EngineChanges<Document = unknown> {
  /** Adds a tool whose id is new. */
  add(document: Document): Promise<void>
  /** Puts a tool in the place of the one with its id. */
  update(document: Document): Promise<void>
  /** Removes a tool that is there. */
  remove(id: string): Promise<void>
}

/** A saved index. */
export interface SavedIndex<Document = unknown> {
  /** Bytes of the saved form. */
  readonly bytes: number
  /** The index from its saved form alone, which is in memory or in a file the system has in its cache. */
  restore(): Promise<EngineIndex<Document>>
}
