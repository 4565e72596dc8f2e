import type { Obligation } from './obligation.ts'
import { appendingObligations } from './store-obligations/appending.ts'
import { keepingObligations } from './store-obligations/keeping.ts'
import { readingObligations } from './store-obligations/reading.ts'
import { sharingObligations } from './store-obligations/sharing.ts'
import type { CatalogStoreSuiteOptions, StorePlace } from './store-obligations/store-place.ts'

/**
 * The suite for the `CatalogStore` contract of the model: one test for each obligation, in its words. Each check makes
 * a place for a store, opens stores there, and verifies what it leaves.
 */
export function catalogStoreObligations(
  options: CatalogStoreSuiteOptions = {},
): readonly Obligation<StorePlace>[] {
  return [
    ...appendingObligations(options),
    ...readingObligations(options),
    ...sharingObligations(options),
    ...keepingObligations(options),
  ]
}
