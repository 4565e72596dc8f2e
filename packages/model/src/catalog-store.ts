import type { Backend } from './backend.ts'
import type { Tool } from './tool.ts'

/** One tool as a store keeps it. */
export interface CatalogRecord {
  readonly tool: Tool
  /** In order of registration, never empty. */
  readonly backends: readonly Backend[]
}

/** One step of a catalog: a record that is new or replaces the one with its id, or an id that is gone. */
export type CatalogChange =
  | { readonly type: 'put'; readonly record: CatalogRecord }
  | { readonly type: 'delete'; readonly id: string }

/**
 * Where a catalog lives between runs. What an implementation owes:
 *
 * - `append` takes a batch whole or not at all, and keeps it through a crash once its promise resolves.
 * - `load` gives every record of the last acknowledged batch, in ascending order of id.
 * - A second writer is refused or waits; it never corrupts.
 * - `close` may be called twice.
 */
export interface CatalogStore {
  readonly load: () => AsyncIterable<CatalogRecord>
  readonly append: (changes: readonly CatalogChange[]) => Promise<void>
  readonly close: () => Promise<void>
}
