import { join } from 'node:path'
import type { CatalogStore } from '@toolscout/model'
import { openPostgresStore } from '@toolscout/store/postgres'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { findPostgres, startPostgres } from '@toolscout/testbed/postgres'
import { expect, it, vi } from 'vitest'
import type { DiscoveryProblem } from '../discovery-problem.ts'
import { mountSmallDisk } from '../fixtures/small-disk.ts'
import { openDiscovery } from './open-discovery.ts'

const inputSchema = { type: 'object' }
const tool = (name: string, description = `Does ${name}`) => ({
  name,
  description: `${description} ${'at length '.repeat(800)}`,
  inputSchema,
  execute: () => name,
})
const PENDING = {
  code: 'STORE_UNAVAILABLE',
  details: { state: 'pending' },
  cause: { code: 'STORE_UNAVAILABLE' },
}

/** What is promised of changes that a store does not take in; `fail` and `mend` are done to the real thing. */
async function expectPending(
  open: () => Promise<CatalogStore>,
  { fail, mend }: { readonly fail: () => unknown; readonly mend: () => unknown },
): Promise<void> {
  const problems: string[] = []
  const onError = ({ kind }: DiscoveryProblem): void => void problems.push(kind)
  const discovery = await openDiscovery({ store: await open(), embedder: false, onError })
  await discovery.register([tool('early')])
  await fail()
  await expect(discovery.register([tool('kept'), tool('revoked')])).rejects.toMatchObject(PENDING)
  // In force, as the error says.
  expect((await discovery.call('kept')).content).toEqual([{ type: 'text', text: 'kept' }])
  expect((await discovery.search('kept')).hits[0]?.id).toBe('kept')
  await expect(discovery.catalog?.flush()).rejects.toMatchObject(PENDING)
  // What is undone meanwhile never becomes durable, and the last definition is the one that does.
  await expect(discovery.unregister('revoked')).rejects.toMatchObject(PENDING)
  await expect(discovery.register([tool('kept', 'Does it another way')])).rejects.toMatchObject(PENDING)
  // An item is kept or not, and nothing tries it again.
  await expect(
    discovery.catalog?.setItems([{ kind: 'note', key: 'a', value: 'x'.repeat(20_000) }]),
  ).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    details: { state: 'unchanged' },
  })
  await vi.waitFor(() => expect(problems).toContain('store'))
  await mend()
  await discovery.catalog?.flush()
  await discovery.close()
  const again = await openDiscovery({ store: await open(), embedder: false })
  expect(again.index.list().map(({ tool: { id } }) => id)).toEqual(['early', 'kept'])
  expect(again.index.get('kept')?.tool.description).toContain('another way')
  expect(await again.catalog?.items('note')).toEqual([])
  await again.close()
}

it('a change that a full disk does not hold is in force and said to be pending', async ({ skip }) => {
  const disk = mountSmallDisk()
  if (disk === undefined) return skip('Only the superuser may mount a small disk.')
  const path = join(disk.path, 'catalog.db')
  await expectPending(() => openSqliteStore({ path }), { fail: disk.fill, mend: disk.empty })
})

it('so is one for which PostgreSQL is away', async ({ skip }) => {
  const bin = await findPostgres()
  if (bin === undefined) return skip('PostgreSQL is not installed.')
  const server = await startPostgres(bin, ['-c', 'fsync=off'])
  try {
    await expectPending(() => openPostgresStore({ connection: server.connection }), {
      fail: server.crash,
      mend: server.start,
    })
  } finally {
    await server.stop()
  }
})

it('a catalog that is closed before the disk has room says how much may be lost', async ({ skip }) => {
  const disk = mountSmallDisk()
  if (disk === undefined) return skip('Only the superuser may mount a small disk.')
  const problems: string[] = []
  const discovery = await openDiscovery({
    store: await openSqliteStore({ path: join(disk.path, 'catalog.db') }),
    embedder: false,
    onError: ({ error }) => problems.push((error as Error).message),
  })
  disk.fill()
  await expect(discovery.register([tool('a'), tool('b')])).rejects.toMatchObject(PENDING)
  await discovery.close()
  expect(problems.at(-1)).toContain('changes of 2 tools may be lost')
})
