import type { SearchDocument } from '@toolscout/model'
import { searcherObligations } from '@toolscout/testkit'
import { createManualClock, settled, sketchDocument } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { createGate, createLocalEmbedder, createRemoteEmbedder, works } from '../fixtures/embedders.ts'
import type { SemanticSearcherOptions } from './semantic-options.ts'
import { createSemanticSearcher } from './semantic-searcher.ts'

const documents = [
  sketchDocument({ name: 'speak', description: 'turn text into audio', readOnly: true }),
  sketchDocument({ name: 'translate', description: 'text into other languages' }),
  sketchDocument({ name: 'weather', description: 'sun and rain' }),
]

describe('the semantic searcher with a local embedder', () => {
  it.each(searcherObligations())('$name', ({ check }) =>
    check(() => createSemanticSearcher({ embedder: createLocalEmbedder() })),
  )
})

it('a document without an id is refused, and changes nothing (SEM-011)', async () => {
  const searcher = createSemanticSearcher({ embedder: createLocalEmbedder() })
  const nameless = { ...(documents[2] as SearchDocument), id: '' }
  expect(() => searcher.apply({ upserts: [nameless], removals: [] })).toThrow(TypeError)
  expect((await searcher.search({ query: 'rain', limit: 1 })).hits).toEqual([])
})

describe('scores', () => {
  it('are told with their model when they are to be explained', async () => {
    const searcher = createSemanticSearcher({ embedder: createLocalEmbedder() })
    searcher.apply({ upserts: documents, removals: [] })
    const { hits } = await searcher.search({ query: 'rain', limit: 1, explain: true })
    expect(hits[0]?.explanation).toEqual({ label: 'cosine similarity by local words', value: hits[0]?.score })
  })
})

it('of very many tools takes a turn of its own, so that what is due runs before', async () => {
  const alike = (): Float32Array => Float32Array.of(0.6, 0.8)
  const embedder = { ...createLocalEmbedder(), dimensions: 2, embedQuery: alike, embedDocument: alike }
  const searcher = createSemanticSearcher({ embedder })
  const [first, ...others] = documents
  const many = Array.from({ length: 32_764 }, (_, i) => ({ ...(first as SearchDocument), id: `speak_${i}` }))
  searcher.apply({ upserts: [...others, ...many], removals: [] })
  const turnsOf = async (): Promise<number> => {
    let turns = 0
    setImmediate(() => {
      turns += 1
    })
    expect((await searcher.search({ query: 'rain', limit: 1 })).hits).toHaveLength(1)
    return turns
  }
  expect(await turnsOf()).toBe(0)
  searcher.apply({
    upserts: [
      { ...(first as SearchDocument), id: 'a' },
      { ...(first as SearchDocument), id: 'b' },
    ],
    removals: [],
  })
  expect(await turnsOf()).toBe(1)
})

describe('a request with several tasks', () => {
  it('is as near to a tool as the mean of the request and its nearest clause', async () => {
    const embedder = createLocalEmbedder()
    const [whole, clause, other] = ['rain and text into audio', 'text into audio', 'rain']
    const clausesOf = (query: string): readonly string[] => (query === whole ? [clause, other, whole] : [])
    const searcher = createSemanticSearcher({ embedder, clausesOf })
    const plain = createSemanticSearcher({ embedder })
    for (const one of [searcher, plain]) one.apply({ upserts: documents, removals: [] })
    const ids = documents.map(({ id }) => id)
    const similar = async (text: string, from = plain): Promise<readonly number[]> => {
      const { hits } = await from.search({ query: text, limit: 9 })
      return ids.map((id) => hits.find((hit) => hit.id === id)?.score ?? 0)
    }
    const [all, first, second] = await Promise.all([similar(whole), similar(clause), similar(other)])
    const expected = all.map((score, i) => (score + Math.max(score, first[i] ?? 0, second[i] ?? 0)) / 2)
    expect(await similar(whole, searcher)).toEqual(expected)
    const { hits } = await searcher.search({ query: whole, limit: 2 })
    expect(hits.map(({ score }) => score)).toEqual([...expected].sort((a, b) => b - a).slice(0, 2))
    expect(await similar(other, searcher)).toEqual(second)
  })
})

