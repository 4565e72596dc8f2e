import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Searcher } from '@toolscout/model'
import { createFeedback, createFeedbackSearcher, createRerankedSearcher } from '@toolscout/rerank'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { createDiscovery, openDiscovery, type SearcherChain } from './index.ts'

const inputSchema = { type: 'object' }
const tools = [
  { name: 'send_mail', description: 'Send an e-mail to a person', inputSchema },
  { name: 'draft_mail', description: 'Write an e-mail and keep it as a draft', inputSchema },
  { name: 'get_weather', description: 'Tell the weather of a city', inputSchema },
]

/** The file of a catalog, which goes with the test. */
async function placeOfCatalog(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-chain-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'catalog.db')
}

/** Language model and feedback around the default searcher; counts what is applied through the chain. */
function chain() {
  const feedback = createFeedback()
  const asked: string[] = []
  const applied = new Set<string>()
  const model = {
    name: 'scripted',
    complete: async (prompt: string): Promise<string> => {
      asked.push(prompt)
      throw new RangeError('no credit')
    },
  }
  const searcher: SearcherChain = (inner) => {
    const reranked = createRerankedSearcher({ searcher: inner, model: model as never })
    const learned = createFeedbackSearcher({ searcher: reranked, feedback })
    const outer: Searcher = {
      ...learned,
      apply: (changes) => {
        for (const { id } of changes.upserts) applied.add(id)
        learned.apply(changes)
      },
    }
    return outer
  }
  return { feedback, asked, applied, searcher }
}

it('a chain asks the default searcher, by words and by meaning', async () => {
  const { searcher, feedback, asked } = chain()
  const scout = createDiscovery({ searcher })
  await scout.register(tools)
  expect(scout.embeddings?.progress()).toMatchObject({ state: 'ready', pending: 0 })
  const query = 'mail quux zyzzyva'
  const before = await scout.search(query, { mode: 'fast' })
  const [first, second] = before.hits.map(({ id }) => id)
  for (let use = 0; use < 1_000; use += 1) feedback.record(query, second ?? '')
  const after = await scout.search(query, { mode: 'fast', explain: true })
  expect(after.hits.find(({ id }) => id === second)?.explanation?.label).toMatch(/use/)
  expect(after.hits.map(({ id }) => id)).toContain(first)
  // A model that fails is reported, and costs no hit.
  const assisted = await scout.search(query, { mode: 'accurate' })
  expect(asked.length).toBeGreaterThan(0)
  expect(assisted.degraded.length).toBeGreaterThan(0)
  expect(assisted.hits).toHaveLength(before.hits.length)
  await scout.close()
})

it('a chain is restored from a SQLite store: words from the checkpoint, the rest in the background', async () => {
  const path = await placeOfCatalog()
  const plain = await openDiscovery({ store: await openSqliteStore({ path }) })
  await plain.register(tools)
  const expected = (await plain.search('mail')).hits
  await plain.close()

  const { searcher, applied } = chain()
  const again = await openDiscovery({ store: await openSqliteStore({ path }), searcher })
  const early = await again.search('mail')
  expect(early.hits.map(({ id }) => id)).toContain('send_mail')
  expect(early.degraded.map(({ part }) => part)).toContain('catalog')
  await again.catalog?.restored()
  expect([...applied].sort()).toEqual(['draft_mail', 'get_weather', 'send_mail'])
  expect(again.embeddings?.progress()).toMatchObject({ state: 'ready', pending: 0 })
  const answer = await again.search('mail', { mode: 'fast' })
  expect(answer.hits).toEqual(expected)
  expect(answer.degraded).toEqual([])
  // A model that fails is reported, and the answer is that of the rest.
  const assisted = await again.search('mail', { mode: 'accurate' })
  expect(assisted.hits.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  expect(assisted.degraded.length).toBeGreaterThan(0)
  await again.register([{ name: 'new_tool', description: 'Post a letter', inputSchema }])
  expect((await again.search('letter')).hits[0]?.id).toBe('new_tool')
  await again.close()
})

it('a searcher of one’s own holds everything before the first search, on a store, too', async () => {
  const path = await placeOfCatalog()
  const first = await openDiscovery({ store: await openSqliteStore({ path }) })
  await first.register(tools)
  await first.close()
  const held = new Set<string>()
  const own: Searcher = {
    name: 'own',
    apply: ({ upserts }) => {
      for (const { id } of upserts) held.add(id)
    },
    search: async ({ limit }) => ({
      hits: [...held]
        .sort()
        .map((id) => ({ id, score: 1 }))
        .slice(0, limit),
    }),
  }
  const again = await openDiscovery({ store: await openSqliteStore({ path }), searcher: own })
  const answer = await again.search('anything')
  expect(answer.hits).toHaveLength(3)
  expect(answer.degraded).toEqual([])
  await again.close()
})

it.each([[() => undefined], [{}]])('%s is no searcher', async (searcher) => {
  expect(() => createDiscovery({ searcher: searcher as never })).toThrow(TypeError)
})
