import {
  type Backend,
  type CatalogRecord,
  type Tool,
  type ToolSummary,
  ToolscoutError,
} from '@toolscout/model'
import {
  type CatalogReader,
  CommonFacts,
  createSlices,
  isEmptyFilter,
  quote,
  raceSignal,
  type ToolFacts,
} from '@toolscout/model/internal'
import type { RegisteredTool, StoredTools, ToolTree } from './registered-tools.ts'

/** `STORED_TOOL_MISSING`: a store has no tool that it listed a moment ago. It was changed by another process, or is damaged. */
class StoredToolMissingError extends ToolscoutError<{ readonly id: string }> {
  constructor(id: string) {
    super('STORED_TOOL_MISSING', `The store has lost the tool ${quote(id)}; verify it, and open it again.`, {
      details: { id },
    })
  }
}

/**
 * Stored tools that are remembered with what was read of them: of most catalogs all, so that a filter reads each once;
 * their summaries take some ten megabytes.
 */
const MAX_REMEMBERED = 16_384

/** The members that are kept, at every depth. */
const MEMBERS =
  'namespace tags category capabilities annotations readOnlyHint destructiveHint backends kind server'.split(
    ' ',
  )
/** Most different facts that are held; a third of a gigabyte if there are that many. */
const MAX_FACTS = 1_048_576

/** Hears of facts before a filter looks at them. */
type FactsListener = (id: string, facts: CommonFacts) => void

/** The tools of a store, of which memory holds the ids alone: their definitions are read when they are asked for. */
export class RememberedTools implements StoredTools {
  isUnread = true
  readonly #onFacts: FactsListener
  #reading: Promise<void> | undefined
  readonly #reader: CatalogReader
  readonly #remembered = new Map<string, RegisteredTool>()
  /** By what they say, each once. */
  readonly #facts = new Map<string, CommonFacts>()

  constructor(reader: CatalogReader, onFacts: FactsListener = () => {}) {
    this.#reader = reader
    this.#onFacts = onFacts
  }

  ids(): Iterable<string> {
    return this.#reader.ids()
  }

  get(id: string): RegisteredTool {
    if (this.#remembered.size >= MAX_REMEMBERED && !this.#remembered.has(id)) this.#remembered.clear()
    return this.view(id)
  }

  view(id: string): RegisteredTool {
    const known = this.#remembered.get(id)
    if (known !== undefined) return known
    const tool = new StoredTool(id, this.#reader)
    if (this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(id, tool)
    return tool
  }

  forget(id: string): void {
    this.#remembered.delete(id)
  }

  factsOf(tool: ToolFacts): CommonFacts | undefined {
    const text = JSON.stringify(tool, MEMBERS)
    let facts = this.#facts.get(text)
    if (facts === undefined && this.#facts.size < MAX_FACTS) {
      facts = new CommonFacts(JSON.parse(text) as ToolFacts)
      this.#facts.set(text, facts)
    }
    return facts
  }

  async readFacts(
    tree: Parameters<StoredTools['readFacts']>[0],
    { filter, signal }: Parameters<StoredTools['readFacts']>[1],
  ): Promise<void> {
    if (isEmptyFilter({ ...filter, visibility: undefined })) return
    this.#reading ??= this.#readAll(tree).catch((error: unknown) => {
      this.#reading = undefined
      throw error
    })
    await (signal === undefined ? this.#reading : raceSignal(this.#reading, signal))
  }

  async #readAll(tree: Pick<ToolTree, 'facts'>): Promise<void> {
    const slices = createSlices()
    // In the order of the store, in which it reads fastest; what comes meanwhile is among them.
    for (const [id, facts] of tree.facts()) {
      if (facts instanceof CommonFacts) this.#onFacts(id, facts)
      if (slices.isOver()) await slices.next()
    }
    this.isUnread = false
    // What waited for it takes its own time.
    await slices.next()
  }
}

/** A tool in a store: on first use its summary is read, or all of it, and kept as long as the object is. */
class StoredTool implements RegisteredTool {
  readonly #id: string
  readonly #reader: CatalogReader
  #summary: ToolSummary | undefined
  #record: CatalogRecord | undefined

  constructor(id: string, reader: CatalogReader) {
    this.#id = id
    this.#reader = reader
  }

  get summary(): ToolSummary {
    this.#summary ??= this.#reader.summary(this.#id)
    if (this.#summary === undefined) throw new StoredToolMissingError(this.#id)
    return this.#summary
  }

  get tool(): Tool {
    return this.#read().tool
  }

  get backends(): readonly Backend[] {
    return this.#read().backends
  }

  get notes(): string {
    return this.#read().notes
  }

  #read(): CatalogRecord {
    this.#record ??= this.#reader.record(this.#id)
    if (this.#record === undefined) throw new StoredToolMissingError(this.#id)
    return this.#record
  }
}
