import { catalogStoreObligations } from '@toolscout/testkit'
import { describe, it } from 'vitest'
import { createMemoryStore } from './memory-store.ts'

describe('the store in memory keeps the contract', () => {
  it.each(catalogStoreObligations({ durable: false }))('$name', ({ check }) =>
    check(() => ({ open: async () => createMemoryStore() })),
  )
})
