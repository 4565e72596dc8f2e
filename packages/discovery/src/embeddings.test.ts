import { createToolIndex } from '@toolscout/index'
import { createLexicalSearcher } from '@toolscout/search'
import { createEmbedder, createReciprocalRankFusion } from '@toolscout/semantic'
import { expect, it } from 'vitest'
import { createDiscovery } from './create-discovery.ts'

/** Knows that spoken words are audio: texts of either are near to each other. */
const TOPICS = [/speech|audio|voice|spoken/i, /picture|image|drawing/i, /rain|weather|sun/i]
const embedder = (): ReturnType<typeof createEmbedder> =>
  createEmbedder({
    model: 'topics',
    dimensions: TOPICS.length + 1,
    embed: async (texts) => texts.map((text) => [0.01, ...TOPICS.map((topic) => (topic.test(text) ? 1 : 0))]),
  })
const tools = {
  synthesize: { description: 'Makes speech of a text', inputSchema: { type: 'object' } },
  forecast: { description: 'Tells the weather', inputSchema: { type: 'object' } },
  draw: { description: 'Makes a picture', inputSchema: { type: 'object' } },
} as const

it('ranks by meaning beside words, once there are vectors', async () => {
  const scout = createDiscovery({ embedder: embedder() })
  await scout.register(tools)
  await scout.embeddings?.ready()
  expect(scout.embeddings?.progress()).toMatchObject({
    state: 'ready',
    total: 3,
    pending: 0,
    model: 'topics',
  })
  const { hits, degraded } = await scout.search('sound of a voice', { explain: true })
  expect(hits.map(({ id }) => id)).toEqual(['synthesize'])
  expect(degraded).toEqual([])
  expect(hits[0]?.explanation?.children?.map(({ label }) => label.split(':')[0])).toContain('semantic')
  await scout.close()
  expect(scout.embeddings?.progress().state).toBe('closed')
})

it('knows by itself what common words mean, and every tool has its vector at once', async () => {
  const scout = createDiscovery()
  await scout.register(tools)
  expect(scout.embeddings?.progress()).toMatchObject({ state: 'ready', pending: 0 })
  const { hits, degraded } = await scout.search('will I need an umbrella tomorrow', { explain: true })
  expect([hits[0]?.id, degraded]).toEqual(['forecast', []])
  expect(hits[0]?.explanation?.children?.map(({ label }) => label.split(':')[0])).toContain('semantic')
  // What nobody knows is near to nothing.
  expect((await scout.search('nosuchword')).hits).toEqual([])
  await scout.close()
})

it('judges what only vectors find by the vectors', async () => {
  const few = {
    ...tools,
    prescribe: { description: 'Medicine for a patient', inputSchema: { type: 'object' } },
    grade_exam: { description: 'Marks of a student', inputSchema: { type: 'object' } },
  } as const
  const [scout, words] = [createDiscovery(), createDiscovery({ embedder: false })]
  for (const one of [scout, words]) await one.register(few)
  for (const [request, id] of [
    ['school homework', 'grade_exam'],
    ['pharmacy', 'prescribe'],
    ['loudly pronounce it', 'synthesize'],
  ] as const) {
    expect(await words.search(request)).toMatchObject({ hits: [], verdict: { level: 'none', confidence: 0 } })
    expect(await scout.search(request)).toMatchObject({ hits: [{ id }], verdict: { level: 'weak' } })
  }
  for (const request of ['how tall is Mount Everest', 'who won the elections']) {
    expect((await scout.search(request)).verdict?.level).toBe('none')
  }
  await Promise.all([scout.close(), words.close()])
})

it('answers as words alone do when the embedder fails, and says so', async () => {
  const scout = createDiscovery({
    embedder: createEmbedder({
      model: 'broken',
      dimensions: 4,
      embed: () => Promise.reject(new RangeError('no route')),
    }),
  })
  const words = createDiscovery({ embedder: false })
  for (const one of [scout, words]) await one.register(tools)
  const { degraded, version, ...answer } = await scout.search('speech', { explain: true })
  const { degraded: none, version: same, ...expected } = await words.search('speech', { explain: true })
  expect(answer).toEqual(expected)
  expect([version, none]).toEqual([same, []])
  expect(degraded).toEqual([{ part: 'semantic', reason: expect.stringContaining('no route') }])
  await scout.close()
})

it('takes a fusion of one’s own', async () => {
  const scout = createDiscovery({ embedder: embedder(), fusion: createReciprocalRankFusion() })
  await scout.register(tools)
  await scout.embeddings?.ready()
  expect((await scout.search('speech')).hits[0]?.score).toBeCloseTo(2 / 61, 12)
  await scout.close()
})

it('refuses what would have no effect', () => {
  const of = embedder()
  expect(() => createDiscovery({ embedder: of, searcher: createLexicalSearcher() })).toThrow(
    'embedder would have no effect next to a searcher of its own.',
  )
  expect(() => createDiscovery({ embedder: of, index: createToolIndex() })).toThrow('no effect next to index')
  expect(() => createDiscovery({ embedder: false, fusion: createReciprocalRankFusion() })).toThrow(
    'fusion would have no effect without an embedder',
  )
  expect(createDiscovery({ embedder: false }).embeddings).toBeUndefined()
})
