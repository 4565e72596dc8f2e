import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { createToolIndex } from '@toolscout/index'
import {
  type AnyToolHandler,
  type SearchDocument,
  type Searcher,
  ToolNotFoundError,
  type ToolSource,
} from '@toolscout/model'
import { createRegexSearcher } from '@toolscout/search'
import { createToolDocStore } from '@toolscout/tooldoc'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createDiscovery } from './create-discovery.ts'
import type { Discovery, DiscoveryOptions } from './discovery.ts'

const require = createRequire(import.meta.url)
// Written out, so that whoever looks for what uses a dependency finds it.
const MANIFESTS = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
}
const server = (name: keyof typeof MANIFESTS, ...args: readonly string[]): object => ({
  command: process.execPath,
  args: [MANIFESTS[name].replace(/package\.json$/, 'dist/index.js'), ...args],
})
const open = (options?: DiscoveryOptions): Discovery => {
  const scout = createDiscovery(options)
  onTestFinished(() => scout.close())
  return scout
}
const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const handler = (run: (args: { path: string }) => unknown): AnyToolHandler => run
const git = {
  git_status: {
    description: 'Show the working tree status',
    inputSchema,
    execute: handler(({ path }) => `clean ${path}`),
  },
  git_commit: { description: 'Record changes', inputSchema },
  docker_ps: { description: 'List containers', inputSchema, namespace: 'docker' },
}

