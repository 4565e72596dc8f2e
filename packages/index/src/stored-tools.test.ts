import { type CatalogRecord, parseTool, type ToolFilter } from '@toolscout/model'
import { type CatalogReader, createSlices, toToolSummary } from '@toolscout/model/internal'
import { createLexicalSearcher } from '@toolscout/search'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'
import { inSlices } from './registration-in-slices.ts'
import { RememberedTools } from './stored-tool.ts'
import type { ToolIndex } from './tool-index.ts'

const backends = [{ kind: 'local', handler: 'here' }] as const
function recordOf(id: string, description = 'as stored'): CatalogRecord {
  const [namespace, name] = id.split(':')
  const { tool } = parseTool({ name, namespace, description, inputSchema: { type: 'object' } })
  return { tool, backends, notes: '' }
}

function storeOf(...ids: readonly string[]) {
  const records = new Map(ids.map((id) => [id, recordOf(id)]))
  const reads: string[] = []
  const read = (id: string): CatalogRecord | undefined => {
    reads.push(id)
    return records.get(id)
  }
  const reader: CatalogReader = {
    ids: () => [...records.keys()].sort(),
    record: read,
    summary: (id) => {
      const record = read(id)
      return record && toToolSummary(record.tool, record.backends)
    },
  }
  return { records, reads, reader }
}

it('ids are known without reading a tool, and namespaces by reading one of each, once', () => {
  const { reads, reader } = storeOf('files:read', 'files:write', 'git:push', 'git:pull')
  const index = createToolIndex({ stored: new RememberedTools(reader) })
  expect(index.ids()).toEqual(['files:read', 'files:write', 'git:pull', 'git:push'])
  expect(reads).toEqual([])
  expect(index.namespaces()).toEqual(['files', 'git'])
  expect(reads).toHaveLength(2)
  expect(index.snapshot().namespaces()).toEqual(['files', 'git'])
  expect(reads).toHaveLength(2)
})

it('a filter reads each tool once, and none that was registered here; a page of a namespace reads its tools', async () => {
  const { records, reads, reader } = storeOf('files:read', 'git:pull', 'git:push', 'zip:pack')
  const index = createToolIndex({ stored: new RememberedTools(reader) })
  const idsOf = (filter: ToolFilter) => index.list(filter).map(({ summary }) => summary.id)
  expect(idsOf({ namespaces: ['git'] })).toEqual(['git:pull', 'git:push'])
  expect(reads).toEqual(['git:pull', 'git:push'])
  expect(index.list({ backends: ['mcp'] })).toEqual([])
  expect(reads).toHaveLength(4)
  const forget = {
    ...recordOf('git:push', 'of a server'),
    backends: [{ kind: 'mcp', server: 'hub' }] as const,
  }
  index.takeRecords([{ type: 'put', record: forget }])
  records.set('git:push', forget)
  inSlices(index).release(['git:push'])
  reads.length = 0
  expect(index.list({ backends: ['mcp'] })).toHaveLength(1)
  expect(index.list({ servers: ['hub'], namespaces: ['files', 'zip'] })).toEqual([])
  expect(reads).toEqual([])
  expect(idsOf({ servers: ['hub'] })).toEqual(['git:push'])
  expect((await index.page({ filter: { namespaces: ['zip', 'files'] }, limit: 1 })).items).toMatchObject([
    { summary: { id: 'files:read' } },
  ])
})

it('the first filtered search ranks in a turn of its own, in which nothing more is read for the filter', async () => {
  let [now, turn, lastRead, ranked] = [0, 0, -1, -1]
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())
  const { reader } = storeOf('files:read', 'git:pull', 'git:push')
  const words = createLexicalSearcher()
  const search: typeof words.search = (request) => {
    ranked = turn
    return words.search(request)
  }
  const summary: CatalogReader['summary'] = (id) => {
    lastRead = turn
    // Two take longer than a slice.
    now += 5
    return reader.summary(id)
  }
  const stored = new RememberedTools({ ...reader, summary })
  const index = createToolIndex({ searcher: { ...words, search }, stored })
  await index.search('push')
  ;[turn, ranked] = [0, -1]
  const count = (): void => {
    turn += 1
    if (ranked < 0) setImmediate(count)
  }
  setImmediate(count)
  await index.search('push', { filter: { servers: ['hub'] } })
  expect(lastRead).toBe(1)
  expect(ranked).toBeGreaterThan(lastRead)
})

