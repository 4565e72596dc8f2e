import type { PostgresServer } from '@toolscout/testbed/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, startRealPostgres } from './fixtures/engines.ts'
import { type ClusterNode, seenBy, startNode } from './fixtures/start-node.ts'
import type { PostgresStore } from './postgres-store.ts'
import { openPostgresStore } from './postgres-store.ts'

const BATCHES = 40
/** Nodes read the sources of five packages before they begin. */
const TIMEOUT_MS = 240_000

describe.skipIf(!hasPostgres)('several nodes on PostgreSQL', () => {
  let server: PostgresServer
  const stores: PostgresStore[] = []
  const nodes: ClusterNode[] = []
  const open = async (schema: string, leaseTimeoutMs = 3_000): Promise<PostgresStore> => {
    const store = await openPostgresStore({ connection: server.connection, schema, leaseTimeoutMs })
    stores.push(store)
    return store
  }
  const start = (
    schema: string,
    name: string,
    more: { batches?: number; lease?: string } = {},
  ): ClusterNode => {
    const node = startNode({ connection: server.connection, schema, name, batches: BATCHES, ...more })
    nodes.push(node)
    return node
  }
  beforeAll(async () => {
    server = await startRealPostgres()
  })
  afterAll(async () => {
    for (const node of nodes) node.signal('SIGKILL')
    await Promise.all(nodes.map(({ ended }) => ended))
    await Promise.all(stores.map((store) => store.close()))
    await server.stop()
  })

  it(
    'every batch is seen once by all, in order, by one that stood still too; one that is killed leaves nothing half',
    async () => {
      const store = await open('churn')
      const [calm, stalled, killed] = ['calm', 'stalled', 'killed'].map((name) => start('churn', name)) as [
        ClusterNode,
        ClusterNode,
        ClusterNode,
      ]
      await Promise.all(
        nodes.map((node) => node.until((reports) => reports.some(({ type }) => type === 'saw'))),
      )
      stalled.signal('SIGSTOP')
      killed.signal('SIGKILL')
      await killed.ended
      // Nobody waits for one that stands still.
      await calm.until((reports) => reports.some(({ type }) => type === 'done'))
      stalled.signal('SIGCONT')
      await stalled.until((reports) => reports.some(({ type }) => type === 'done'))
      const latest = await store.revision()
      const all = Array.from({ length: latest }, (_, i) => i + 1)
      for (const node of [calm, stalled]) {
        await node.until(() => seenBy(node).at(-1) === latest)
        expect(seenBy(node)).toEqual(all)
      }
      expect(seenBy(killed)).toEqual(all.slice(0, seenBy(killed).length))
      const seen = new Map(
        calm.reports.flatMap((one) => (one.type === 'saw' ? [[one.revision, one.ids]] : [])),
      )
      const written = nodes.flatMap(({ reports }) => reports.filter((one) => one.type === 'wrote'))
      expect(written.length).toBeGreaterThanOrEqual(2 * BATCHES)
      for (const { revision, ids } of written) expect(seen.get(revision)).toEqual([...ids].sort())
      expect((await store.verify()).faults).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'a lease is held by one node, and passes on when that lets go, dies, or stands still',
    async () => {
      const [one, other] = [await open('leases'), await open('leases')]
      const taken = async (name: string) => {
        for (;;) {
          const lease = await one.acquireLease(name)
          if (lease !== undefined) return lease
        }
      }
      const lease = await one.acquireLease('server:git')
      expect(lease?.name).toBe('server:git')
      expect(await other.acquireLease('server:git')).toBeUndefined()
      expect(await one.acquireLease('server:git')).toBeUndefined()
      const second = await other.acquireLease('server:files')
      await lease?.release()
      await lease?.release()
      expect((await other.acquireLease('server:git'))?.lost.aborted).toBe(false)
      expect(second?.lost.aborted).toBe(false)

      const dying = start('leases', 'dying', { batches: 0, lease: 'server:a' })
      const standing = start('leases', 'standing', { batches: 0, lease: 'server:b' })
      for (const node of [dying, standing])
        await node.until((reports) => reports.some(({ type }) => type === 'ready'))
      expect(await one.acquireLease('server:a')).toBeUndefined()
      dying.signal('SIGKILL')
      await taken('server:a')
      expect(await one.acquireLease('server:b')).toBeUndefined()
      standing.signal('SIGSTOP')
      await taken('server:b')
      standing.signal('SIGCONT')
      await standing.until((reports) => reports.some(({ type }) => type === 'lost'))
    },
    TIMEOUT_MS,
  )
})
