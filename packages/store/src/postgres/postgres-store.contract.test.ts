import { catalogStoreObligations } from '@toolscout/testkit'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { ENGINES, newPlace, type TestEngine } from './fixtures/engines.ts'

describe.each(ENGINES)('on %s a store keeps the contract', (_name, start) => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())
  it.each(catalogStoreObligations())('$name', ({ check }) => check(() => newPlace(engine)))
})
