import type { Searcher } from '@toolscout/model'
import { createLexicalSearcher } from '@toolscout/search'
import { describe, expect, it } from 'vitest'
import { CATALOG } from '../fixtures/catalog.ts'
import { type CatalogOptions, catalogGateway } from '../fixtures/catalog-gateway.ts'
import { callOf, textOf } from '../fixtures/exposure-call.ts'
import { createLoomExposure } from './loom-exposure.ts'

interface Told {
  readonly query: string
  readonly results_count: number
  readonly results: readonly {
    readonly name: string
    readonly confidence: string
    readonly [member: string]: unknown
  }[]
  readonly search_mode: string
  readonly [member: string]: unknown
}

const builtins = [
  ['bash', 'Run a shell command'],
  ['send_message', 'Send a notification to Slack'],
  ['file_read', 'Read a file'],
  ['http_request', 'Call an HTTP API'],
  ['query_db', 'Run SQL against the database'],
  ['already_done', 'Threads of podcasts'],
].map(([name, description]) => ({
  name: String(name),
  description: String(description),
  inputSchema: { type: 'object' },
}))

const ask = async (args: object, options: Partial<CatalogOptions> = {}): Promise<Told> => {
  const gateway = await catalogGateway({
    tools: { '': builtins, github: CATALOG.github ?? [] },
    remote: ['github'],
    ...options,
  })
  const answer = await createLoomExposure(gateway).call('tool_search', args, callOf())
  return JSON.parse(textOf(answer))
}

