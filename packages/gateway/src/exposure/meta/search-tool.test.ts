import { estimateTokens } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../fixtures/catalog.ts'
import { type CatalogOptions, catalogGateway } from '../../fixtures/catalog-gateway.ts'
import { callOf, foundIds, textOf } from '../../fixtures/exposure-call.ts'
import { openGateway } from '../../fixtures/open-gateway.ts'
import { realServer } from '../../fixtures/real-servers.ts'
import { toolServer } from '../../fixtures/tool-server.ts'
import { createMetaExposure } from './meta-exposure.ts'

const ask = async (args: object, options: Partial<CatalogOptions> = {}, settings = {}) => {
  const gateway = await catalogGateway({ tools: CATALOG, ...options })
  const result = await createMetaExposure(gateway, settings).call('search_tools', args, callOf())
  return { ...result, text: textOf(result), ids: foundIds(result) }
}

describe('a search', () => {
  it('that surely found it shows three tools at most, a line each', async () => {
    expect((await ask({ query: 'create an issue' })).text).toMatchInlineSnapshot(`
      "The first very likely fits.
      github:create_issue(repo: string, title: string, labelCount?: integer) // Create a new issue in a GitHub repository"
    `)
  })

  it('that is not sure shows the nearest', async () => {
    expect((await ask({ query: 'something about time' })).text).toMatchInlineSnapshot(`
      "No tool mentions: something
      Nearest, best first:
      time:convert_time() // Convert a time between timezones
      time:get_current_time(timezone: string) // Get the current time in a timezone"
    `)
  })

  it('that found nothing like it says so, after the words that no tool mentions', async () => {
    expect((await ask({ query: 'current weather on the moon as a chart' })).text).toMatchInlineSnapshot(`
      "No tool mentions: weather, moon, chart
      Nearest, best first:
      time:get_current_time(timezone: string) // Get the current time in a timezone"
    `)
  })

  it('without any hit names the words that no tool mentions', async () => {
    const { text, ids } = await ask({ query: 'launch a kubernetes pod' })
    expect(ids).toEqual([])
    expect(text).toBe('No tool mentions: launch, kubernetes, pod\nNo tool matches.')
    expect((await ask({ query: 'the a of' })).text).toBe('No tool matches.')
  })

  it('answers several queries one by one', async () => {
    const { ids, text } = await ask({
      queries: ['get the current time', 'createPullRequest', 'fly'],
      limit: 1,
    })
    expect(ids).toEqual(['time:get_current_time', 'github:createPullRequest'])
    expect(text).toMatchInlineSnapshot(`
      "For "get the current time":
      The first very likely fits.
      time:get_current_time(timezone: string) // Get the current time in a timezone
      For "createPullRequest":
      The first very likely fits.
      github:createPullRequest(branch?: string) // Open a pull request
      For "fly":
      No tool mentions: fly
      No tool matches."
    `)
  })

  it('takes a limit at its word', async () => {
    expect((await ask({ query: 'create an issue', limit: 2 })).ids).toHaveLength(2)
    const query = 'create a new issue in a repository'
    const [best, all] = [await ask({ query }), await ask({ query, limit: 50 })]
    expect(all.ids.slice(0, best.ids.length)).toEqual(best.ids)
    expect(all.ids.length).toBeGreaterThan(best.ids.length)
  })

  it('without a query lists, page by page', async () => {
    const first = await ask({ servers: 'github', limit: 3 })
    expect(first.text).toMatchInlineSnapshot(`
      "Tools by id:
      github:createPullRequest(branch?: string) // Open a pull request
      github:create_issue(repo: string, title: string, labelCount?: integer) // Create a new issue in a GitHub repository
      github:delete_repository(repo: string) // Delete a repository for good
      More with offset 3."
    `)
    const second = await ask({ servers: ['github'], limit: 3, offset: 3 })
    expect([...first.ids, ...second.ids]).toEqual([
      'github:createPullRequest',
      'github:create_issue',
      'github:delete_repository',
      'github:list_issues',
    ])
    expect(second.text).not.toContain('offset')
  })

  it('believes only trusted servers that they only read', async () => {
    const readers = (...trusted: readonly string[]) =>
      ask(
        { readOnly: true },
        {
          remote: ['github', 'time'],
          servers: Object.fromEntries(trusted.map((name) => [name, { trusted: true }])),
        },
      )
    expect((await readers('github', 'time')).ids).toEqual([
      'github:list_issues',
      'time:convert_time',
      'time:get_current_time',
    ])
    expect((await readers()).ids).toEqual([])
  })

  it('takes an empty list of servers for none given', async () => {
    expect((await ask({ query: 'time', servers: [] })).ids).toEqual((await ask({ query: 'time' })).ids)
  })

  it('names the server that may have been meant', async () => {
    const { structuredContent, text } = await ask({ servers: ['githup'] })
    expect(structuredContent).toMatchObject({ error: 'SERVER_NOT_FOUND', suggestions: ['github'] })
    expect(text).toBe('There is no server githup. Did you mean github?')
  })

  it('says in a line each what cannot be called now and which servers are missing', async () => {
    const { stop, ...config } = await toolServer('time', CATALOG.time ?? [])
    const { gateway, events, happened } = openGateway({ discovery: { embedder: false } })
    gateway.addServer(config)
    gateway.start()
    await gateway.settled()
    await stop()
    const from = events.length
    // The loss is noticed with the first call.
    await gateway.call('time:convert_time')
    await happened((event) => event.type === 'serverStateChanged', from)
    const result = await createMetaExposure(gateway).call('search_tools', {}, callOf())
    expect(textOf(result)).toMatch(/^Not ready: time:convert_time, time:get_current_time: ./m)
    expect(textOf(result)).toMatch(/^Incomplete: server time: ./m)
  })

  it.each([100, 150, 300, 1_200])('has at most %d tokens', async (searchBudgetTokens) => {
    const tools = {
      big: Array.from({ length: 60 }, (_, i) => ({
        name: `make_report_${i}`,
        description: `Makes a report of kind ${i}. ${'It takes long. '.repeat(40)}`,
        inputSchema: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 40 }, (_, n) => [
              `field_${n}`,
              { type: 'string', description: 'words '.repeat(30) },
            ]),
          ),
        },
      })),
    }
    const { text, ids } = await ask({ query: 'report', limit: 50 }, { tools }, { searchBudgetTokens })
    expect(estimateTokens(text)).toBeLessThanOrEqual(searchBudgetTokens)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(text).toContain(id)
  })

  it('is the same text for the same question', async () => {
    expect((await ask({ query: 'time' })).text).toBe((await ask({ query: 'time' })).text)
  })
})

