import { type Obligation, toObligations } from './obligation.ts'
import { appendingChecks } from './store-obligations/appending.ts'
import { endingChecks, keepingChecks } from './store-obligations/keeping.ts'
import { readingChecks } from './store-obligations/reading.ts'
import { sharingChecks } from './store-obligations/sharing.ts'
import {
  atPlace,
  type CatalogStoreSuiteOptions,
  onStore,
  type PlaceBench,
  type StoreBench,
  type StorePlace,
} from './store-obligations/store-place.ts'

/**
 * The suite for the `CatalogStore` contract of the model: one test for each obligation, in its words. Each check makes
 * a place for a store, opens stores there, and verifies what it leaves.
 */
export function catalogStoreObligations(
  options: CatalogStoreSuiteOptions = {},
): readonly Obligation<StorePlace>[] {
  const checks = { ...appendingChecks, ...readingChecks, ...sharingChecks, ...keepingChecks }
  return [
    ...toObligations<StorePlace, StoreBench>(checks, (create, check) => onStore(create, options, check)),
    ...toObligations<StorePlace, PlaceBench>(endingChecks, (create, check) =>
      atPlace(create, options, check),
    ),
  ]
}
