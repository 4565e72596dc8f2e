import { sketchRecord } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { loadDriver } from './drivers.ts'
import { contentsOf, outcomeOf } from './fixtures/contents.ts'
import { faultyParts } from './fixtures/faulty-parts.ts'
import { makePlace } from './fixtures/places.ts'
import { openStoreWith } from './open-sqlite-store.ts'

it('a batch that is cut off at any call is written whole or not at all, and says which', async () => {
  const parts = faultyParts(await loadDriver())
  let n = 0
  for (let hasFailed = true; hasFailed; ) {
    n += 1
    const { path, dispose } = makePlace()
    const store = await openStoreWith(parts, { path })
    await store.append([{ type: 'put', record: sketchRecord('a', { description: 'first' }) }])
    await store.candidates.retrieve({ query: 'first', limit: 1 })
    const before = await contentsOf(store)
    parts.arm(n, n % 2 === 0 ? 'after' : 'sticky')
    const outcome = await outcomeOf(
      store.append([
        { type: 'put', record: sketchRecord('b', { description: 'second' }) },
        { type: 'delete', id: 'a' },
      ]),
    )
    hasFailed = parts.disarm()
    const ids = [...store.reader.ids()]
    const said = `call ${n}: ${JSON.stringify(outcome)}`
    if (outcome.code === 'resolved') expect(ids, said).toEqual(['b'])
    else if (outcome.state === 'unchanged') expect(await contentsOf(store), said).toEqual(before)
    else expect([['a'], ['b']], said).toContainEqual(ids)
    expect((await store.verify()).faults, said).toEqual([])
    await store.close()
    await dispose?.()
  }
  expect(n).toBeGreaterThan(5)
})
