import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CatalogChange, type CatalogRecord, parseTool } from '@toolscout/model'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import type { Discovery } from '../discovery.ts'
import { openDiscovery } from './open-discovery.ts'

/** More than are remembered with what was read of them. */
const COUNT = 20_000
const SERVERS = 40
const NOUNS = 'invoice ticket message file repository customer order payment event calendar'.split(' ')

function recordOf(at: number): CatalogRecord {
  const server = `server${at % SERVERS}`
  const noun = NOUNS[at % NOUNS.length]
  const { tool } = parseTool({
    name: `${at % 3 === 0 ? 'get' : 'delete'}_${noun}_${at}`,
    namespace: server,
    description: `Works on the ${noun} of the workspace`,
    tags: at % SERVERS === 7 ? ['mine'] : [],
    annotations: { readOnlyHint: at % 3 === 0 },
    inputSchema: { type: 'object' },
  })
  return { tool, backends: [{ kind: 'mcp', server }], notes: '' }
}

type Reads = Record<'summary' | 'record', Set<string>>

/** Opens a file, and notes the ids of what is read of it. */
async function openCounted(path: string): Promise<{ readonly scout: Discovery; readonly reads: Reads }> {
  const store = await openSqliteStore({ path })
  const reads: Reads = { summary: new Set(), record: new Set() }
  const { reader } = store
  const counted = {
    ...reader,
    summary: (id: string) => reader.summary(reads.summary.add(id) && id),
    record: (id: string) => reader.record(reads.record.add(id) && id),
  }
  const scout = await openDiscovery({ store: { ...store, reader: counted }, embedder: false })
  await scout.catalog?.restored()
  return { scout, reads }
}

it('of 20,000 tools in a file, lists, counts, pages and filtered searches read those that are shown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-facts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'catalog.db')
  const store = await openSqliteStore({ path })
  const records = Array.from({ length: COUNT }, (_, at) => recordOf(at))
  await store.append(records.map((record): CatalogChange => ({ type: 'put', record })))
  await (await openDiscovery({ store, embedder: false })).close()

  const { scout, reads } = await openCounted(path)
  const { index } = scout
  const shown = new Set<string>()
  const expectShown = (): void => {
    expect(reads.summary).toEqual(shown)
    expect(reads.record.size).toBe(0)
  }
  const countOf = (passes: (record: CatalogRecord) => boolean): number => records.filter(passes).length
  expect(index.list({ tags: ['mine'] })).toHaveLength(countOf(({ tool }) => tool.tags.length > 0))
  reads.summary.clear()
  expect(index.namespaces()).toHaveLength(SERVERS)
  expect(index.list({ readOnly: true, servers: ['server7', 'server8'] })).toHaveLength(
    countOf(
      ({ tool }) => tool.annotations?.readOnlyHint === true && /^server[78]$/.test(tool.namespace ?? ''),
    ),
  )
  expect(index.list({ backends: ['mcp'] })).toHaveLength(COUNT)
  expectShown()

  let cursor: string | undefined
  for (let page = 0; page < 3; page += 1) {
    const { items, nextCursor } = await index.page({ filter: { namespaces: ['server9'] }, limit: 20, cursor })
    for (const { summary } of items) shown.add(summary.id)
    cursor = nextCursor
  }
  expect([...shown]).toEqual(
    index
      .ids()
      .filter((id) => id.startsWith('server9:'))
      .slice(0, 60),
  )
  expectShown()

  // A page of the facade reads its own tools.
  const ids = index.ids()
  reads.summary.clear()
  const { tools, next } = scout.page({ limit: 5, after: ids[COUNT - 10] })
  expect([tools.map(({ id }) => id), next]).toEqual([ids.slice(COUNT - 9, COUNT - 4), ids[COUNT - 5]])
  expect([...reads.summary].sort()).toEqual(tools.map(({ id }) => id))

  // What a ranking looks at beside its hits is bounded, however many tools there are.
  for (const filter of [{ tags: ['mine'] }, { readOnly: true }, { namespaces: ['server3'] }]) {
    reads.summary.clear()
    const { hits } = await scout.search('delete the invoice', { filter })
    expect(hits).toHaveLength(10)
    expect(reads.summary.size).toBeLessThan(100)
  }
  await scout.close()
}, 300_000)
