import type { SearcherAnswer, SearchRequest } from '@toolscout/model'
import { createWordSearcher } from '@toolscout/testkit'
import { describe, expect, it } from 'vitest'
import { finds, rates, TOOLS } from './fixtures/assisted-tools.ts'
import { candidatesIn, type Script, type ScriptedModel, scriptedModel } from './fixtures/scripted-model.ts'
import { createRerankedSearcher } from './reranked-searcher.ts'
import type { RerankedSearcherOptions } from './reranked-searcher-options.ts'

const searcherOf = (
  options: Partial<RerankedSearcherOptions> = {},
): ReturnType<typeof createRerankedSearcher> => {
  const searcher = createRerankedSearcher({ searcher: createWordSearcher(), ...options })
  searcher.apply({ upserts: TOOLS, removals: [] })
  return searcher
}
const ask = async (
  script: readonly Script[],
  request: Partial<SearchRequest> = {},
  options: Partial<RerankedSearcherOptions> = {},
): Promise<SearcherAnswer & { readonly ids: readonly string[]; readonly model: ScriptedModel }> => {
  const model = scriptedModel(...script)
  let clock = 0
  const searcher = searcherOf({ model, now: () => (clock += 5), ...options })
  const answer = await searcher.search({ query: 'read text', limit: 10, ...request })
  return { ...answer, ids: answer.hits.map(({ id }) => id), model }
}
const FITS = { speech: 0.9, text_count: 0.1, text_trim: 0.2, narrator: 0.95 }

describe('the modes', () => {
  it('fast: the answer of the searcher, and no model is asked', async () => {
    const plain = await searcherOf({ searcher: createWordSearcher() }).search({ query: 'text', limit: 10 })
    const { hits, assistance, model } = await ask(['no'], { query: 'text', mode: 'fast' })
    expect(hits).toEqual(plain.hits)
    expect(model.requests).toEqual([])
    expect(assistance).toEqual({
      modeUsed: 'fast',
      expandedTerms: [],
      usage: { inputTokens: 0, outputTokens: 0 },
      modelCalls: 0,
      stages: [],
    })
  })

  it('balanced: what was found, in the order of the model', async () => {
    const { ids, assistance, model } = await ask([rates(FITS)], { mode: 'balanced' })
    expect(ids).toEqual(['speech', 'text_trim', 'text_count'])
    expect(model.requests).toHaveLength(1)
    expect(assistance).toEqual({
      modeUsed: 'balanced',
      expandedTerms: [],
      usage: { inputTokens: 100, outputTokens: 20 },
      modelCalls: 1,
      stages: [
        { stage: 'retrieve', durationMs: 5 },
        { stage: 'rerank', durationMs: 5 },
      ],
    })
  })

  it('accurate: also what only other words find', async () => {
    const { ids, assistance } = await ask([finds('audio', 'voice'), rates(FITS)], { mode: 'accurate' })
    expect(ids).toEqual(['narrator', 'speech', 'text_trim', 'text_count'])
    expect(assistance).toMatchObject({
      modeUsed: 'accurate',
      expandedTerms: ['audio', 'voice'],
      usage: { inputTokens: 110, outputTokens: 25 },
      modelCalls: 2,
    })
    expect(assistance?.stages.map(({ stage }) => stage)).toEqual(['expand', 'retrieve', 'rerank'])
  })

  it('default to balanced with a reranker, to fast without, and to what was said', async () => {
    expect((await ask([rates(FITS)])).assistance?.modeUsed).toBe('balanced')
    expect((await searcherOf().search({ query: 'text', limit: 1 })).assistance?.modeUsed).toBe('fast')
    const told = await ask([finds('audio'), rates(FITS)], {}, { defaultMode: 'accurate' })
    expect(told.assistance?.modeUsed).toBe('accurate')
  })

  it('hand the task on to the model, and ask the searcher for no more than fast', async () => {
    const asked: SearchRequest[] = []
    const options = { searcher: createWordSearcher({ asked }) }
    const { model } = await ask(
      [finds('audio'), rates(FITS)],
      { mode: 'accurate', taskContext: 'a podcast' },
      options,
    )
    for (const { prompt } of model.requests) expect(prompt).toContain('Task: "a podcast"')
    expect(asked.map(({ mode, query }) => [mode, query])).toEqual([
      ['fast', 'read text'],
      ['fast', 'read text audio'],
    ])
  })

  it('are the same head of one order whatever the limit', async () => {
    for (const mode of ['balanced', 'accurate'] as const) {
      const script = mode === 'accurate' ? [finds('audio'), rates(FITS)] : [rates(FITS)]
      const all = await ask(script, { mode })
      for (const limit of [0, 1, 2, 3]) {
        const some = await ask(script, { mode, limit })
        expect(some.hits).toEqual(all.hits.slice(0, limit))
        expect(some.verdict).toEqual(all.verdict)
      }
    }
  })

  it('look at no blank query', async () => {
    const { model, assistance, degraded } = await ask(['no'], { query: ' \n', mode: 'accurate' })
    expect([model.requests.length, assistance?.modeUsed, degraded ?? []]).toEqual([0, 'fast', []])
  })

  it('ask no model to rate nothing', async () => {
    const { model, assistance } = await ask([rates(FITS)], { query: 'zebra', mode: 'balanced' })
    expect([model.requests.length, assistance?.modeUsed]).toEqual([0, 'balanced'])
  })
})

