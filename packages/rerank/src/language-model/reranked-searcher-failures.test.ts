import type {
  QueryExpander,
  Reranker,
  Searcher,
  SearcherAnswer,
  SearchRequest,
  Verdict,
} from '@toolscout/model'
import { createWordSearcher } from '@toolscout/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { finds, rates, TOOLS } from './fixtures/assisted-tools.ts'
import { NEVER, type Script, scriptedModel } from './fixtures/scripted-model.ts'
import { createRerankedSearcher } from './reranked-searcher.ts'
import type { RerankedSearcherOptions } from './reranked-searcher-options.ts'

const FITS = { speech: 0.9, text_count: 0.1, text_trim: 0.2, narrator: 0.95 }
const searcherOf = (options: Partial<RerankedSearcherOptions>): Searcher => {
  const searcher = createRerankedSearcher({ searcher: createWordSearcher(), ...options })
  searcher.apply({ upserts: TOOLS, removals: [] })
  return searcher
}
const ask = (
  options: Partial<RerankedSearcherOptions>,
  request: Partial<SearchRequest> = {},
): Promise<SearcherAnswer> => searcherOf(options).search({ query: 'read text', limit: 10, ...request })
const fast = (): Promise<SearcherAnswer> => ask({})
const boom = (): never => {
  throw new RangeError('the model\u202e is out: Bearer abc123def456')
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a second look that fails', () => {
  it.each<[string, Script]>([
    ['throws', boom],
    ['says nothing of use', 'no'],
    ['chooses numbers that were not shown', '[77, 0, -1]'],
    ['answers nothing', () => ({})],
  ])('since the model %s leaves the fast answer, and says so', async (_how, script) => {
    for (const mode of ['balanced', 'accurate'] as const) {
      const model = scriptedModel(...(mode === 'accurate' ? [finds('audio'), script] : [script]))
      const answer = await ask({ model }, { mode })
      expect(answer.hits).toEqual((await fast()).hits)
      expect(answer.assistance).toMatchObject({ modeUsed: 'fast', expandedTerms: [] })
      expect(answer.degraded).toEqual([{ part: 'rerank', reason: expect.any(String) }])
      expect(answer.degraded?.[0]?.reason).not.toMatch(/\u202e|abc123/)
    }
  })

  it('since it is late leaves the fast answer, and what was spent is told', async () => {
    const model = scriptedModel(finds('audio'), NEVER)
    const underWay = ask({ model, rerankTimeoutMs: 700 }, { mode: 'accurate' })
    await vi.advanceTimersByTimeAsync(700)
    const answer = await underWay
    expect(answer.hits).toEqual((await fast()).hits)
    expect(answer.degraded?.[0]).toEqual({ part: 'rerank', reason: '"scripted" took longer than 700 ms.' })
    expect(answer.assistance?.usage).toEqual({ inputTokens: 10, outputTokens: 5 })
    expect(model.requests[1]?.signal?.aborted).toBe(true)
  })

  it.each([
    ['no list', 'x'],
    ['no verdicts', [null, 3, { id: 'speech' }, { id: 'speech', score: 2 }, { id: 'gone', score: 1 }]],
  ])('since a reranker gives %s leaves the fast answer', async (_what, verdicts) => {
    const reranker = { name: 'own', rerank: async () => verdicts as never } satisfies Reranker
    const answer = await ask({ reranker })
    expect([answer.hits, answer.assistance?.modeUsed]).toEqual([(await fast()).hits, 'fast'])
    expect(answer.degraded?.[0]?.reason).toContain('"own"')
  })

  it('since nothing is known of the tools leaves the fast answer', async () => {
    const inner = createWordSearcher()
    inner.apply({ upserts: TOOLS, removals: [] })
    const model = scriptedModel(rates(FITS))
    const answer = await createRerankedSearcher({ searcher: inner, model }).search({
      query: 'text',
      limit: 9,
    })
    expect([answer.hits.length, answer.assistance?.modeUsed, model.requests.length]).toEqual([3, 'fast', 0])
    expect(answer.degraded?.[0]?.part).toBe('rerank')
  })
})

