/** What was measured of one engine at one size, in one process. `null` where the engine cannot. */
export interface Figures {
  readonly buildToolsPerSecond: number | null
  readonly p50Us: number | null
  readonly p99Us: number | null
  readonly queriesPerSecond: number | null
  /** The first query of a new index, before anything is compiled. */
  readonly firstQueryMs: number | null
  /** Median of adding one tool. */
  readonly addUs: number | null
  /** Median of replacing one tool. */
  readonly updateUs: number | null
  /** Median of removing one tool. */
  readonly removeUs: number | null
  /** Median of the first query after a change of one tool. */
  readonly queryAfterChangeUs: number | null
  /** The longest any single change or the query after it took: rebuilds and merges show here. */
  readonly worstChangeMs: number | null
  /** Heap, typed arrays and memory of native code that the index holds, by tool. */
  readonly bytesPerTool: number | null
  /** Of these the objects of V8. */
  readonly heapBytesPerTool: number | null
  /** What the process has grown by, freed pages that were not given back among it. */
  readonly residentBytesPerTool: number | null
  readonly saveMs: number | null
  /** From the saved form in memory to an index that can be searched. */
  readonly loadMs: number | null
  readonly savedBytesPerTool: number | null
  readonly importMs: number | null
  /** Mean share of the exact BM25F top 10 that the engine gives too. */
  readonly agreement: number | null
  /** Share of queries whose own tool is among the first ten. */
  readonly hitAt10: number | null
  /** Queries answered within the time budget. */
  readonly queries: number | null
}

/** One line of the report: medians of all rounds. */
export interface Row extends Figures {
  readonly engine: string
  readonly tools: number
  readonly version: string | null
  /** Package and dependencies on disk. */
  readonly installedKb: number | null
  readonly rounds: number
  /** What to know when reading the line; empty when there is nothing. */
  readonly note: string
}

/** One engine among others in one process. */
export interface PairedRow {
  readonly engine: string
  readonly tools: number
  readonly queries: number
  /** Microseconds of processor time of the process. */
  readonly p50Us: number
  readonly p95Us: number
  readonly p99Us: number
  /** Median of the same query asked again at once. */
  readonly againUs: number
  /** Tools taken in, a second of processor time. */
  readonly builtPerSecond: number
  /** wink's p50 over this one's; `null` without wink. */
  readonly fasterThanWink: number | null
  /** MiniSearch's p50 over this one's; `null` without MiniSearch. */
  readonly fasterThanMinisearch: number | null
}