describe('a function in the place of a model', () => {
  it('is asked once with one text and the signal, and answers with one', async () => {
    const asked: (readonly [string, AbortSignal | undefined])[] = []
    const model = async (prompt: string, { signal }: { readonly signal: AbortSignal | undefined }) => {
      asked.push([prompt, signal])
      return 'Best first: 3, 1'
    }
    const { hits, assistance, verdict } = await searcherOf({ model }).search({
      query: 'read text',
      limit: 10,
    })
    expect(hits.map(({ id }) => id)).toEqual(['speech', 'text_count', 'text_trim'])
    expect(asked).toHaveLength(1)
    expect(asked[0]?.[0]).toMatch(/^You choose the tools[^"]*\n\nRequest: "read text"\n1 "text_count\(/)
    expect(asked[0]?.[1]).toBeInstanceOf(AbortSignal)
    expect(assistance).toMatchObject({ modeUsed: 'balanced', usage: { isEstimated: true } })
    expect(verdict?.level).toBe('strong')
  })

  it.each([[async () => 3 as never], [async () => Promise.reject(new RangeError('out of credit'))]])(
    'that gives no text leaves the first ranking, visibly',
    async (model) => {
      const plain = await searcherOf().search({ query: 'read text', limit: 10 })
      const { hits, degraded } = await searcherOf({ model }).search({ query: 'read text', limit: 10 })
      expect(hits).toEqual(plain.hits)
      expect(degraded?.map(({ part }) => part)).toEqual(['rerank'])
    },
  )

  it('is not asked again what it has answered', async () => {
    let asked = 0
    const model = async (): Promise<string> => {
      asked += 1
      return '1'
    }
    const searcher = searcherOf({ model })
    for (const _time of [1, 2, 3]) await searcher.search({ query: 'read text', limit: 10 })
    expect(asked).toBe(1)
  })
})

describe('the order after a second look', () => {
  it('has what was left out behind, as it was, and no tie that ids could shuffle', async () => {
    const { ids, hits } = await ask([rates({ text_trim: 0.5, speech: 0.5 })], {
      query: 'text speaks trims audio',
    })
    const plain = await searcherOf().search({ query: 'text speaks trims audio', limit: 10 })
    const former = plain.hits.map(({ id }) => id)
    expect(ids.slice(0, 2)).toEqual(former.filter((id) => id === 'text_trim' || id === 'speech'))
    expect(ids.slice(2)).toEqual(former.filter((id) => id !== 'text_trim' && id !== 'speech'))
    expect(hits.map(({ score }) => score)).toEqual([1, 1 / 2, 1 / 3, 1 / 4])
  })

  it('touches the first candidates alone', async () => {
    const { ids, model } = await ask([rates(FITS)], {}, { candidates: 2 })
    const former = (await searcherOf().search({ query: 'read text', limit: 10 })).hits.map(({ id }) => id)
    expect(candidatesIn(model.requests[0]?.prompt ?? '')).toHaveLength(2)
    expect(ids.slice(2)).toEqual(former.slice(2))
  })

  it('is explained, stage by stage', async () => {
    const { hits } = await ask([rates({ speech: 0.9 })], { explain: true })
    expect(hits[0]?.explanation).toEqual({
      label: 'one over its rank by the rating of scripted',
      value: 1,
      children: [
        { label: 'rating by scripted: chosen as number 1', value: 0.9 },
        { label: 'words', value: 1 },
      ],
    })
    expect(hits[1]?.explanation).toMatchObject({
      label: 'one over its rank, behind what scripted rated',
      value: 1 / 2,
      children: [{ label: 'words' }],
    })
  })
})

it.each([
  [{ searcher: undefined }, TypeError],
  [{ model: {} }, TypeError],
  [{ reranker: () => [] }, TypeError],
  [{ expander: { name: 'x' } }, TypeError],
  [{ rerankers: [] }, TypeError],
  [{ defaultMode: 'quick' }, RangeError],
  [{ candidates: 0 }, RangeError],
  [{ candidates: 51 }, RangeError],
  [{ expandTimeoutMs: 0 }, RangeError],
  [{ rerankTimeoutMs: 2 ** 31 }, RangeError],
  [{ cacheSize: -1 }, RangeError],
])('refuses the options %j', (options, error) => {
  expect(() => createRerankedSearcher({ searcher: createWordSearcher(), ...options } as never)).toThrow(error)
})