describe('an expansion that fails', () => {
  it.each<[string, Script]>([
    ['throws', boom],
    ['says nothing of use', 'no'],
  ])('since the model %s leaves the balanced answer, and says so', async (_how, script) => {
    const answer = await ask({ model: scriptedModel(script, rates(FITS)) }, { mode: 'accurate' })
    expect(answer.hits).toEqual((await ask({ model: scriptedModel(rates(FITS)) })).hits)
    expect(answer.assistance).toMatchObject({ modeUsed: 'balanced', expandedTerms: [] })
    expect(answer.degraded).toEqual([{ part: 'expand', reason: expect.any(String) }])
  })

  it('since it is late leaves the balanced answer', async () => {
    const underWay = ask({ model: scriptedModel(NEVER, rates(FITS)) }, { mode: 'accurate' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await underWay).assistance?.modeUsed).toBe('balanced')
  })

  it('since the searcher does not take the longer query leaves the balanced answer', async () => {
    const inner = createWordSearcher()
    const searcher: Searcher = {
      ...inner,
      search: (request) => (request.query.includes('audio') ? Promise.reject(boom) : inner.search(request)),
    }
    const answer = await ask(
      { searcher, model: scriptedModel(finds('audio'), rates(FITS)) },
      { mode: 'accurate' },
    )
    expect(answer.assistance).toMatchObject({ modeUsed: 'balanced', expandedTerms: [] })
    expect(answer.degraded?.[0]?.part).toBe('expand')
  })

  it('is none when nothing comes to mind', async () => {
    const { assistance, degraded } = await ask(
      { model: scriptedModel(finds(), rates(FITS)) },
      { mode: 'accurate' },
    )
    expect([assistance?.modeUsed, degraded]).toEqual(['accurate', []])
  })

  it('may be by an expander that breaks its contract', async () => {
    for (const terms of ['audio', null, [3, '', 'audio\u202e']] as const) {
      const expander: QueryExpander = { name: 'own', expand: async () => terms as never }
      const { assistance } = await ask({ expander, model: scriptedModel(rates(FITS)) }, { mode: 'accurate' })
      const isList = Array.isArray(terms)
      expect(assistance).toMatchObject({
        modeUsed: isList ? 'accurate' : 'balanced',
        expandedTerms: isList ? ['audio'] : [],
      })
    }
  })
})

describe('a part that is not there', () => {
  it('is told, and nothing is asked in vain', async () => {
    const plain = await fast()
    for (const mode of ['balanced', 'accurate'] as const) {
      const expand = vi.fn(async () => ['audio'])
      const answer = await ask({ expander: { name: 'own', expand } }, { mode })
      expect([answer.hits, answer.assistance?.modeUsed]).toEqual([plain.hits, 'fast'])
      expect(answer.degraded).toEqual([{ part: 'rerank', reason: expect.stringContaining(`not of ${mode}`) }])
      expect(expand).not.toHaveBeenCalled()
    }
    const reranker: Reranker = {
      name: 'own',
      rerank: async (_query, all) => all.map(({ id }) => ({ id, score: 1 })),
    }
    const answer = await ask({ reranker }, { mode: 'accurate' })
    expect([answer.assistance?.modeUsed, answer.degraded?.[0]?.part]).toEqual(['balanced', 'expand'])
  })
})

it('what the searcher itself rejects with comes through', async () => {
  const searcher: Searcher = {
    name: 'own',
    apply: () => {},
    search: () => Promise.reject(new RangeError('no pattern')),
  }
  for (const mode of ['fast', 'balanced', 'accurate'] as const)
    await expect(ask({ searcher, model: scriptedModel('[]') }, { mode })).rejects.toThrow('no pattern')
})