describe('whatever a search names', () => {
  it.each([
    (id: string) => id,
    (id: string) => id.replace(':', '__'),
    (id: string) => `mcp__${id.replace(':', '__')}`,
    (id: string) => id.replace(':', '/'),
    (id: string) => id.replace(':', '.'),
  ])('describe and call take (%#)', async (form) => {
    const exposure = createMetaExposure(await catalogGateway({ tools: CATALOG }))
    const found = await exposure.call('search_tools', { limit: 50 }, callOf())
    const ids = foundIds(found)
    expect(ids).toHaveLength(8)
    for (const id of ids) {
      const told = await exposure.call('describe_tools', { names: form(id), detail: 'summary' }, callOf())
      expect(textOf(told)).toContain(`**${id}**`)
      const called = await exposure.call('call_tool', { name: form(id), arguments: {} }, callOf())
      expect(called.structuredContent?.error).not.toBe('TOOL_NOT_FOUND')
    }
  })

  it('near misses are suggested and never run', async () => {
    const exposure = createMetaExposure(await catalogGateway({ tools: CATALOG }))
    for (const name of ['my_server:do_it_now', 'do_it', 'my_serverdo_it', 'my_server_do_it']) {
      const result = await exposure.call('call_tool', { name }, callOf())
      expect([name, result.structuredContent?.error]).toEqual([name, 'TOOL_NOT_FOUND'])
    }
  })
})

describe('describe_tools', () => {
  const tell = async (args: object) =>
    textOf(
      await createMetaExposure(await catalogGateway({ tools: CATALOG })).call(
        'describe_tools',
        args,
        callOf(),
      ),
    )

  it('tells several tools at a level of detail, and which are unknown', async () => {
    const names = ['github:create_issue', 'time__convert_time', 'github:nothing']
    expect(await tell({ names, detail: 'summary' })).toMatchInlineSnapshot(`
      "There is no tool "github:nothing". Did you mean "github:delete_repository" or "github:list_issues" or "github:create_issue"?
      - **github:create_issue**: Create a new issue in a GitHub repository
      - **time:convert_time**: Convert a time between timezones"
    `)
    expect(await tell({ names: 'github:create_issue' })).toContain('`title` `string` (required): Title')
  })

  it('tells at full detail how the server wants to be used, and only then', async () => {
    const { gateway } = openGateway()
    gateway.addServer(realServer('everything'))
    gateway.start()
    await gateway.settled({ timeoutMs: 60_000 })
    const exposure = createMetaExposure(gateway)
    const told = async (detail: string) =>
      textOf(await exposure.call('describe_tools', { names: ['everything:echo'], detail }, callOf()))
    expect(await told('full')).toMatch(/^The server everything says: ./m)
    expect(await told('schema')).not.toContain('says:')
  })
})
