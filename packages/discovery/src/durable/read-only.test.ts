import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbedder } from '@toolscout/semantic'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import type { Discovery } from '../discovery.ts'
import { fakeSource } from '../fixtures/fake-source.ts'
import { openDiscovery } from './open-discovery.ts'

const inputSchema = { type: 'object' }
const TOOLS = [
  { name: 'get_forecast', description: 'Tells the weather of tomorrow', inputSchema },
  { name: 'send_mail', description: 'Sends a mail to somebody', inputSchema },
]
const REFUSED = { code: 'STORE_READ_ONLY' }

function newPlace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-read-only-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'catalog.db')
}

async function answersOf({ search, describe, index }: Discovery): Promise<unknown> {
  const { hits, degraded } = await search('what is the weather')
  const { docs } = await describe('send_mail', { detail: 'full' })
  return { hits, degraded, docs, all: index.list() }
}

it('a catalog beside the one that is kept searches, lists and describes, and changes nothing', async () => {
  const path = newPlace()
  const kept = await openDiscovery({ store: await openSqliteStore({ path }) })
  await kept.register(TOOLS, { toolDocs: { send_mail: { notes: 'Ask before.' } } })
  await kept.catalog?.checkpoint()
  const before = await answersOf(kept)
  const problems: unknown[] = []
  const embedded: string[] = []
  const embedder = createEmbedder({
    model: 'ones',
    dimensions: 2,
    embed: async (texts) => texts.map((text) => Float32Array.of(embedded.push(text), 1)),
  })
  for (const options of [{}, { embedder }]) {
    const files = readdirSync(join(path, '..')).filter((name) => !name.includes('-shm'))
    const look = await openDiscovery({
      store: await openSqliteStore({ path, readOnly: true }),
      onError: (problem) => problems.push(problem),
      ...options,
    })
    if (!('embedder' in options)) expect(await answersOf(look)).toEqual(before)
    await look.catalog?.restored()
    await look.embeddings?.ready()
    // What is registered meanwhile is seen by the next one.
    await kept.register([{ ...TOOLS[0], name: 'get_news' }])
    expect(look.size).toBe(2)
    await kept.unregister('get_news')
    for (const change of [
      () => look.register(TOOLS),
      () => look.register([{ name: 'new', inputSchema }]),
      () => look.unregister('send_mail'),
      () => look.addDocs('send_mail', { notes: 'Never.' }),
      () =>
        look.addSource(
          fakeSource({ name: 'shop', list: () => ({ definitions: [], complete: true }) }).source,
        ),
      () => look.connectServers({ mcpServers: {} }),
      () => look.refreshSource('shop'),
      () => look.removeSource('shop'),
      async () => look.catalog?.setItems([{ kind: 'note', key: 'a', value: 1 }]),
      async () => look.catalog?.checkpoint(),
    ])
      await expect(change()).rejects.toMatchObject(REFUSED)
    await look.catalog?.flush()
    // In the index itself something may be left out, for this process alone.
    look.index.unregister('send_mail')
    expect(look.size).toBe(1)
    await look.close()
    expect(readdirSync(join(path, '..')).filter((name) => !name.includes('-shm'))).toEqual(files)
  }
  expect(problems).toEqual([])
  expect(embedded.length).toBeGreaterThan(1)
  expect(kept.index.list().map(({ tool: { id } }) => id)).toEqual(['get_forecast', 'send_mail'])
  expect((await answersOf(kept)) as object).toEqual(before)
  await kept.close()
})