it.each([
  undefined,
  null,
  'x',
  {},
  { hits: 'a' },
  { hits: [null] },
  { hits: [{ id: 3, score: 1 }], degraded: 3 },
  { hits: [{ id: 'speech', score: 1 }], degraded: 'x', verdict: { level: 'weak', nearMisses: [null, 3] } },
])('an answer %j of the searcher is left to its reader, or ranked as far as it goes', async (given) => {
  const searcher: Searcher = { name: 'own', apply: () => {}, search: async () => given as never }
  for (const mode of ['fast', 'balanced', 'accurate'] as const) {
    const model = scriptedModel(...(mode === 'accurate' ? [finds('audio')] : []), rates(FITS))
    const answer = await ask({ searcher, model }, { mode })
    expect(answer.assistance?.modeUsed).toMatch(/^(fast|balanced|accurate)$/)
    const isSpeech = Array.isArray(answer.hits) && answer.hits[0]?.id === 'speech'
    expect(answer.assistance?.modeUsed === mode).toBe(isSpeech || mode === 'fast')
  }
})

it('an aborted search rejects with its reason, in every stage, and asks no further', async () => {
  const reason = new RangeError('enough')
  for (const script of [[NEVER], [finds('audio'), NEVER]]) {
    const controller = new AbortController()
    const model = scriptedModel(...script)
    const underWay = ask({ model }, { mode: 'accurate', signal: controller.signal })
    await vi.waitFor(() => expect(model.requests).toHaveLength(script.length), { interval: 0 })
    controller.abort(reason)
    await expect(underWay).rejects.toBe(reason)
    expect(model.requests.at(-1)?.signal?.aborted).toBe(true)
  }
})

/** A reranker of somebody else, which rates what a model only chooses. */
function ratesAs(scores: Readonly<Record<string, number>>): Reranker {
  return {
    name: 'own',
    rerank: async () =>
      Object.entries(scores).map(([id, score]) => ({ id, score, reason: `rated ${score}` })),
  }
}

describe('the verdict', () => {
  const judged = async (level: Verdict['level'], score: number): Promise<Verdict | undefined> => {
    const inner = createWordSearcher()
    const near = { id: 'text_count', lacks: ['read'], unasked: ['count'], reason: 'It lacks "read".' }
    const verdict: Verdict = { level, confidence: 0.5, nearMisses: level === 'strong' ? [] : [near] }
    const searcher: Searcher = {
      ...inner,
      search: async (request) => ({ ...(await inner.search(request)), verdict }),
    }
    return (await ask({ searcher, reranker: ratesAs({ speech: score, text_count: 0 }) })).verdict
  }

  it('is by the rating of the best hit, whatever the words were sure of', async () => {
    expect(await judged('weak', 0.9)).toEqual({ level: 'strong', confidence: 0.9, nearMisses: [] })
    const weak = await judged('strong', 0.4)
    expect(weak).toMatchObject({ level: 'weak', confidence: 0.4 })
    expect(weak?.nearMisses[0]).toMatchObject({ id: 'speech', reason: 'own rates it 0.40: rated 0.4' })
    const none = await judged('weak', 0.1)
    expect(none).toMatchObject({ level: 'none', confidence: 0.1 })
    expect(none?.nearMisses.map(({ id }) => id)).toEqual(['speech', 'text_count'])
  })

  it('is never strong where the words found nothing that fits', async () => {
    for (const score of [0.8, 1]) expect((await judged('none', score))?.level).toBe('weak')
  })

  it('is none where the model says that nothing serves, and the order stays', async () => {
    const { hits, verdict, degraded } = await ask({ model: scriptedModel('0') })
    expect(hits.map(({ id }) => id)).toEqual((await fast()).hits.map(({ id }) => id))
    expect([verdict?.level, verdict?.confidence, degraded]).toEqual(['none', 0, []])
  })

  it('grows with the rating', async () => {
    const order = ['none', 'weak', 'strong']
    for (const level of ['none', 'weak', 'strong'] as const) {
      const verdicts = await Promise.all([0, 0.2, 0.31, 0.5, 0.71, 1].map((score) => judged(level, score)))
      const steps = verdicts.map((verdict) => [
        order.indexOf(verdict?.level ?? ''),
        verdict?.confidence ?? -1,
      ])
      expect(steps).toEqual([...steps].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
    }
  })
})
