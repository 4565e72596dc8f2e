import type { CatalogItem } from '@toolscout/model'

/** An item that is kept beside the tools, or the place of one that goes. */
export type CatalogItemChange =
  | CatalogItem
  | { readonly kind: string; readonly key: string; readonly value?: undefined }

/** A catalog that outlives the process. */
export interface DurableCatalog {
  /** The latest revision of the store that is known of, such as that of the last change that was made durable here. */
  readonly revision: () => number
  /** Whether other processes may write to the store: what they change is taken in, in their order. */
  readonly isShared: boolean
  /**
   * Resolves when everything up to a revision, such as one that another process got for its change, can be found here.
   * Rejects with the signal's reason, and with a RangeError for a revision that a store with one writer has not.
   */
  readonly reached: (
    revision: number,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<void>
  /**
   * Resolves when every change up to now is durable; what registers, connects or documents has waited for that already.
   * Rejects with `STORE_UNAVAILABLE`, of which `details.state` is `pending`: what changed is in force, is not durable, and
   * is tried again every five seconds and with the next change. Nothing becomes durable that was said to have failed:
   * undo it, such as by `unregister`, or `flush` again until it resolves.
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
  /**
   * Saves what makes the next opening fast. Done when the facade is closed, and when many tools have changed: as soon as
   * nothing was kept for a second, and within half a minute.
   */
  readonly checkpoint: () => Promise<void>
}
