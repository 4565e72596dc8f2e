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
  for (const given of changes) {
    const change = readCatalogChange(given)
    switch (change.type) {
      case 'put':
        tools.set(change.record.tool.id, change.record)
        break
      case 'delete':
        tools.set(change.id, undefined)
        break
      case 'putItem':
        items.set(JSON.stringify([change.item.kind, change.item.key]), change.item)
        break
      case 'deleteItem':
        items.set(JSON.stringify([change.kind, change.key]), { kind: change.kind, key: change.key })
        break
    }
  }
  return { tools, items: [...items.values()] }
}
