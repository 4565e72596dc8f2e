import type { LanguageModel } from '@toolscout/model'
import { createRerankedSearcher } from '@toolscout/rerank'
import { createWordSearcher } from '@toolscout/testkit'
import { describe, expect, it } from 'vitest'
import { BUILTINS, openLoom } from './fixtures/open-loom.ts'
import type { Loom } from './loom.ts'

async function withBuiltins(gatewayOptions: Parameters<typeof openLoom>[1] = {}): Promise<Loom> {
  const { loom, gateway } = openLoom({}, gatewayOptions)
  await gateway.register(BUILTINS)
  return loom
}

describe('what is asked for', () => {
  it.each([
    ['shell command', 'bash'],
    ['send notification slack', 'send_slack'],
    ['read file', 'file_read'],
    ['http api request', 'http_request'],
  ])('%s finds %s (LOOM-002)', async (query, name) => {
    const { results } = await (await withBuiltins()).search({ query, mode: 'fast' })
    expect(results[0]?.tool.name).toBe(name)
  })

  it('a fast search says that it was one, and 10 at once succeed (LOOM-003)', async () => {
    const loom = await withBuiltins()
    const all = await Promise.all(
      Array.from({ length: 10 }, () => loom.search({ query: 'read file', mode: 'fast' })),
    )
    for (const { metadata } of all) {
      expect(metadata).toMatchObject({
        modeRequested: 'fast',
        modeUsed: 'fast',
        totalIndexed: 6,
        expandedTerms: [],
        degraded: [],
      })
    }
  })
})

describe('confidence is not inverted', () => {
  it('a better result never has less, the best of a clear match has most, and all are from 0 to 1 (LOOM-022)', async () => {
    const loom = await withBuiltins()
    for (const query of [
      'read file',
      'send a message to slack',
      'file the http request',
      'the spread of the latest threads',
      'xyzzy file',
    ]) {
      const { results } = await loom.search({ query, limit: 100 })
      const confidences = results.map(({ confidence }) => confidence)
      expect(confidences.length).toBeGreaterThan(0)
      expect(confidences).toEqual([...confidences].sort((a, b) => b - a))
      for (const confidence of confidences) {
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
      }
    }
    const clear = (await loom.search({ query: 'file_read' })).results[0]?.confidence ?? 0
    const stray = (await loom.search({ query: 'xyzzy plugh about quux' })).results[0]?.confidence ?? 0
    expect(clear).toBeGreaterThan(0.5)
    expect(stray).toBeLessThan(clear)
  })
})

describe('a result', () => {
  it('says why it was found, also in fast mode (LOOM-022)', async () => {
    const { results } = await (await withBuiltins()).search({
      query: 'git shell command',
      mode: 'fast',
      limit: 1,
    })
    expect(results[0]?.matchReason).not.toBe('')
    expect(results[0]?.signals).toEqual([
      { type: 'descriptionMatch', description: 'Its description says shell, command.', weight: 2 / 3 },
      { type: 'capabilityMatch', description: 'It can do shell.', weight: expect.any(Number) },
      { type: 'relevance', description: 'Its score beside the best one.', weight: 1 },
    ])
  })

  it('says nothing of a capability without a word that is long enough to be compared', async () => {
    const { loom, gateway } = openLoom()
    const tool = { name: 'bucket', description: 'Read a file', inputSchema: { type: 'object' } }
    await gateway.register([{ ...tool, capabilities: ['s3'] }])
    const { results } = await loom.search({ query: 'read file', mode: 'fast' })
    expect(results[0]?.signals.map(({ type }) => type)).toEqual(['descriptionMatch', 'relevance'])
  })

  it('carries schemas where they are asked for', async () => {
    const loom = await withBuiltins()
    const schema = async (includeSchemas?: boolean): Promise<unknown> =>
      (await loom.search({ query: 'bash', includeSchemas })).results[0]?.tool.inputSchema
    expect([await schema(), await schema(true)]).toEqual([undefined, { type: 'object' }])
  })
})

