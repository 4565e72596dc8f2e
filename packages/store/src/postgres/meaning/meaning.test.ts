import { type CatalogChange, compareHits, parseTool, type Tool } from '@toolscout/model'
import type { toToolSummary } from '@toolscout/model/internal'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newPlace, type TestEngine, VECTOR_ENGINES } from '../fixtures/engines.ts'
import { createTopicEmbedder, type TopicEmbedder, vectorOf } from '../fixtures/topic-embedder.ts'
import type { PostgresMeaning, PostgresStore } from '../postgres-store.ts'

const BACKEND = { kind: 'mcp', server: 's', tool: 't' } as const

function tool(name: string, description: string, tags: readonly string[] = []): Tool {
  return parseTool({ name, description, tags: [...tags], inputSchema: { type: 'object' } }).tool
}

function put(...tools: readonly Tool[]): readonly CatalogChange[] {
  return tools.map((one) => ({ type: 'put', record: { tool: one, backends: [BACKEND], notes: '' } }))
}

describe.each(VECTOR_ENGINES)('meaning in %s', (name, start) => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await start()
  })
  afterAll(() => engine.stop())

  async function open(embedder: TopicEmbedder = createTopicEmbedder()): Promise<{
    readonly store: PostgresStore
    readonly meaning: PostgresMeaning
    readonly embedder: TopicEmbedder
  }> {
    const { schema, dispose } = newPlace(engine)
    const groupsOf = ({ tags }: { readonly tags: readonly string[] }): readonly string[] =>
      tags.filter((tag) => tag.startsWith('group-'))
    const store = await engine.open(schema, { embedder, groupsOf, meaningArm: { minScoreAlone: 0.2 } })
    onTestFinished(async () => {
      await store.close()
      await dispose?.()
    })
    return { store, meaning: store.meaning as PostgresMeaning, embedder }
  }
  const idsOf = async (store: PostgresStore, query: string, limit = 5): Promise<readonly string[]> =>
    (await store.search({ query, limit })).hits.map(({ id }) => id)

  it('finds what no word of the question stands in, and says where a score comes from', async () => {
    const { store, meaning } = await open()
    await store.append(put(tool('send_mail', 'Write a letter'), tool('move_money', 'Pay somebody')))
    expect(await idsOf(store, 'epistle')).toEqual([])
    expect(await meaning.embed()).toEqual({ total: 2, pending: 0, pgvector: name.includes('pgvector') })
    expect(await idsOf(store, 'epistle')).toEqual(['send_mail'])
    const { hits, exact } = await store.search({ query: 'epistle', limit: 1, explain: true })
    expect(JSON.stringify(hits[0]?.explanation)).toContain('cosine similarity')
    expect(hits[0]?.explanation?.value).toBe(hits[0]?.score)
    expect(exact).toBe(false)
  })

  it('embeds a text once, however its tool changes beside it, and forgets what is gone', async () => {
    const { store, meaning, embedder } = await open()
    const mail = tool('send_mail', 'Write a letter')
    await store.append(put(mail, tool('move_money', 'Pay somebody')))
    await meaning.embed()
    await store.append([
      {
        type: 'put',
        record: { tool: mail, backends: [BACKEND, { ...BACKEND, server: 'other' }], notes: '' },
      },
      { type: 'delete', id: 'move_money' },
    ])
    expect(await meaning.progress()).toMatchObject({ total: 1, pending: 1 })
    await meaning.embed()
    expect(embedder.asked.documents).toBe(2)
    expect(await idsOf(store, 'funds')).toEqual([])
    await store.append(put(tool('send_mail', 'Pay somebody funds')))
    // What is old of a tool that changed is no answer.
    expect(await idsOf(store, 'epistle')).toEqual([])
    await meaning.embed()
    expect(await idsOf(store, 'cash')).toEqual(['send_mail'])
  })

  it('finds only what may be seen, however near the rest is', async () => {
    const { store, meaning } = await open()
    const hidden = Array.from({ length: 300 }, (_, i) => tool(`hidden_${i}`, 'letter letter', ['group-b']))
    await store.append(put(...hidden, tool('seen', 'letter letter to somebody', ['group-a'])))
    await meaning.embed()
    const visibility = {
      key: 'a',
      groups: ['group-a'],
      allows: ({ tags }: ReturnType<typeof toToolSummary>) => tags.includes('group-a'),
    }
    for (const filter of [
      { visibility },
      { visibility: { key: 'a', allows: visibility.allows } },
      { tags: ['group-a'] },
    ]) {
      const { hits } = await store.search({ query: 'epistle', limit: 5, filter })
      expect(hits.map(({ id }) => id)).toEqual(['seen'])
    }
  })

  it('answers by words when the embedder fails, and says so', async () => {
    const { store, meaning, embedder } = await open()
    await store.append(put(tool('send_mail', 'Write a letter')))
    await meaning.embed()
    embedder.failure = new RangeError('out of order')
    const { hits, degraded } = await store.search({ query: 'letter', limit: 5 })
    expect(hits.map(({ id }) => id)).toEqual(['send_mail'])
    expect(degraded?.[0]).toMatchObject({ part: 'meaning', reason: expect.stringContaining('out of order') })
    await store.append(put(tool('other', 'Something')))
    await expect(meaning.embed()).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })
    expect(await meaning.progress()).toMatchObject({ total: 2, pending: 1 })
  })

  it('finds nearly all that comparing every vector finds', async () => {
    const { store, meaning, embedder } = await open()
    const words = Array.from({ length: 60 }, (_, i) => letters('zz', i))
    // Inside of this process an HNSW index takes long to build.
    const texts = Array.from({ length: name === 'PostgreSQL' ? 1_000 : 300 }, (_, i) =>
      [7, 11, 13, 17].map((step) => words[(i * step + Math.floor(i / 60)) % 60]).join(' '),
    )
    await store.append(put(...texts.map((text, i) => tool(`t${i}`, text))))
    await meaning.embed()
    const { dimensions } = embedder
    let found = 0
    for (let query = 0; query < 20; query += 1) {
      // Words that stand in no tool, so that meaning alone answers.
      const text = [1, 7, 11].map((step) => letters('yy', (query * step) % 60)).join(' ')
      const wanted = texts
        .map((one, i) => ({
          id: `t${i}`,
          score: dot(vectorOf(text, dimensions), vectorOf(`t${i} ${one}`, dimensions)),
        }))
        .sort(compareHits)
        .slice(0, 10)
      const near = await store.search({ query: text, limit: 50 })
      expect(near.unmatchedTerms).toHaveLength(new Set(text.split(' ')).size)
      const ids = new Set(near.hits.map(({ id }) => id))
      found += wanted.filter(({ id }) => ids.has(id)).length
    }
    expect(found / 200).toBeGreaterThan(0.9)
  })
})

/** A word of letters alone; one that begins with `yy` means what the one with `zz` does. */
function letters(beginning: string, number: number): string {
  return beginning + [...String(number)].map((digit) => 'bcdfghjkmp'[Number(digit)]).join('')
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)
}