describe('with an embedder somewhere else', () => {
  const start = (options: Partial<SemanticSearcherOptions> = {}) => {
    const clock = createManualClock()
    const embedder = createRemoteEmbedder()
    const searcher = createSemanticSearcher({ embedder, clock, random: () => 0.5, ...options })
    return { clock, embedder, searcher }
  }

  it('answers before there are vectors, and says how many are missing', async () => {
    const { searcher, embedder } = start()
    const gate = createGate()
    embedder.behave = async (texts, options) => {
      if (options.purpose === 'document') await gate.opened
      return works(texts, options)
    }
    searcher.apply({ upserts: documents, removals: [] })
    expect(await searcher.search({ query: 'rain', limit: 5 })).toEqual({
      hits: [],
      degraded: [{ part: 'semantic', reason: '3 of 3 tools have no vector yet.' }],
    })
    gate.open()
    await searcher.embeddings.ready()
    const { hits, degraded } = await searcher.search({ query: 'rain', limit: 5 })
    expect([hits.map(({ id }) => id), degraded]).toEqual([['weather'], undefined])
    expect(searcher.deterministic).toBe(false)
  })

  it('waits for the query no longer than it may, and has its vector the next time', async () => {
    const { searcher, embedder, clock } = start({ queryTimeoutMs: 50, name: 'meaning' })
    searcher.apply({ upserts: documents, removals: [] })
    await searcher.embeddings.ready()
    const gate = createGate()
    embedder.behave = async (texts, options) => {
      await gate.opened
      return works(texts, options)
    }
    const first = searcher.search({ query: 'rain', limit: 1 })
    await clock.waitFor(50)
    await clock.advance(50)
    expect((await first).degraded).toEqual([
      { part: 'meaning', reason: '"words" gave no vector of the query within 50 ms.' },
    ])
    gate.open()
    await settled()
    expect((await searcher.search({ query: 'rain', limit: 1 })).hits[0]?.id).toBe('weather')
    expect(embedder.calls.filter(({ purpose }) => purpose === 'query')).toHaveLength(1)
  })

  it('embeds a query once, however many ask it at the same time, and forgets the oldest', async () => {
    const { searcher, embedder } = start()
    searcher.apply({ upserts: documents, removals: [] })
    await searcher.embeddings.ready()
    const ask = (query: string): Promise<unknown> => searcher.search({ query, limit: 1 })
    await Promise.all([ask('a'), ask('a'), ask('a')])
    await ask('b')
    await ask('a')
    for (let i = 0; i < 999; i += 1) await ask(`c${i}`)
    await ask('a')
    await ask('b')
    const asked = embedder.calls.flatMap(({ purpose, texts }) => (purpose === 'query' ? texts : []))
    expect(asked.filter((text) => !text.startsWith('c'))).toEqual(['a', 'b', 'b'])
  })

  it('does not wait for an embedder that keeps failing, until it has rested', async () => {
    const { searcher, embedder, clock } = start()
    searcher.apply({ upserts: documents, removals: [] })
    await searcher.embeddings.ready()
    embedder.behave = () => Promise.reject(new RangeError('overloaded'))
    const queries = (): number => embedder.calls.filter(({ purpose }) => purpose === 'query').length
    for (let i = 0; i < 20; i += 1) {
      const { degraded } = await searcher.search({ query: `query ${i}`, limit: 1 })
      expect(degraded?.[0]?.reason).toContain('overloaded')
    }
    expect(queries()).toBe(3)
    embedder.behave = works
    await clock.advance(30_000)
    expect((await searcher.search({ query: 'rain', limit: 1 })).hits[0]?.id).toBe('weather')
  })

  it('asks so many queries at a time and no more of one that hangs', async () => {
    const { searcher, embedder, clock } = start()
    embedder.behave = () => new Promise(() => {})
    const answers = Array.from({ length: 30 }, (_, i) => searcher.search({ query: `query ${i}`, limit: 1 }))
    await settled()
    await clock.advance(300)
    const reasons = (await Promise.all(answers)).map(({ degraded }) => degraded?.[0]?.reason)
    expect(reasons.filter((reason) => reason?.includes('within 300 ms'))).toHaveLength(8)
    expect(reasons.filter((reason) => reason?.includes('8 earlier queries'))).toHaveLength(22)
    expect(embedder.calls).toHaveLength(8)
    await clock.advance(10_000)
    expect(clock.waits()).toEqual([])
  })

  it('leaves the search when its caller wants it to, and nobody else’s', async () => {
    const { searcher, embedder } = start()
    const gate = createGate()
    embedder.behave = async (texts, options) => {
      await gate.opened
      return works(texts, options)
    }
    const stop = new AbortController()
    const left = searcher.search({ query: 'rain', limit: 1, signal: stop.signal })
    const stays = searcher.search({ query: 'rain', limit: 1 })
    stop.abort('enough')
    await expect(left).rejects.toBe('enough')
    gate.open()
    expect(await stays).toEqual({ hits: [] })
  })

  it('compares no query with tools of another model', async () => {
    const { searcher, embedder } = start()
    searcher.apply({ upserts: documents, removals: [] })
    await searcher.embeddings.ready()
    const gate = createGate()
    embedder.behave = async (texts, options) => {
      await gate.opened
      return works(texts, options)
    }
    const asked = searcher.search({ query: 'rain', limit: 1 })
    await settled()
    embedder.model = 'other words'
    gate.open()
    expect(await asked).toEqual({
      hits: [],
      degraded: [
        { part: 'semantic', reason: 'The query was embedded by "words", the tools by "other words".' },
      ],
    })
  })
})

it('refuses options outside their range', () => {
  const embedder = createLocalEmbedder()
  for (const options of [{ queryTimeoutMs: 0 }]) {
    expect(() => createSemanticSearcher({ embedder, ...options })).toThrow(RangeError)
  }
  expect(() => createSemanticSearcher({ embedder: {} as never })).toThrow(TypeError)
  expect(() => createSemanticSearcher({ embedder, batch: 3 } as never)).toThrow(TypeError)
})