describe('construction', () => {
  it('DSC-001: works with no options', async () => {
    const scout = open()
    expect([scout.index.searcher.name, scout.namespaces(), (await scout.search('x')).hits]).toEqual([
      'bm25',
      [],
      [],
    ])
  })

  it('DSC-034, W-03: every option takes effect', async () => {
    const log: SearchDocument[] = []
    const searcher: Searcher = {
      name: 'own',
      apply: ({ upserts }) => void log.push(...upserts),
      search: async () => ({ hits: log.map(({ id }) => ({ id, score: 7 })) }),
    }
    const warned: unknown[] = []
    const scout = open({
      searcher,
      selectBackend: (backends) => backends.at(-1) as never,
      onListenerError: (error) => warned.push(error),
      maxExamples: 1,
      countTokens: () => 5,
      maxResultBytes: 10,
    })
    scout.onChange(() => {
      throw new RangeError('listener')
    })
    await scout.register(git, {
      docs: { git_status: { examples: [{ arguments: { path: 'a' } }, { arguments: { path: 'b' } }] } },
    })
    expect((await scout.search('anything')).hits.map((hit) => hit.score)).toEqual([7, 7, 7])
    expect(warned.length).toBeGreaterThan(0)
    expect((await scout.describe('git_status', { detail: 'full' })).examples).toHaveLength(1)
    expect((await scout.render(['git_status'], { budgetTokens: 5, format: 'signature' })).tokens).toBe(5)
    expect((await scout.call('git_status', { path: 'a' })).content.at(-1)).toMatchObject({
      text: expect.stringMatching(/^\[Cut/),
    })
    scout.index.register({ name: 'git_status', ...git.git_status, execute: undefined } as never, {
      kind: 'mcp',
      server: 'late',
    })
    await expect(scout.call('git_status', { path: 'a' })).rejects.toMatchObject({ code: 'SOURCE_MISSING' })
  })

  it('DSC-034, DSC-035: an index and docs of one’s own are the ones in use', async () => {
    const index = createToolIndex({ searcher: createRegexSearcher() })
    const docs = createToolDocStore({ getTool: (id) => index.get(id)?.tool })
    const scout = open({ index, docs })
    await scout.register(git)
    expect([scout.index, scout.docs, index.size]).toEqual([index, docs, 3])
    expect((await scout.search('^git_')).hits.map((hit) => hit.id)).toEqual(['git_commit', 'git_status'])
  })

  it('options that would have no effect are refused', () => {
    expect(() => createDiscovery({ index: createToolIndex(), searcher: createRegexSearcher() })).toThrow(
      /searcher would have no effect/,
    )
    expect(() => createDiscovery({ docs: createToolDocStore(), maxExamples: 3 })).toThrow(TypeError)
    expect(() => createDiscovery({ maxResultBytes: -1 })).toThrow(RangeError)
  })
})

describe('local tools', () => {
  it('DSC-010, DSC-012, DSC-033: are found, described with their docs, and called', async () => {
    const scout = open()
    const example = { title: 'One', arguments: { path: 'a' } }
    const report = await scout.register(git, {
      docs: { git_status: { summary: 'Is it clean?', notes: 'Fast.', examples: [example] } },
    })
    expect(report.registered).toEqual(['git_status', 'git_commit', 'docker:docker_ps'])
    expect(await scout.describe('git_status', { detail: 'full' })).toMatchObject({
      summary: 'Is it clean?',
      notes: 'Fast.',
      examples: [example],
    })
    await scout.document('docker:docker_ps', {
      examples: [{ arguments: { path: 'x' } }, { arguments: { path: 'y' } }],
    })
    expect(await scout.docs.listExamples('docker:docker_ps')).toHaveLength(2)
    expect(await scout.docs.listExamples('docker:docker_ps', 1)).toHaveLength(1)
    expect(await scout.call('git_status', { path: '/repo' })).toEqual({
      content: [{ type: 'text', text: 'clean /repo' }],
    })
  })

  it('DSC-011: what is wrong with a doc keeps its tools out', async () => {
    const scout = open()
    const deep = { a: { b: { c: { d: { e: { f: 1 } } } } } }
    const wrong = [
      { git_status: { examples: [{ arguments: deep }] } },
      { git_status: { examples: [{ arguments: { path: 3 } }] } },
      { unknown: { summary: 'x' } },
    ]
    for (const docs of wrong) await expect(scout.register(git, { docs: docs as never })).rejects.toThrow()
    expect([scout.index.size, scout.index.version]).toEqual([0, 0])
    await expect(
      scout.register({ a: { inputSchema }, b: { inputSchema: 3 as never } }),
    ).rejects.toMatchObject({ code: 'REGISTRATION_FAILED' })
    expect(scout.index.size).toBe(0)
  })

  it('DSC-020 changed, DSC-070: a search finds, with scores that mean something', async () => {
    const scout = open()
    await scout.register(git)
    const { hits } = await scout.search('git', { explain: true })
    expect(hits.map((hit) => hit.id).sort()).toEqual(['git_commit', 'git_status'])
    for (const hit of hits) expect([hit.score > 0, hit.explanation?.value]).toEqual([true, hit.score])
  })

  it('DSC-022, DSC-023, DSC-030: pages, empty queries and namespaces', async () => {
    const scout = open()
    await scout.register(git)
    expect((await scout.searchPage('git', { limit: 1 })).hits).toHaveLength(1)
    expect((await scout.search('')).hits).toHaveLength(3)
    expect(scout.namespaces()).toEqual(['', 'docker'])
  })

  it('DSC-031: listeners and readers hear of changes', async () => {
    const scout = open()
    const types: string[] = []
    scout.onChange(({ changes }) => types.push(...changes.map(({ type }) => type)))
    const events = scout.changes()
    await scout.register({ a: { inputSchema } })
    expect(types).toEqual(['registered'])
    expect((await events.next()).value).toMatchObject({ version: 1 })
  })

  it('take defaults and refinements of zod', async () => {
    const scout = open()
    const schema = z.object({ city: z.string().min(2), days: z.number().default(3) })
    await scout.register({
      forecast: {
        inputSchema: schema,
        execute: (args: { days: number }) => ({ days: args.days }),
      },
    })
    expect((await scout.call('forecast', { city: 'Bern' })).structuredContent).toEqual({ days: 3 })
    const refused = await scout.call('forecast', { city: 'B' })
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: 'INVALID_ARGUMENTS' } })
  })

  it('documentation is found by searches, and leaves with its tool', async () => {
    const scout = open()
    await scout.register(git)
    await scout.document('git_commit', { notes: 'Also known as checkpointing.' })
    expect((await scout.search('checkpointing')).hits.map((hit) => hit.id)).toEqual(['git_commit'])
    scout.index.unregister('git_commit')
    expect(
      await scout.docs.describe('git_commit', 'summary').catch((error: unknown) => error),
    ).toBeInstanceOf(ToolNotFoundError)
    await scout.register({ git_commit: { inputSchema } })
    expect((await scout.search('checkpointing')).hits).toEqual([])
  })
})

