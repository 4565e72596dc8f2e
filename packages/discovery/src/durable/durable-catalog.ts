import type { CatalogItem } from '@toolscout/model'

/** An item that is kept beside the tools, or the place of one that goes. */
export type CatalogItemChange =
  | CatalogItem
  | { readonly kind: string; readonly key: string; readonly value?: undefined }

/** A catalog that outlives the process. */
export interface DurableCatalog {
  /** Revision of the store that all changes up to now led to, as far as they are durable. */
  readonly revision: () => number
  /**
   * Resolves when every change up to now is durable; what registers, connects or documents has waited for that already.
   * Rejects as the store does; what could not be kept stays to be kept the next time.
   */
  readonly flush: () => Promise<void>
  /**
   * Resolves when answers are what they were before: tools are ranked by words at once, and by meaning as soon as all of
   * them have been read in the background. Never rejects.
   */
  readonly restored: () => Promise<void>
  /** What was kept beside the tools, of one kind, in ascending order of key. Rejects as the store does. */
  readonly items: (kind: string) => Promise<readonly CatalogItem[]>
  /** Keeps items beside the tools, in one batch. Durable when it resolves; rejects as the store does, and nothing is kept. */
  readonly setItems: (changes: readonly CatalogItemChange[]) => Promise<void>
  /** Saves what makes the next opening fast. Done when the facade is closed, and now and then. */
  readonly checkpoint: () => Promise<void>
}

/** Hears that changes could not be kept in the background. They are tried again. */
export type StoreErrorHandler = (error: unknown) => void