describe('a request', () => {
  it('filters before the limit, by any of the capabilities, by source and by policy (LOOM-020)', async () => {
    const loom = await withBuiltins({ policy: ({ name }) => name !== 'http_request' })
    const ids = async (request: object): Promise<readonly string[]> =>
      (await loom.search({ query: 'request file command message sql', limit: 1, ...request })).results.map(
        ({ tool }) => tool.id,
      )
    expect(await ids({ capabilities: ['kubernetes', 'database'] })).toEqual(['builtin:query_db'])
    expect(await ids({ capabilities: ['File IO'] })).toEqual(['builtin:file_read'])
    // Neither of another kind, nor of those that are hidden from the caller.
    expect(await ids({ capabilities: ['http'] })).toEqual([])
    expect(await ids({ sources: ['mcp', 'custom'] })).toEqual([])
    expect(await ids({ servers: ['farm'] })).toEqual([])
    expect(await ids({ sources: ['builtin'] })).toHaveLength(1)
    expect(await ids({ limit: 0 })).toEqual([])
  })

  it('without a word lists tools, where the original had a syntax error', async () => {
    const { results, metadata } = await (await withBuiltins()).search({ query: '  ', limit: 2 })
    expect(results.map(({ tool }) => tool.id)).toEqual(['builtin:already_done', 'builtin:bash'])
    expect(results[0]?.matchReason).toContain('listed')
    expect(metadata.candidates).toBe(6)
  })

  it('tells how many candidates there were: twenty as the original had them, as many as are wanted where they are more or nobody looks again (LOOM-019)', async () => {
    const { loom, gateway } = openLoom()
    const many = Array.from({ length: 30 }, (_, i) => ({
      name: `read_${i}`,
      description: 'Read a file',
      inputSchema: { type: 'object' },
    }))
    await gateway.register(many)
    const candidates = async (limit: number, mode?: 'fast'): Promise<number> =>
      (await loom.search({ query: 'read file', limit, mode })).metadata.candidates
    expect([await candidates(0), await candidates(5), await candidates(25)]).toEqual([20, 20, 25])
    expect([await candidates(0, 'fast'), await candidates(5, 'fast')]).toEqual([0, 5])
  })

  it.each([
    [{ query: 3 }, TypeError],
    [{ query: 'x', mode: 'thorough' }, TypeError],
    [{ query: 'x', limit: -1 }, RangeError],
    [{ query: 'x', limit: 1.5 }, RangeError],
    [{ query: 'x', sources: ['web'] }, TypeError],
  ])('%j is refused', async (request, error) => {
    await expect((await withBuiltins()).search(request as never)).rejects.toThrow(error)
  })
})

describe('the modes', () => {
  /** Says other words for what is asked, then chooses the shell. */
  const model: LanguageModel = {
    name: 'scripted',
    complete: async ({ prompt }) => {
      if (prompt.includes('"terms"')) return { text: JSON.stringify({ terms: ['terminal', 'bash'] }) }
      return { text: /^(\d+) "bash\(/m.exec(prompt)?.[1] ?? '0' }
    },
  }
  const assisted = (): Promise<Loom> =>
    withBuiltins({
      discovery: { searcher: createRerankedSearcher({ searcher: createWordSearcher(), model }) },
    })

  it('balanced: a model reranks, and the answer has its choice (LOOM-016)', async () => {
    const { results, metadata } = await (await assisted()).search({
      query: 'run the shell or read',
      mode: 'balanced',
    })
    expect(results[0]?.tool.name).toBe('bash')
    expect(results[0]?.matchReason).toContain('Rating by scripted: chosen as number 1.')
    expect(results[0]?.signals.find(({ type }) => type === 'rerank')).toMatchObject({ weight: 0.9 })
    expect(metadata).toMatchObject({ modeUsed: 'balanced', expandedTerms: [] })
    expect(metadata.rerankingMs).toBeGreaterThanOrEqual(0)
    const confidences = results.map(({ confidence }) => confidence)
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a))
  })

  it('accurate: also what only other words find, and they are told (LOOM-015)', async () => {
    const { results, metadata } = await (await assisted()).search({ query: 'read prompt', mode: 'accurate' })
    expect(metadata).toMatchObject({ modeUsed: 'accurate', expandedTerms: ['terminal', 'bash'] })
    expect(results[0]?.tool.name).toBe('bash')
    const confidences = results.map(({ confidence }) => confidence)
    expect(confidences.length).toBeGreaterThan(1)
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a))
  })

  it('without a model say that the answer is of a lower one (LOOM-018)', async () => {
    const { metadata } = await (await withBuiltins()).search({ query: 'read file', mode: 'accurate' })
    expect(metadata).toMatchObject({ modeRequested: 'accurate', modeUsed: 'fast' })
    expect(metadata.degraded.map(({ part }) => part)).toContain('mode')
  })
})