describe('calls', () => {
  it('arguments that do not fit are a result that says how to mend them, and nothing runs', async () => {
    let runs = 0
    const scout = open()
    await scout.register({ read: { inputSchema, execute: () => (runs += 1) } })
    for (const args of [undefined, {}, { path: 3 }, [], 'text', { path: () => 1 }]) {
      const result = await scout.call('read', args)
      expect(result.isError).toBe(true)
      expect(result.content[0]).toMatchObject({
        text: expect.stringMatching(/do not fit.*read\(path: string\)/s),
      })
    }
    expect(runs).toBe(0)
  })

  it('a handler gets arguments of its own; what it throws is a result', async () => {
    const args = { path: 'a', more: [1] }
    const scout = open()
    await scout.register({
      fails: {
        inputSchema,
        execute: () => {
          throw new RangeError('disk full')
        },
      },
      mirrors: { inputSchema, execute: (given: unknown) => given },
    })
    expect(await scout.call('fails', args)).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'disk full' }],
    })
    expect((await scout.call('mirrors', args)).structuredContent).toEqual(args)
  })

  it('a handler that does not end is given up; its signal says so', async () => {
    const scout = open()
    const aborted: boolean[] = []
    const hang = (_args: unknown, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => aborted.push(true))
      return new Promise(() => {})
    }
    await scout.register({ hang: { inputSchema: { type: 'object' }, execute: hang } })
    await expect(scout.call('hang', {}, { timeoutMs: 20 })).rejects.toMatchObject({ code: 'CALL_TIMEOUT' })
    const controller = new AbortController()
    const running = scout.call('hang', {}, { signal: controller.signal })
    controller.abort(new RangeError('enough'))
    await expect(running).rejects.toThrow('enough')
    expect(aborted.length).toBeGreaterThanOrEqual(1)
    await expect(scout.call('hang', {}, { timeoutMs: 0 })).rejects.toThrow(RangeError)
  })

  it('an unknown tool is TOOL_NOT_FOUND with the nearest ids; a tool nobody runs says so', async () => {
    const scout = open()
    await scout.register(git)
    await expect(scout.call('git:status')).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
      details: { suggestions: expect.arrayContaining(['git_status']) },
    })
    await expect(scout.call('git_commit', { path: 'a' })).rejects.toMatchObject({ code: 'HANDLER_MISSING' })
    await expect(scout.describe('')).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' })
  })

  it('a reference without version means the highest one', async () => {
    const scout = open()
    const versioned = (version: string) => ({
      name: 'v',
      version,
      inputSchema: { type: 'object' },
      execute: () => version,
    })
    await scout.register([versioned('1.0.0'), versioned('1.10.0'), versioned('1.9.0')])
    expect((await scout.call('v')).content).toEqual([{ type: 'text', text: '1.10.0' }])
    expect((await scout.call(':v:1.0.0')).content).toEqual([{ type: 'text', text: '1.0.0' }])
  })
})

describe('servers', () => {
  it('DSC-032: real ones are connected, found, described and called; broken ones are told apart', async () => {
    const scout = open()
    const registered: string[] = []
    const report = await scout.connect(
      {
        mcpServers: {
          everything: server('everything'),
          files: server('filesystem', tmpdir()),
          gone: { command: 'no-such-command' },
          odd: { command: 3 },
          off: { command: 'x', disabled: true },
        },
      },
      { onRegistered: ({ source }) => registered.push(source) },
    )
    expect(report.connected.map(({ source, registered: ids }) => [source, ids.length])).toEqual([
      ['everything', 13],
      ['files', 14],
    ])
    expect(registered.sort()).toEqual(['everything', 'files'])
    expect(report.failures.map(({ name, error }) => [name, error.code]).sort()).toEqual([
      ['gone', 'MCP_CONNECT_FAILED'],
      ['odd', 'MCP_CONFIG_INVALID'],
    ])
    expect(report.disabled).toEqual(['off'])
    expect((await scout.search('rename or move a file')).hits[0]?.id).toBe('files:move_file')
    expect((await scout.describe('everything:get-sum')).schemaInfo?.required).toEqual(['a', 'b'])
    expect((await scout.call('everything:get-sum', { a: 2, b: 3 })).content).toEqual([
      { type: 'text', text: 'The sum of 2 and 3 is 5.' },
    ])
    expect((await scout.call('everything:get-sum', { a: 'two', b: 3 })).isError).toBe(true)
    expect((await scout.call('files:read_text_file', { path: '/no/such/file' })).isError).toBe(true)
    await scout.close()
    expect(scout.index.size).toBe(0)
    await expect(scout.connect({ mcpServers: {} })).rejects.toMatchObject({ code: 'DISCOVERY_CLOSED' })
    await scout.close()
  })

  it('a configuration that cannot be read is an error; a server twice is told', async () => {
    const scout = open()
    await expect(scout.connect('/no/such/config.json')).rejects.toMatchObject({ code: 'MCP_CONFIG_INVALID' })
    const config = { mcpServers: { memory: server('memory') } }
    expect((await scout.connect(config)).connected).toHaveLength(1)
    const again = await scout.connect(config)
    expect(again.failures.map(({ error }) => error.code)).toEqual(['SOURCE_EXISTS'])
    expect((await scout.call('memory:read_graph', {})).isError).not.toBe(true)
  })
})

