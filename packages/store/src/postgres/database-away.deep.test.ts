import type { PostgresServer } from '@toolscout/testbed/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, startRealPostgres } from './fixtures/engines.ts'
import { syntheticRecords } from './fixtures/synthetic-tools.ts'
import type { PostgresStore } from './postgres-store.ts'
import { openPostgresStore } from './postgres-store.ts'

const records = syntheticRecords(30, 3)
const [first] = records

describe.skipIf(!hasPostgres)('while PostgreSQL is away', () => {
  let server: PostgresServer
  let store: PostgresStore
  beforeAll(async () => {
    server = await startRealPostgres()
    store = await openPostgresStore({ connection: server.connection, pollIntervalMs: 10 })
    await store.append(records.map((record) => ({ type: 'put', record })))
  })
  afterAll(async () => {
    await store.close()
    await server.stop()
  })

  it('every request is refused, and afterwards everything goes on', async () => {
    const stop = new AbortController()
    const seen: number[] = []
    let tell: () => void = () => {}
    const sawNext = (): Promise<void> => new Promise((resolve) => (tell = resolve))
    const saw = sawNext()
    const following = (async () => {
      for await (const { revision } of store.changes({ after: 0, signal: stop.signal })) {
        seen.push(revision)
        tell()
      }
    })()
    await saw
    await server.crash()
    const away = { code: 'STORE_UNAVAILABLE', details: { state: 'unchanged' } }
    await expect(store.append([{ type: 'delete', id: 'x' }])).rejects.toMatchObject(away)
    await expect(store.get(['x'])).rejects.toMatchObject(away)
    await expect(openPostgresStore({ connection: server.connection })).rejects.toMatchObject(away)

    await server.start()
    const again = sawNext()
    expect(await store.append([{ type: 'delete', id: first?.tool.id ?? '' }])).toBe(2)
    await again
    expect(seen).toEqual([1, 2])
    stop.abort()
    await following
    expect((await store.verify()).faults).toEqual([])
  })

  it('what was acknowledged is there after each crash, and the rest is there whole or not at all', async () => {
    let acknowledged = await store.revision()
    for (let cycle = 0; cycle < 4; cycle += 1) {
      const appends = records.map((record, i) =>
        store.append([
          { type: 'put', record: { ...record, notes: `cycle ${cycle}` } },
          { type: 'putItem', item: { kind: 'cycle', key: record.tool.id, value: [cycle, i] } },
        ]),
      )
      await appends[cycle]
      const settled = Promise.allSettled(appends)
      await server.crash()
      await server.start()
      for (const result of await settled) {
        if (result.status === 'fulfilled') acknowledged = Math.max(acknowledged, result.value)
      }
      expect(await store.revision()).toBeGreaterThanOrEqual(acknowledged)
      const items = new Map((await store.items('cycle')).map(({ key, value }) => [key, value]))
      for await (const { tool, notes } of store.load()) {
        const [last] = (items.get(tool.id) ?? [undefined]) as readonly unknown[]
        expect(notes).toBe(last === undefined ? '' : `cycle ${last}`)
      }
      expect((await store.verify()).faults).toEqual([])
    }
  })
})
