import type { JsonObject, JsonValue } from '../internal/json/json.ts'
import type { Backend } from '../tool/backend.ts'
import type { Tool } from '../tool/tool.ts'

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
