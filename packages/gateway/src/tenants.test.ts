import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiscovery } from '@toolscout/discovery'
import type { CatalogStore, ToolSummary } from '@toolscout/model'
import { createMemoryStore } from '@toolscout/store'
import { openPostgresStore } from '@toolscout/store/postgres'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { findPostgres, startPostgres } from '@toolscout/testbed/postgres'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from './create-gateway.ts'

const GROUPS = ['finance', 'legal', 'support', 'research', 'everybody']
const TOOLS = Array.from({ length: 300 }, (_, i) => ({
  name: `tool_${i}`,
  description: i % 3 === 0 ? 'Reads an invoice' : 'Reads a contract',
  inputSchema: { type: 'object' } as const,
}))

async function sqlite(): Promise<CatalogStore> {
  const folder = mkdtempSync(join(tmpdir(), 'tenants-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return openSqliteStore({ path: join(folder, 'catalog.db') })
}

const bin = await findPostgres()
if (bin === undefined) console.warn('PostgreSQL is not installed; its tenants are not tested here.')

async function postgres(): Promise<CatalogStore> {
  const server = await startPostgres(bin as string, ['-c fsync=off'])
  onTestFinished(() => server.stop())
  return openPostgresStore({ connection: server.connection })
}

const STORES: readonly (readonly [string, () => Promise<CatalogStore>])[] = [
  ['memory', async () => createMemoryStore()],
  ['SQLite', sqlite],
  ...(bin === undefined ? [] : [['PostgreSQL', postgres] as const]),
]

/** Which groups each tool is for, and each principal is in; the same in every run. */
const [TOOL_GROUPS, PRINCIPALS] = [TOOLS.length, 12].map((length) =>
  fc.sample(fc.array(fc.subarray(GROUPS), { minLength: length, maxLength: length }), { numRuns: 1, seed: 7 }),
)
const groupsOf = ({ name }: ToolSummary): readonly string[] => TOOL_GROUPS?.[0]?.[Number(name.slice(5))] ?? []
const sees = (principal: string, tool: ToolSummary): boolean =>
  groupsOf(tool).some((group) => PRINCIPALS?.[0]?.[Number(principal)]?.includes(group))

describe.each(STORES)('one index in %s for many', (name, open) => {
  it('shows each of them the same tools in lists and searches, before the limit cuts', async () => {
    const store = await open()
    const discovery = await openDiscovery({ store, embedder: false })
    const gateway = createGateway({
      discovery,
      policy: (tool, { principal }) => sees(principal, tool),
    })
    await gateway.register(TOOLS)
    for (const i of (PRINCIPALS?.[0] ?? []).keys()) {
      const principal = String(i)
      const expected = discovery.index
        .list()
        .filter(({ summary }) => sees(principal, summary))
        .map(({ summary }) => summary.id)
        .sort()
      expect(gateway.list({ principal }).map(({ id }) => id)).toEqual(expected)
      const found = await gateway.search('reads', { principal, limit: 300 })
      expect(found.hits.map(({ id }) => id).sort()).toEqual(expected)
    }
    expect((await store.verify()).faults, name).toEqual([])
    await gateway.stop()
    await discovery.close()
  }, 60_000)
})

it.skipIf(bin === undefined)(
  'a page of a shared catalog reads no tool before it and none behind it',
  async () => {
    const server = await startPostgres(bin as string, ['-c fsync=off'])
    onTestFinished(() => server.stop())
    const writer = await openDiscovery({
      store: await openPostgresStore({ connection: server.connection }),
      embedder: false,
    })
    await writer.register(TOOLS)
    await writer.close()
    const store = await openPostgresStore({ connection: server.connection })
    const read: string[] = []
    const openCopy: typeof store.openCopy = async () => {
      const copy = await store.openCopy()
      return { ...copy, summary: (id) => copy.summary(read[read.push(id) - 1] as string) }
    }
    const discovery = await openDiscovery({ store: { ...store, openCopy }, embedder: false })
    onTestFinished(() => discovery.close())
    const gateway = createGateway({ discovery })
    read.length = 0
    const { tools } = gateway.page({ limit: 5, after: 'tool_200' })
    expect(tools.map(({ id }) => id)).toEqual(['tool_201', 'tool_202', 'tool_203', 'tool_204', 'tool_205'])
    expect(read).toEqual(tools.map(({ id }) => id))
  },
)
