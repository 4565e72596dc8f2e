import type { PostgresServer } from '@toolscout/testbed/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasPostgres, startRealPostgres } from './fixtures/engines.ts'
import { openPostgresStore } from './postgres-store.ts'

let server: PostgresServer
beforeAll(async () => {
  if (hasPostgres) server = await startRealPostgres()
})
afterAll(() => server?.stop())

it.skipIf(!hasPostgres)(
  'a lease is held by one node, and passes on when that lets go or closes',
  async () => {
    const open = () => openPostgresStore({ connection: server.connection, schema: 'leases' })
    const [one, other] = [await open(), await open()]
    const lease = await one.acquireLease('server:git')
    expect(lease?.name).toBe('server:git')
    expect(await other.acquireLease('server:git')).toBeUndefined()
    expect(await one.acquireLease('server:git')).toBeUndefined()
    const second = await other.acquireLease('server:files')
    await lease?.release()
    await lease?.release()
    expect((await other.acquireLease('server:git'))?.lost.aborted).toBe(false)
    expect(second?.lost.aborted).toBe(false)
    await other.close()
    expect((await one.acquireLease('server:files'))?.name).toBe('server:files')
    await one.close()
  },
)