describe('sources', () => {
  const sourceOf = (listings: (readonly unknown[])[], complete = true) => {
    let changed = (): void => {}
    const calls: unknown[] = []
    const source: ToolSource = {
      name: 'own',
      list: async () => ({ definitions: listings.shift() ?? [], complete }),
      call: async (tool, args) => {
        calls.push([tool, args])
        return { content: [] }
      },
      onChange: (listener) => {
        changed = listener
        return () => {
          changed = () => {}
        }
      },
      close: async () => void calls.push('closed'),
    }
    return { source, calls, change: () => changed() }
  }
  const tool = (name: string, description?: string): object => ({
    name,
    description,
    inputSchema: { type: 'object' },
  })

  it('are followed: what changes is updated, what is gone leaves, what is broken stays out', async () => {
    const scout = open()
    const own = sourceOf([
      [tool('a'), tool('b')],
      [tool('a', 'new'), tool('c'), { name: 'd' }],
    ])
    expect((await scout.addSource(own.source)).registered).toEqual(['own:a', 'own:b'])
    const events = scout.changes()
    own.change()
    await events.next()
    await events.next()
    expect(scout.index.list().map(({ tool: { id, description } }) => [id, description])).toEqual([
      ['own:a', 'new'],
      ['own:c', undefined],
    ])
    await scout.call('own:a')
    await scout.removeSource('own')
    expect([own.calls, scout.index.size]).toEqual([[['a', {}], 'closed'], 0])
  })

  it('that cannot list everything lose nothing', async () => {
    const scout = open()
    const own = sourceOf([[tool('a'), tool('b')], [tool('a')]], false)
    await scout.addSource(own.source)
    const report = await scout.refreshSource('own')
    expect([report?.removed, report?.complete, scout.index.size]).toEqual([[], false, 2])
    expect(await scout.refreshSource('unknown')).toBeUndefined()
  })

  it('that fail to list are not kept, and are told when it happens later', async () => {
    const told: unknown[] = []
    const scout = open({ onSourceError: (error, source) => told.push([error.code, source]) })
    const own = sourceOf([[tool('a')]])
    let failing = false
    const source: ToolSource = {
      ...own.source,
      list: async (options) => {
        if (failing) throw new ToolNotFoundError('no list', 'x')
        return own.source.list(options)
      },
    }
    await scout.addSource(source)
    failing = true
    own.change()
    await new Promise((resolve) => setImmediate(resolve))
    expect([told, scout.index.size]).toEqual([[['TOOL_NOT_FOUND', 'own']], 1])
    await expect(scout.addSource(source)).rejects.toMatchObject({ code: 'SOURCE_EXISTS' })
    await scout.removeSource('own')
    await expect(scout.addSource(source)).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' })
    failing = false
    await expect(scout.addSource(sourceOf([[tool('z')]]).source)).resolves.toMatchObject({
      registered: ['own:z'],
    })
  })
})

describe('disclosure', () => {
  it('costs what the budget says, and shows the best first', async () => {
    const scout = open()
    await scout.connect({ mcpServers: { files: server('filesystem', tmpdir()) } })
    const { hits } = await scout.search('read a file', { limit: 5 })
    const { text, tokens, tools } = await scout.render(
      hits.map((hit) => hit.id),
      { format: 'signature', budgetTokens: 200 },
    )
    expect(tokens).toBeLessThanOrEqual(200)
    expect(tools[0]?.id).toBe(hits[0]?.id)
    expect(text).toContain('files:read_file(path: string')
    const described = await scout.describeMany([hits[0]?.id as string, 'unknown'], { detail: 'summary' })
    expect([described.docs.length, described.failures.length]).toEqual([1, 1])
  })
})
