import { catalogStoreObligations } from '@toolscout/testkit'
import { describe, it } from 'vitest'
import { makePlace } from './fixtures/places.ts'

describe('the store on SQLite keeps the contract', () => {
  it.each(catalogStoreObligations())('$name', ({ check }) => check(makePlace))
})