describe('tool_search', () => {
  it('has name, description and schema (LOOM-030)', async () => {
    const exposure = createLoomExposure(await catalogGateway({ tools: {} }))
    expect(exposure.list('').map(({ name }) => name)).toEqual(['tool_search', 'call_tool', 'read_result'])
    expect(exposure.list('')[0]?.inputSchema).toMatchObject({
      properties: {
        query: { type: 'string' },
        mode: { enum: ['fast', 'balanced', 'accurate'] },
        capabilities: { type: 'array' },
        max_results: { type: 'integer' },
        task_context: { type: 'string' },
      },
      required: ['query'],
    })
  })

  it('answers in the shape of the seed (LOOM-031, LOOM-035)', async () => {
    expect(await ask({ query: 'create an issue', max_results: 1 })).toEqual({
      query: 'create an issue',
      results_count: 1,
      results: [
        {
          name: 'github:create_issue',
          description: 'Create a new issue in a GitHub repository',
          confidence: expect.stringMatching(/^\d+%$/),
          source: 'MCP',
          mcp_server: 'github',
          match_reason: 'Matches: its name says create, issue.',
          capabilities: ['generate', 'git'],
          parameters: {
            repo: 'owner/name (string, required)',
            title: 'Title (string, required)',
            labelCount: '(integer)',
          },
          requires_approval: true,
        },
      ],
      search_mode: 'FAST',
      search_time_ms: expect.any(Number),
      total_tools_indexed: 10,
    })
  })

  it.each([
    ['shell command', 'bash'],
    ['send notification slack', 'send_message'],
    ['read file', 'file_read'],
    ['http api request', 'http_request'],
  ])('%s finds %s', async (query, name) => {
    expect((await ask({ query })).results[0]?.name).toBe(name)
  })

  it('a better hit has no lower confidence (5.2 line 5)', async () => {
    const { results } = await ask({ query: 'list or create an issue of a repository', max_results: 10 })
    const confidences = results.map(({ confidence }) => Number.parseInt(confidence, 10))
    expect(confidences.length).toBeGreaterThan(2)
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a))
  })

  it.each([
    [undefined, 5],
    [0, 1],
    [3, 3],
    [99, 10],
    ['2', 2],
  ])('max_results %j gives %j (LOOM-036)', async (max_results, count) => {
    const { results } = await ask({
      query: 'a file, an issue, a message, a shell, an api, a pull request, sql, podcasts, repository',
      max_results,
    })
    expect(results).toHaveLength(count)
  })

  it.each([{}, { query: '' }, { query: '  ' }])(
    '%j is INVALID_QUERY, as a result (LOOM-033)',
    async (args) => {
      const exposure = createLoomExposure(await catalogGateway({ tools: {} }))
      const { isError, structuredContent } = await exposure.call('tool_search', args, callOf())
      expect([isError, structuredContent]).toEqual([
        true,
        expect.objectContaining({ error: 'INVALID_QUERY', retryable: false }),
      ])
    },
  )

  it('a hidden tool never appears, before the limit (LOOM-032)', async () => {
    const policy: CatalogOptions['policy'] = ({ name }) => name !== 'create_issue'
    const { results } = await ask({ query: 'create an issue', max_results: 1 }, { policy })
    expect(results).toHaveLength(1)
    expect(JSON.stringify(results)).not.toContain('create_issue')
  })

  it('10 searches at once succeed', async () => {
    const exposure = createLoomExposure(await catalogGateway({ tools: { '': builtins } }))
    const many = Array.from({ length: 10 }, () =>
      exposure.call('tool_search', { query: 'read file', mode: 'fast' }, callOf()),
    )
    for (const answer of await Promise.all(many)) expect(answer.isError).toBeUndefined()
  })

  it('modes are passed on, the mode that was used is told, and that there is nothing or what is needed', async () => {
    expect(await ask({ query: 'read file', mode: 'fast' })).toMatchObject({ search_mode: 'FAST' })
    const accurate = await ask({ query: 'read file', mode: 'accurate' })
    expect(accurate).toMatchObject({
      search_mode: 'FAST',
      degraded: [expect.stringContaining('not of accurate')],
    })
    expect((await ask({ query: 'read file' })).degraded).toBeUndefined()
    const exposure = createLoomExposure(await catalogGateway({ tools: {} }))
    expect(textOf(await exposure.call('tool_search', { query: 'x' }, callOf()))).toContain(
      'There are no tools.',
    )
    const slow = await exposure.call('tool_search', { query: 'x', mode: 'slow' }, callOf())
    expect(textOf(slow)).toContain('tool_search(query: string, mode?: "fast" | "balanced" | "accurate"')
  })

  it('a search that fails is SEARCH_FAILED, as a result, and worth another try (LOOM-034)', async () => {
    const searcher: Searcher = {
      ...createLexicalSearcher(),
      search: () => {
        throw new RangeError('index on fire')
      },
    }
    const exposure = createLoomExposure(await catalogGateway({ tools: {}, discovery: { searcher } }))
    const answer = await exposure.call('tool_search', { query: 'read file' }, callOf())
    expect([answer.isError, answer.structuredContent]).toEqual([
      true,
      expect.objectContaining({ error: 'SEARCH_FAILED', retryable: true }),
    ])
    expect(textOf(answer)).toContain('Tool search failed: ')
  })

  it('the source of a tool is where its calls go', async () => {
    const gateway = await catalogGateway({ tools: { ...CATALOG, '': builtins }, remote: ['github'] })
    const sources = async (): Promise<unknown> => {
      const exposure = createLoomExposure(gateway)
      const found = JSON.parse(
        textOf(await exposure.call('tool_search', { query: 'a file, an issue', max_results: 10 }, callOf())),
      )
      return Object.fromEntries(
        found.results.map(({ name, source, mcp_server }: Record<string, unknown>) => [
          name,
          [source, mcp_server],
        ]),
      )
    }
    expect(await sources()).toMatchObject({
      file_read: ['BUILTIN', undefined],
      'github:create_issue': ['MCP', 'github'],
    })
  })

  it('mode and task reach the searcher (LOOM-015)', async () => {
    const inner = createLexicalSearcher()
    const asked: unknown[] = []
    const searcher: Searcher = {
      ...inner,
      search: (request) => {
        asked.push([request.mode, request.taskContext])
        return inner.search(request)
      },
    }
    const options = { discovery: { searcher } }
    await ask({ query: 'read file', mode: 'accurate', task_context: 'tidy up' }, options)
    await ask({ query: 'read file' }, options)
    expect(asked).toEqual([
      ['accurate', 'tidy up'],
      ['balanced', undefined],
    ])
  })

  it('capabilities filter, by whole words and by what a tool says of itself', async () => {
    const of = async (capability: string) =>
      (
        await ask({ query: 'file message api sql shell podcasts already', capabilities: capability })
      ).results.map(({ name }) => name)
    expect(await of('file_io')).toEqual(['file_read'])
    expect(await of('File IO')).toEqual(['file_read'])
    expect(await of('file-io')).toEqual(['file_read'])
    expect(await of('notification')).toEqual(['send_message'])
    expect(await of('database')).toEqual(['query_db'])
    expect(await of('shell')).toEqual(['bash'])
    expect(await of('kubernetes')).toEqual([])
  })
})

describe('what is found', () => {
  it('is run by a tool beside the search', async () => {
    const exposure = createLoomExposure(await catalogGateway({ tools: CATALOG }))
    expect(textOf(await exposure.call('call_tool', { name: 'my_server:do_it' }, callOf()))).toBe('done')
  })

  it('is run by the application where that is wanted', async () => {
    const exposure = createLoomExposure(await catalogGateway({ tools: CATALOG }), { callTool: false })
    expect(exposure.list('').map(({ name }) => name)).toEqual(['tool_search'])
    expect(() => createLoomExposure(undefined as never, { callTool: 'tool_search' })).toThrow(TypeError)
  })
})
