import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDiscovery } from '@toolscout/discovery'
import { expect, it } from 'vitest'
import { createTestHost } from '../fixtures/test-host.ts'
import { openKeptStore, writeKeptStore } from './kept-store.ts'

const { signal } = new AbortController()
const inputSchema = { type: 'object', properties: { title: { type: 'string' } } }
const DEFINITIONS = [
  { name: 'paint', description: 'Paints a picture', inputSchema },
  { name: 'brew', description: 'Brews tea — 茶', inputSchema },
]

async function keep(definitions: readonly unknown[] = DEFINITIONS): Promise<string> {
  const { cwd } = await createTestHost()
  await writeKeptStore(cwd, [{ server: 'desk', definitions, listedAt: 0 }])
  return cwd
}

it('gives back what was written, to any number of readers at once, and keeps changes in memory alone', async () => {
  const folder = await keep()
  const stores = [openKeptStore(folder, signal), openKeptStore(folder, signal)]
  for (const store of stores) {
    expect(store.reader?.ids()).toEqual(['desk:brew', 'desk:paint'])
    expect(store.reader?.record('desk:brew')).toMatchObject({
      tool: { id: 'desk:brew', description: 'Brews tea — 茶', inputSchema },
      backends: [{ kind: 'mcp', server: 'desk' }],
      notes: '',
    })
    expect(store.reader?.summary('desk:paint')).toMatchObject({ name: 'paint', namespace: 'desk' })
    expect(store.reader?.record('desk:bre')).toBeUndefined()
    const record = store.reader?.record('desk:paint')
    expect(await store.append([{ type: 'delete', id: 'desk:brew' }])).toBe(2)
    expect(store.reader?.ids()).toEqual(['desk:paint'])
    expect(store.reader?.record('desk:brew')).toBeUndefined()
    if (record === undefined) throw new RangeError('lost')
    await store.append([{ type: 'put', record: { ...record, notes: 'blue' } }])
    expect(store.reader?.record('desk:paint')?.notes).toBe('blue')
    expect(store.reader?.ids()).toEqual(['desk:paint'])
  }
  await Promise.all(stores.map((store) => store.close()))
})

it('leaves out what is no tool, and may be empty', async () => {
  const { cwd } = await createTestHost()
  const listing = { server: 'desk', definitions: [...DEFINITIONS, { name: 7 }], listedAt: 0 }
  expect(await writeKeptStore(cwd, [listing])).toBe(2)
  expect(await writeKeptStore(cwd, [])).toBe(0)
  expect(openKeptStore(cwd, signal).reader?.ids()).toEqual([])
})

it('keeps what ranks its tools once that was asked for, and the next search goes on from it', async () => {
  const folder = await keep()
  const first = await openDiscovery({ store: openKeptStore(folder, signal), embedder: false })
  const before = await first.search('a picture')
  await first.close()
  expect(await readdir(folder)).toContain(`words-${process.versions.unicode}.checkpoint`)
  const store = openKeptStore(folder, signal)
  const load = () => {
    throw new RangeError('read all of it')
  }
  const second = await openDiscovery({ store: { ...store, load }, embedder: false })
  expect((await second.search('a picture')).hits.map(({ id, score }) => [id, score])).toEqual(
    before.hits.map(({ id, score }) => [id, score]),
  )
  await second.close()
})

it.each([
  ['tools.jsonl', 'x'.repeat(10)],
  ['places.json', '{"ids":'],
])('refuses %s that is damaged', async (name, content) => {
  const folder = await keep()
  await writeFile(join(folder, name), content)
  expect(() => openKeptStore(folder, signal)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
})

it('says of a record that was changed in its place that it is damaged', async () => {
  const folder = await keep()
  const places = JSON.stringify({ ids: ['desk:brew', 'desk:paint'], ends: [3, 6] })
  await writeFile(join(folder, 'tools.jsonl'), '{}\n???')
  await writeFile(join(folder, 'places.json'), places)
  const { reader } = openKeptStore(folder, signal)
  for (const id of ['desk:brew', 'desk:paint'])
    expect(() => reader?.record(id)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
})

it('stops reading all when its signal aborts', async () => {
  const stop = new AbortController()
  const store = openKeptStore(await keep(), stop.signal)
  stop.abort('SIGINT')
  await expect(openDiscovery({ store, embedder: false })).rejects.toBe('SIGINT')
})
