import { estimateTokens, type ToolResult } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { CATALOG } from '../fixtures/catalog.ts'
import { type CatalogOptions, catalogGateway } from '../fixtures/catalog-gateway.ts'
import { callOf, foundIds, handleOf, textOf } from '../fixtures/exposure-call.ts'
import { startLiveServer } from '../fixtures/live-server.ts'
import { openGateway } from '../fixtures/open-gateway.ts'
import type { Gateway } from '../gateway.ts'
import { createMetaExposure } from './meta/meta-exposure.ts'

// The twenty lines of what none of the programs before could do, as far as they concern tools behind meta-tools. Lines
// 13 and 14 are held by the toolbox and by the upkeep of servers, 16 and 17 by the plugin, 19 by the assistant.

const ALL_REMOTE = ['github', 'my_server', 'time']

function askMeta(gateway: Gateway, settings = {}) {
  const exposure = createMetaExposure(gateway, settings)
  return (name: string, args: object, principal = ''): Promise<ToolResult> =>
    exposure.call(name, args, callOf({ principal }))
}

const open = async (options: Partial<CatalogOptions> = {}) => {
  const gateway = await catalogGateway({ tools: CATALOG, remote: ALL_REMOTE, ...options })
  return { gateway, ask: askMeta(gateway) }
}

