import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresServer } from '@toolscout/testbed/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, startRealPostgres } from './fixtures/engines.ts'
import { syntheticRecords } from './fixtures/synthetic-tools.ts'
import type { PostgresStore } from './postgres-store.ts'
import { openPostgresStore } from './postgres-store.ts'

const records = syntheticRecords(30, 3)
const [first] = records
const REFUSED = { code: 'STORE_UNAVAILABLE', details: { state: 'unchanged' } }

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
    let hearAway: () => void = () => {}
    const away = new Promise<void>((resolve) => (hearAway = resolve))
    const following = (async () => {
      for await (const { revision } of store.changes({ after: 0, signal: stop.signal, onAway: hearAway })) {
        seen.push(revision)
        tell()
      }
    })()
    await saw
    await server.crash()
    // What became of a request on a connection that ends this moment would be unknown.
    await away
    await expect(store.append([{ type: 'delete', id: 'x' }])).rejects.toMatchObject(REFUSED)
    await expect(store.get(['x'])).rejects.toMatchObject(REFUSED)
    await expect(openPostgresStore({ connection: server.connection })).rejects.toMatchObject(REFUSED)

    await server.start()
    const again = sawNext()
    expect(await store.append([{ type: 'delete', id: first?.tool.id ?? '' }])).toBe(2)
    await again
    expect(seen).toEqual([1, 2])
    stop.abort()
    await following
    expect((await store.verify()).faults).toEqual([])
  })

  it('a batch for a connection that ended before the process heard of it is refused, and was not taken in', async () => {
    const fresh = await openPostgresStore({ connection: server.connection, schema: 'fresh' })
    const { host, port } = server.connection
    const crashed = server.crash()
    // The process is busy until the server is gone, and its connection is still idle.
    const cell = new Int32Array(new SharedArrayBuffer(4))
    while (existsSync(join(host, `.s.PGSQL.${port}`))) Atomics.wait(cell, 0, 0, 1)
    await expect(fresh.append([{ type: 'delete', id: 'x' }])).rejects.toMatchObject(REFUSED)
    await crashed
    await server.start()
    expect(await fresh.revision()).toBe(0)
    await fresh.close()
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
