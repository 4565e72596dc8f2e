import type { CatalogChange, CatalogItem, CatalogRecord } from '@toolscout/model'
import { readCatalogChange } from '@toolscout/model/internal'

/** What is left of a batch when later changes have won over earlier ones. */
export interface FoldedBatch {
  /** By id; `undefined` for tools that go. */
  readonly tools: ReadonlyMap<string, CatalogRecord | undefined>
  readonly items: readonly ItemChange[]
}

/** An item, or the place of one that goes. */
export type ItemChange =
  | CatalogItem
  | { readonly kind: string; readonly key: string; readonly value?: undefined }

/**
 * Reads a batch and folds it.
 *
 * @throws InvalidToolError, InvalidBackendError, InvalidJsonError or TypeError for a change that is not acceptable.
 */
export function foldBatch(changes: readonly CatalogChange[]): FoldedBatch {
  const tools = new Map<string, CatalogRecord | undefined>()
  const items = new Map<string, ItemChange>()
  for (const change of changes.map(readCatalogChange)) {
    if (change.type === 'put') tools.set(change.record.tool.id, change.record)
    else if (change.type === 'delete') tools.set(change.id, undefined)
    else {
      const item = change.type === 'putItem' ? change.item : { kind: change.kind, key: change.key }
      items.set(JSON.stringify([item.kind, item.key]), item)
    }
  }
  return { tools, items: [...items.values()] }
}