describe('identity and routing', () => {
  it('1: a server with _ in its name is searched and executed', async () => {
    const { ask } = await open()
    expect(foundIds(await ask('search_tools', { query: 'does the thing' }))).toEqual(['my_server:do_it'])
    expect(textOf(await ask('call_tool', { name: 'my_server:do_it' }))).toBe('done')
  })

  it('2: near misses are answered with suggestions, and nothing runs', async () => {
    const live = await startLiveServer('shop', ['sell'])
    const { gateway } = openGateway()
    gateway.addServer(live.config)
    gateway.start()
    await gateway.settled()
    const missed = await askMeta(gateway)('call_tool', { name: 'shop:sel' })
    expect(missed.structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND', suggestions: ['shop:sell'] })
    expect(live.asked.calls).toBe(0)
  })

  it('3: what is hidden is not found, described, read about or called, however it is spelled', async () => {
    const { gateway } = await open({
      policy: ({ id }, { principal }) => id !== 'github:delete_repository' || principal === 'admin',
    })
    const ask = askMeta(gateway)
    const forms = [
      'github:delete_repository',
      'github__delete_repository',
      'mcp__github__delete_repository',
      'github/delete_repository',
    ]
    for (const name of forms) {
      const args = { name, arguments: { repo: 'a' } }
      expect(textOf(await ask('call_tool', args, 'admin'))).toBe('gone')
      expect((await ask('call_tool', args, 'guest')).structuredContent?.error).toBe('TOOL_NOT_FOUND')
      const told = textOf(await ask('describe_tools', { names: [name] }, 'guest'))
      expect(told).toMatch(/^There is no tool/)
      expect(told).not.toContain('for good')
    }
    const found = await ask('search_tools', { query: 'delete a repository for good' }, 'guest')
    expect(textOf(found)).not.toContain('delete_repository')
  })
})

describe('search quality', () => {
  it.each([
    ['current', 'time:get_current_time'],
    ['pull request', 'github:createPullRequest'],
    ['createPullRequest', 'github:createPullRequest'],
    ['timezones', 'time:convert_time'],
    ['listing issues', 'github:list_issues'],
    ['creat isue', 'github:create_issue'],
    ['天気', 'weather:forecast'],
  ])('4: %s reaches %s', async (query, id) => {
    const weather = [{ name: 'forecast', description: '東京の天気予報', inputSchema: { type: 'object' } }]
    const { ask } = await open({ tools: { ...CATALOG, weather } })
    expect(foundIds(await ask('search_tools', { query }))[0]).toBe(id)
  })

  it('6: a query without meaning finds nothing', async () => {
    const { ask } = await open()
    expect(foundIds(await ask('search_tools', { query: 'the a of' }))).toEqual([])
  })

  it('7: limits are brought into range, and pages are one ranking', async () => {
    const { ask } = await open()
    const page = async (args: object) => {
      const result = await ask('search_tools', { query: 'a repository, an issue, a time', ...args })
      return { ids: foundIds(result), text: textOf(result) }
    }
    const all = await page({ limit: 10_000 })
    const pages = [
      await page({ limit: -5 }),
      await page({ limit: 1, offset: 1 }),
      await page({ limit: 99, offset: 2 }),
    ]
    // A first page leaves out what is far below the best; those behind it leave out nothing.
    expect(pages.flatMap(({ ids }) => ids).slice(0, all.ids.length)).toEqual(all.ids)
  })

  it('9: a new description changes what is found; a server that is removed takes its tools along', async () => {
    const { gateway, ask } = await open({ remote: ['time'] })
    const definition = { name: 'do_it', namespace: 'my_server', inputSchema: { type: 'object' } }
    await gateway.register([{ ...definition, description: 'Waters the tulips', execute: () => 'wet' }])
    expect(foundIds(await ask('search_tools', { query: 'tulips' }))).toEqual(['my_server:do_it'])
    await gateway.removeServer('time')
    expect(foundIds(await ask('search_tools', { query: 'current time' }))).not.toContain(
      'time:get_current_time',
    )
  })
})

describe('tokens', () => {
  it('10: answers fit their budget, and the first tools come with their parameters', async () => {
    const { gateway } = await open()
    const text = textOf(
      await askMeta(gateway, { searchBudgetTokens: 120 })('search_tools', { query: 'issue' }),
    )
    expect(estimateTokens(text)).toBeLessThanOrEqual(120)
    expect(text).toContain('repo: string')
  })
})

describe('execution', () => {
  it('11: arguments are checked and mended, and both are told', async () => {
    const { ask } = await open()
    const call = (args: object) => ask('call_tool', { name: 'github:create_issue', arguments: args })
    const refused = await call({ repo: 'a' })
    expect(refused.structuredContent).toMatchObject({
      error: 'INVALID_ARGUMENTS',
      schema: expect.any(Object),
    })
    expect(textOf(refused)).toContain('title')
    const mended = await call({ Repo: 'a', title: 't', label_count: '3' })
    expect(mended.structuredContent).toMatchObject({ created: { repo: 'a', title: 't', labelCount: 3 } })
    expect(mended._meta?.['toolscout/coerced']).toHaveLength(3)
  })

  it('12: failures count as such, nothing of a result is lost, and long ones are read on', async () => {
    const { gateway, ask } = await open()
    expect((await ask('call_tool', { name: 'github:createPullRequest' })).isError).toBe(true)
    expect(gateway.stats()).toMatchObject({ calls: 1, failedCalls: 1 })
    const picture = await ask('call_tool', { name: 'github:list_issues', arguments: { repo: 'a' } })
    expect(picture).toMatchObject({ content: [{ type: 'image' }], structuredContent: { n: 1 } })
    const handle = handleOf(await ask('call_tool', { name: 'write_book' }))
    const rest = await ask('read_result', { handle, from: 19_998 })
    expect(textOf(rest)).toMatch(/^word\nword\n\n\[lines 19998 to 20001 of 20001\. This is the end\.\]$/)
  })

  it('15: tools that come and go are followed, whatever was listed before', async () => {
    const live = await startLiveServer('shop', ['sell'])
    const { gateway, happened } = openGateway({ limits: { reconnectBaseMs: 1 } })
    gateway.addServer(live.config)
    gateway.start()
    await gateway.settled()
    const ask = askMeta(gateway)
    expect(createMetaExposure(gateway).list('')[0]?.description).toMatch(/Behind this: shop \(1 tool\)\.$/)
    live.tools = ['sell', 'buy']
    await live.notify()
    await happened((event) => event.type === 'serverListed' && event.tools === 2)
    expect(foundIds(await ask('search_tools', { query: 'buy' }))[0]).toBe('shop:buy')
    expect(createMetaExposure(gateway).list('')[0]?.description).toMatch(/Behind this: shop \(2 tools\)\.$/)
  })
})

describe('operation', () => {
  it('18, 20: answers come without servers that are still starting, and say so', async () => {
    const live = await startLiveServer('slow')
    live.hangs = true
    const { gateway } = openGateway({ startWaitMs: 1, discovery: { embedder: false } })
    await gateway.register(CATALOG.time ?? [], { namespace: 'time' })
    gateway.addServer(live.config)
    gateway.start()
    const text = textOf(await askMeta(gateway)('search_tools', { query: 'current time' }))
    expect(text).toContain('time:get_current_time')
    expect(text).toMatch(/^Incomplete: server slow: ./m)
  })
})
