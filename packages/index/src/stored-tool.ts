import {
  type Backend,
  type CatalogRecord,
  type Tool,
  type ToolSummary,
  ToolscoutError,
} from '@toolscout/model'
import { type CatalogReader, quote } from '@toolscout/model/internal'
import type { RegisteredTool } from './tool-tree.ts'

/** `STORED_TOOL_MISSING`: a store has no tool that it listed a moment ago. It was changed by another process, or is damaged. */
class StoredToolMissingError extends ToolscoutError<{ readonly id: string }> {
  constructor(id: string) {
    super('STORED_TOOL_MISSING', `The store has lost the tool ${quote(id)}; verify it, and open it again.`, {
      details: { id },
    })
  }
}

/**
 * A tool in a store, read on first use: first its summary, then all of it, and kept from then on. A class, because a
 * hundred thousand of them share their methods.
 */
export class StoredTool implements RegisteredTool {
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
