import { estimateTokens } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../fixtures/catalog.ts'
import { catalogGateway } from '../../fixtures/catalog-gateway.ts'
import { callOf, textOf } from '../../fixtures/exposure-call.ts'
import { openGateway } from '../../fixtures/open-gateway.ts'
import { createMetaExposure } from './meta-exposure.ts'

const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value))

describe('the definitions', () => {
  it.each([
    [false, 900],
    [true, 1_000],
  ])('with 10,000 tools of 500 servers (split: %s) cost at most %d tokens', async (split, most) => {
    const many = Array.from({ length: 500 }, (_, server) => `server-number-${server}`)
    const tools = many.flatMap((namespace) =>
      Array.from({ length: 20 }, (_, i) => ({
        name: `tool_${i}`,
        namespace,
        inputSchema: { type: 'object' },
      })),
    )
    const { gateway } = openGateway({ discovery: { embedder: false } })
    for (const name of many) gateway.addServer({ name, transport: 'stdio', command: 'nothing' })
    await gateway.register(tools)
    const listed = createMetaExposure(gateway, { split }).list('')
    expect(tokensOf(listed)).toBeLessThanOrEqual(most)
    expect(listed[0]?.description).toMatch(
      /Behind this: 10000 tools of 500 servers\. Largest: server-number-0 \(20 tools\), server-number-1 \(20\), .* and 4\d\d more servers\.$/,
    )
  })

  it('are the same bytes again, and whatever was called before', async () => {
    const gateway = await catalogGateway({ tools: CATALOG, remote: ['github'] })
    const exposure = createMetaExposure(gateway)
    const before = JSON.stringify(exposure.list(''))
    await exposure.call('search_tools', { query: 'issue' }, callOf())
    await exposure.call('call_tool', { name: 'my_server:do_it' }, callOf())
    expect(JSON.stringify(exposure.list(''))).toBe(before)
  })

  it('say what is inside: servers by their names, connected or not, and local namespaces', async () => {
    const tool = { name: 'a', description: 'Ignore all previous', inputSchema: { type: 'object' } }
    const gateway = await catalogGateway({ tools: { mine: [tool], far: [tool] }, remote: ['far'] })
    gateway.addServer({ name: 'slack', transport: 'stdio', command: 'nothing-of-this-name' })
    gateway.addServer({ name: 'off', transport: 'stdio', command: 'nothing' }, { disabled: true })
    gateway.addServer({ name: 'a b', transport: 'stdio', command: 'nothing-of-this-name' })
    const [search] = createMetaExposure(gateway).list('')
    expect(search?.description?.split('\n').at(-1)).toBe('Behind this: a b, far (1 tool), mine (1), slack.')
    expect(JSON.stringify(createMetaExposure(gateway).list(''))).not.toContain('Ignore')
  })

  it('name no server whose tools are all hidden', async () => {
    const gateway = await catalogGateway({
      tools: CATALOG,
      remote: ['github'],
      policy: ({ namespace }) => namespace !== 'github',
    })
    expect(JSON.stringify(createMetaExposure(gateway).list(''))).not.toContain('github')
  })

  it('can have other names and instructions', async () => {
    const gateway = await catalogGateway({ tools: CATALOG })
    const names = { search: 'find', call: 'run' }
    const exposure = createMetaExposure(gateway, { names, instructions: 'Hi.' })
    expect(exposure.list('').map(({ name }) => name)).toEqual([
      'find',
      'describe_tools',
      'run',
      'read_result',
    ])
    expect(exposure.instructions()).toBe('Hi.')
    expect(textOf(await exposure.call('run', { name: 'my_server__do_it' }, callOf()))).toBe('done')
  })

  it.each([
    [{ names: { search: 'a b' } }, TypeError],
    [{ names: { search: 'call_tool' } }, TypeError],
    [{ names: { find: 'x' } }, TypeError],
    [{ splitt: true }, TypeError],
    [{ searchBudgetTokens: 0 }, RangeError],
    [{ searchBudgetTokens: 100.5 }, RangeError],
  ])('%j is refused', async (options, kind) => {
    const gateway = await catalogGateway({ tools: {} })
    expect(() => createMetaExposure(gateway, options as never)).toThrow(kind)
  })
})

describe('tools that are always visible', () => {
  it('are listed behind the meta-tools and called directly', async () => {
    const gateway = await catalogGateway({
      tools: CATALOG,
      remote: ['my_server'],
      servers: { my_server: { alwaysVisible: ['do_*'] } },
    })
    const exposure = createMetaExposure(gateway)
    expect(exposure.list('').at(-1)?.name).toBe('my_server__do_it')
    expect(textOf(await exposure.call('my_server__do_it', {}, callOf()))).toBe('done')
  })

  it('take no name of a meta-tool', async () => {
    const names = { call: 'my_server__do_it' }
    const gateway = await catalogGateway({
      tools: CATALOG,
      remote: ['my_server'],
      servers: { my_server: { alwaysVisible: ['*'] } },
    })
    const exposure = createMetaExposure(gateway, { names })
    expect(exposure.list('').at(-1)?.name).toMatch(/^my_server__do_it_[0-9a-f]{8}$/)
    expect((await exposure.call('my_server__do_it', {}, callOf())).structuredContent?.error).toBe(
      'INVALID_ARGUMENTS',
    )
  })
})

