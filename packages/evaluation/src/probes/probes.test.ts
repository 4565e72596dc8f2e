import { describe, expect, it } from 'vitest'
import { createCatalogSearch } from '../searching/search-function.ts'
import { createProbes } from './create-probes.ts'
import { evaluateProbes } from './evaluate-probes.ts'

const inputSchema = { type: 'object' }
const tools = [
  {
    id: '1',
    namespace: 'git',
    name: 'create_issue',
    description: 'Opens an issue. It needs a title and a body.',
    inputSchema,
  },
  { id: '2', namespace: 'jira', name: 'create_issue', description: 'Opens a ticket', inputSchema },
  { id: '3', name: 'getWeather', inputSchema },
]

function textsOf(arm: string): readonly (readonly [string, ...(readonly string[])[]])[] {
  const probes = createProbes(tools).find(({ name }) => name === arm)?.probes ?? []
  return probes.map(({ text, expected }) => [text, ...expected.map((ids) => [...ids])])
}

describe('probes', () => {
  it('of a name ask for every tool of that name', () => {
    expect(textsOf('exact')).toEqual([
      ['create_issue', ['1', '2']],
      ['create_issue', ['1', '2']],
      ['getWeather', ['3']],
    ])
    expect(textsOf('re-cased').map(([text]) => text)).toEqual(['createIssue', 'createIssue', 'get_weather'])
    expect(textsOf('spaced').map(([text]) => text)).toEqual(['create issue', 'create issue', 'get weather'])
    expect(textsOf('fused').map(([text]) => text)).toEqual(['createissue', 'createissue', 'getweather'])
  })

  it('in another spelling ask for every name that is the same without case and separators, names for themselves', () => {
    const both = [
      { id: 'snake', namespace: 'chat', name: 'send_message', inputSchema },
      { id: 'camel', namespace: 'chat', name: 'sendMessage', inputSchema },
    ]
    const arms = new Map(createProbes(both).map(({ name, probes }) => [name, probes]))
    for (const arm of ['re-cased', 'spaced', 'fused', 'one edit']) {
      expect(arms.get(arm)).toEqual(
        both.map(({ id }) => ({
          text: expect.any(String),
          expected: [new Set(['snake', 'camel'])],
          literal: [new Set([id])],
        })),
      )
    }
    for (const arm of ['exact', 'server__tool']) {
      expect(arms.get(arm)?.map(({ expected }) => expected)).toEqual([
        [new Set(['snake'])],
        [new Set(['camel'])],
      ])
    }
  })

  it('of slips are none that make another name, however it is written', () => {
    const near = [
      { id: 'one', name: 'abcdef', inputSchema },
      ...'bcdefghijklmnopqrstuvwxyz'.split('').map((letter) => ({
        id: letter,
        name: `Abcde_${letter}`,
        inputSchema,
      })),
    ]
    const names = new Set(near.map(({ name }) => name.replace('_', '').toLowerCase()))
    for (let seed = 0; seed < 50; seed += 1) {
      const slips = createProbes(near, { seed }).find(({ name }) => name === 'one edit')?.probes ?? []
      for (const { text } of slips) expect(names).not.toContain(text.replace('_', '').toLowerCase())
    }
  })

  it('with a prefix ask for the tool of that server, where there is one', () => {
    expect(textsOf('server__tool')).toEqual([
      ['git__create_issue', ['1']],
      ['jira__create_issue', ['2']],
    ])
    expect(textsOf('mcp__server__tool')[0]?.[0]).toBe('mcp__git__create_issue')
    expect(textsOf('server:tool')[1]?.[0]).toBe('jira:create_issue')
    expect(textsOf('server.tool')[1]?.[0]).toBe('jira.create_issue')
  })

  it('of two names ask for both', () => {
    for (const [text, one, other] of textsOf('two names')) {
      expect(text).toMatch(/^(create_issue and getWeather|getWeather and create_issue)$/)
      expect([one, other]).toContainEqual(['3'])
    }
  })

  it('of descriptions are their first words', () => {
    expect(textsOf('description')).toEqual([
      ['Opens an issue. It needs a title and', ['1']],
      ['Opens a ticket', ['2']],
    ])
  })

  it('are the same for the same seed, and can be fewer', () => {
    expect(createProbes(tools, { seed: 4 })).toEqual(createProbes(tools, { seed: 4 }))
    expect(createProbes(tools, { limit: 1 })[0]?.probes).toHaveLength(1)
    expect(createProbes([])[0]?.probes).toEqual([])
    expect(() => createProbes(tools, { limit: 0 })).toThrow(RangeError)
  })
})

describe('a search that is probed', () => {
  it('finds the tools of this catalog by their names', async () => {
    const rates = (await evaluateProbes(createProbes(tools), createCatalogSearch(tools).search)).map(
      ({ arm, probes, hits, rate }) => [arm, probes, hits, rate],
    )
    expect(rates[0]).toEqual(['exact', 3, 3, 1])
    expect(rates).toHaveLength(13)
  })

  it('is counted by its first hits, and its misses are kept as far as asked for', async () => {
    const wrong = async (): Promise<{ hits: { id: string; score: number }[] }> => ({
      hits: [
        { id: '3', score: 2 },
        { id: '1', score: 1 },
      ],
    })
    const heard: number[] = []
    const [exact] = await evaluateProbes(createProbes(tools).slice(0, 1), wrong, {
      misses: 1,
      onProgress: (answered) => heard.push(answered),
    })
    expect(exact).toEqual({
      arm: 'exact',
      metric: 'hit@1',
      within: 1,
      probes: 3,
      hits: 1,
      rate: 1 / 3,
      misses: [{ text: 'create_issue', expected: ['1'], found: ['3'] }],
    })
    expect(heard).toEqual([3])
  })

  it('is told apart from one that finds the very name', async () => {
    const both = [
      { id: 'snake', name: 'send_message', inputSchema },
      { id: 'camel', name: 'sendMessage', inputSchema },
    ]
    const always = async (): Promise<{ hits: { id: string; score: number }[] }> => ({
      hits: [{ id: 'snake', score: 1 }],
    })
    const rates = (await evaluateProbes(createProbes(both), always)).map(({ arm, rate, literalRate }) => [
      arm,
      rate,
      literalRate,
    ])
    expect(rates.slice(0, 4)).toEqual([
      ['exact', 0.5, undefined],
      ['re-cased', 1, 0.5],
      ['spaced', 1, 0.5],
      ['fused', 1, 0.5],
    ])
  })

  it('ends with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new TypeError('enough'))
    const { search } = createCatalogSearch(tools)
    await expect(evaluateProbes(createProbes(tools), search, { signal })).rejects.toThrow('enough')
  })
})