it.each([
  ['a filtered page', async (index: ToolIndex) => (await index.page({ filter: { servers: ['hub'] } })).items],
  [
    'a server that leaves',
    async (index: ToolIndex) =>
      (await inSlices(index).registerMcp('hub', [], { listing: { complete: true }, slices: createSlices() }))
        .removed,
  ],
])('for %s the store is read in slices, and what is due runs in between', async (_, ask) => {
  let [now, between, most] = [0, 0, 0]
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => void vi.restoreAllMocks())
  const { reads, reader } = storeOf(...Array.from({ length: 12 }, (_, i) => `files:read_${i}`))
  const summary: CatalogReader['summary'] = (id) => {
    // Longer than a slice.
    now += 10
    between += 1
    most = Math.max(most, between)
    return reader.summary(id)
  }
  const index = createToolIndex({ stored: new RememberedTools({ ...reader, summary }) })
  let isOver = false
  const watch = (): void => {
    between = 0
    if (!isOver) setImmediate(watch)
  }
  watch()
  expect(await ask(index)).toEqual([])
  isOver = true
  expect([reads.length, most]).toEqual([12, 1])
})

it('a snapshot filters by what was stored when it was taken', () => {
  const { records, reader } = storeOf('git:pull', 'git:push')
  const index = createToolIndex({ stored: new RememberedTools(reader) })
  const snapshot = index.snapshot()
  const changed = { ...recordOf('git:push'), backends: [{ kind: 'mcp', server: 'hub' }] as const }
  index.takeRecords([{ type: 'put', record: changed }])
  records.set('git:push', changed)
  inSlices(index).release(['git:push'])
  expect(index.list({ backends: ['local'] })).toHaveLength(1)
  expect(snapshot.list({ backends: ['local'] })).toHaveLength(2)
})

it('a complete listing of a server reads none of the tools of others', () => {
  const { reads, reader } = storeOf('files:read', 'git:pull', 'zip:pack')
  const index = createToolIndex({ stored: new RememberedTools(reader) })
  expect(index.list({ servers: ['hub'] })).toEqual([])
  reads.length = 0
  const { registered, removed } = index.registerMcp('hub', [{ name: 'merge', inputSchema: {} }], {
    complete: true,
  })
  expect([registered, removed]).toEqual([['hub:merge'], []])
  expect(index.registerMcp('hub', [], { complete: true }).removed).toEqual(['hub:merge'])
  expect(reads).toEqual([])
})

it('ids are taken in one by one', () => {
  const { reader } = storeOf('files:read', 'files:write', 'git:push')
  const index = createToolIndex({ stored: new RememberedTools({ ...reader, ids: () => [] }) })
  for (const id of reader.ids()) inSlices(index).hold(id)
  expect(index.ids()).toEqual(['files:read', 'files:write', 'git:push'])
  expect([index.size, index.get('git:push')?.tool.description]).toEqual([3, 'as stored'])
})

it('a tool that is asked for again is not read again, nor is one that was only listed', () => {
  const { reads, reader } = storeOf('git:pull', 'git:push')
  const index = createToolIndex({ stored: new RememberedTools(reader) })
  expect(index.get('git:push')?.tool).toBe(index.get('git:push')?.tool)
  expect(reads).toEqual(['git:push'])
  for (let i = 0; i < 2; i += 1) expect(index.list({ readOnly: false })).toHaveLength(2)
  expect(reads).toHaveLength(3)
})

it('pages and snapshots go on with what was stored when they were taken', async () => {
  const { records, reader } = storeOf('git:pull', 'git:push', 'git:tag')
  const index = createToolIndex({ stored: new RememberedTools(reader) })
  index.takeRecords([{ type: 'put', record: recordOf('git:log', 'not stored yet') }])
  const snapshot = index.snapshot()
  const { nextCursor } = await index.page({ limit: 2 })
  index.takeRecords([
    { type: 'put', record: recordOf('git:push', 'changed') },
    { type: 'delete', id: 'git:tag' },
  ])
  records.set('git:push', recordOf('git:push', 'changed'))
  records.delete('git:tag')
  inSlices(index).release(['git:push'])
  expect(index.get('git:push')?.tool.description).toBe('changed')
  const rest = await index.page({ limit: 9, cursor: nextCursor })
  expect(rest.items.map(({ tool }) => tool.description)).toEqual(['as stored', 'as stored'])
  expect(snapshot.get('git:tag')?.summary.name).toBe('tag')
  records.set('git:log', recordOf('git:log', 'stored'))
  inSlices(index).release(['git:log'])
  index.takeRecords([{ type: 'delete', id: 'git:log' }])
  expect(snapshot.get('git:log')?.tool.description).toBe('not stored yet')
})

it('a tool that was let go is read from the store, and one that is gone stays gone', () => {
  const { records, reader } = storeOf()
  const index = createToolIndex({ stored: new RememberedTools(reader) })
  index.takeRecords([{ type: 'put', record: recordOf('git:push') }])
  records.set('git:push', recordOf('git:push', 'from the store'))
  inSlices(index).release(['git:push', 'git:tag'])
  expect(index.get('git:push')?.tool.description).toBe('from the store')
  expect(index.get('git:tag')).toBeUndefined()
  expect(index.size).toBe(1)
})