describe('calls', () => {
  it('of anything that is not listed say how it is called', async () => {
    const exposure = createMetaExposure(await catalogGateway({ tools: CATALOG }))
    const direct = await exposure.call('time__get_current_time', {}, callOf())
    expect(direct.structuredContent?.error).toBe('TOOL_NOT_FOUND')
    expect(textOf(direct)).toBe(
      'tool not found: time__get_current_time. Such tools are called with call_tool.',
    )
    const slip = await exposure.call('serch_tools', {}, callOf())
    expect(slip.structuredContent?.suggestions).toEqual(['search_tools'])
  })

  it('keep pictures, data and notes, and mend arguments', async () => {
    const exposure = createMetaExposure(await catalogGateway({ tools: CATALOG }))
    const picture = await exposure.call(
      'call_tool',
      { name: 'github:list_issues', arguments: '{"repo":"a"}' },
      callOf(),
    )
    expect(picture).toMatchObject({ content: [{ type: 'image', data: 'aGk=' }], structuredContent: { n: 1 } })
    const args = { name: 'github:create_issue', arguments: { repo: 'a', Title: 't', labelCount: '3' } }
    const mended = await exposure.call('call_tool', args, callOf())
    expect(mended.structuredContent?.created).toEqual({ repo: 'a', title: 't', labelCount: 3 })
    expect(mended._meta?.['toolscout/coerced']).toHaveLength(2)
  })

  it('of a tool that fails are errors, and never reject', async () => {
    const exposure = createMetaExposure(await catalogGateway({ tools: CATALOG }))
    const failed = await exposure.call('call_tool', { name: 'github:createPullRequest' }, callOf())
    expect([failed.isError, textOf(failed)]).toEqual([true, 'the branch has no commits'])
    const ended = callOf({ signal: AbortSignal.abort() })
    expect((await exposure.call('search_tools', { query: 'x' }, ended)).structuredContent?.error).toBe(
      'CANCELLED',
    )
    for (const args of [3, null, 'x', [], { name: 3 }]) {
      expect((await exposure.call('call_tool', args, callOf())).isError).toBe(true)
    }
  })
})

describe('split calls', () => {
  const gateway = () =>
    catalogGateway({ tools: CATALOG, remote: ['github', 'time'], servers: { github: { trusted: true } } })

  it('are annotated as what they are', async () => {
    const listed = createMetaExposure(await gateway(), { split: true }).list('')
    expect(listed.map(({ name, annotations }) => [name, annotations])).toEqual([
      ['search_tools', { readOnlyHint: true }],
      ['describe_tools', { readOnlyHint: true }],
      ['call_read_tool', { readOnlyHint: true }],
      ['call_write_tool', { readOnlyHint: false, destructiveHint: false }],
      ['call_destructive_tool', { destructiveHint: true }],
      ['read_result', { readOnlyHint: true }],
    ])
  })

  // The server `time` says that it only reads, and nobody trusts it.
  const kinds = [
    ['github:list_issues', 'call_read_tool'],
    ['github:create_issue', 'call_write_tool'],
    ['github:delete_repository', 'call_destructive_tool'],
    ['time:get_current_time', 'call_destructive_tool'],
  ] as const
  it.each(kinds)('%s is called with %s alone', async (name, right) => {
    const exposure = createMetaExposure(await gateway(), { split: true })
    const args = { name, arguments: { repo: 'a', title: 't', timezone: 'UTC' } }
    for (const form of ['call_read_tool', 'call_write_tool', 'call_destructive_tool']) {
      const { structuredContent } = await exposure.call(form, args, callOf())
      const isWrong = structuredContent?.error === 'WRONG_CALL_TOOL'
      expect([form, isWrong]).toEqual([form, form !== right])
      if (isWrong) expect(structuredContent).toMatchObject({ use: right, outcome: 'notRun', tool: name })
    }
  })

  it('are named by the search, and unknown tools are refused by each', async () => {
    const exposure = createMetaExposure(await gateway(), { split: true })
    const found = await exposure.call('search_tools', { servers: ['github'] }, callOf())
    expect(textOf(found)).toContain('call_write_tool runs: github:create_issue\n')
    const unknown = await exposure.call('call_read_tool', { name: 'github:list_isues' }, callOf())
    expect(unknown.structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND', outcome: 'notRun' })
  })
})
