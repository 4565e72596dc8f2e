import { describe, expect, it } from 'vitest'
import { startContextServer } from '../../context/fixtures/context-server.ts'
import { callOf, foundIds, textOf } from '../../fixtures/exposure-call.ts'
import { openGateway } from '../../fixtures/open-gateway.ts'
import { realServer } from '../../fixtures/real-servers.ts'
import type { GatewayOptions } from '../../gateway-options.ts'
import { createDeferredExposure } from '../deferred/deferred-exposure.ts'
import { createDirectExposure } from '../direct-exposure.ts'
import { createMetaExposure } from './meta-exposure.ts'

const open = async (
  config: Parameters<ReturnType<typeof openGateway>['gateway']['addServer']>[0],
  options: GatewayOptions = {},
) => {
  const { gateway, happened } = openGateway({ limits: { reconnectBaseMs: 1 }, ...options })
  gateway.addServer(config)
  gateway.start()
  await gateway.settled()
  const exposure = createMetaExposure(gateway)
  const ask = (name: string, args: object, principal = '') => exposure.call(name, args, callOf({ principal }))
  return { gateway, happened, exposure, ask }
}

describe('behind the meta-tools of the everything server', () => {
  it('prompts and resources are counted, found, described and called', async () => {
    const { gateway, exposure, ask } = await open(realServer('everything'))
    expect(exposure.list('')[0]?.description).toContain('everything (13 tools). Also 4 prompts, 9 resources.')

    const found = await ask('search_tools', { query: 'prompt with arguments city and state' })
    expect(foundIds(found)[0]).toBe('everything:prompt.args-prompt')
    expect(textOf(found)).toMatch(
      /everything:prompt\.args-prompt\(city: string, state\?: string\)\n {2}A prompt\. /,
    )
    const told = found._meta?.['toolscout/search'] as { answers: { hits: object[] }[] }
    expect(told.answers[0]?.hits[0]).toMatchObject({ kind: 'prompt' })

    const described = await ask('describe_tools', { names: ['everything:prompt.args-prompt'] })
    expect(textOf(described)).toContain('is a prompt')
    const prompt = await ask('call_tool', {
      name: 'everything:prompt.args-prompt',
      arguments: { city: 'Bern' },
    })
    expect(textOf(prompt)).toContain('Bern')
    expect(
      (await ask('call_tool', { name: 'everything:prompt.args-prompt' })).structuredContent,
    ).toMatchObject({
      error: 'INVALID_ARGUMENTS',
    })

    const [template] = (await gateway.search('dynamic text resource', { filter: { kinds: ['resource'] } }))
      .hits
    const resource = await ask('call_tool', { name: template?.id, arguments: { resourceId: 3 } })
    expect(textOf(resource)).toContain('Resource 3')
    const missing = await ask('call_tool', { name: template?.id, arguments: { resourceId: 'x' } })
    expect(missing.isError).toBe(true)
  })

  it('the search may be asked for one of the kinds there are', async () => {
    const { exposure, ask } = await open(realServer('everything'))
    expect(exposure.list('')[0]?.inputSchema.properties).toMatchObject({ kind: { type: 'string' } })
    const kindsOf = async (kind?: string): Promise<ReadonlySet<unknown>> => {
      const found = await ask('search_tools', { limit: 50, kind })
      return new Set(foundIds(found).map((id) => /:(prompt|resource)\./.exec(id)?.[1] ?? 'tool'))
    }
    expect((await kindsOf()).size).toBeGreaterThan(1)
    for (const kind of ['tool', 'prompt']) {
      expect(await kindsOf(kind)).toEqual(new Set([kind]))
      expect(await kindsOf(`${kind}s`)).toEqual(new Set([kind]))
    }
    expect((await ask('search_tools', { kind: 'poem' })).isError).toBe(true)
  })

  it('an exposure that lists tools by name lists no prompt as a tool, and finds none', async () => {
    const { gateway } = await open(realServer('everything'))
    const names = (list: readonly { readonly name: string }[]) =>
      list.map(({ name }) => name).filter((name) => /prompt_|resource_R/.test(name))
    expect(names(createDirectExposure(gateway).list(''))).toEqual([])
    const deferred = createDeferredExposure(gateway)
    expect(names(deferred.list(''))).toEqual([])
    const found = await deferred.call('search_tools', { query: 'args-prompt city' }, callOf())
    expect(foundIds(found).filter((id) => id.includes(':prompt.'))).toEqual([])
  })
})

it('where there are tools alone, nothing is said of kinds', async () => {
  const { gateway } = openGateway({ discovery: { embedder: false } })
  const exposure = createMetaExposure(gateway)
  const register = (kind: 'tool' | 'skill') =>
    gateway.register([{ name: kind, kind, inputSchema: { type: 'object' } }], { namespace: 'ours' })
  await register('tool')
  expect(JSON.stringify(exposure.list(''))).not.toContain('kind')
  await register('skill')
  expect(exposure.list('')[0]?.inputSchema.properties).toHaveProperty('kind')
})

describe('prompts and resources of a server', () => {
  it('are split as what only reads', async () => {
    const { config } = await startContextServer('one', { prompts: ['hello'] })
    const { gateway } = await open(config)
    const split = createMetaExposure(gateway, { split: true })
    const call = (tool: string) => split.call(tool, { name: 'one:prompt.hello' }, callOf())
    expect(textOf(await call('call_read_tool'))).toBe('hello at one')
    expect((await call('call_tool_that_is_not')).isError).toBe(true)
    expect((await call('call_destructive_tool')).structuredContent).toMatchObject({ use: 'call_read_tool' })
  })

  it('exist for whom the policy allows them, whatever exists of the server besides', async () => {
    const { config } = await startContextServer('one', { prompts: ['hello'], resources: ['x://a'] })
    const policy: GatewayOptions['policy'] = ({ kind }, { principal }) =>
      kind !== 'prompt' || principal === 'ann'
    const { ask } = await open(config, { policy })
    const search = async (principal: string) =>
      foundIds(await ask('search_tools', { query: 'hello' }, principal))
    expect(await search('ann')).toContain('one:prompt.hello')
    expect(await search('bob')).not.toContain('one:prompt.hello')
    const call = (principal: string) => ask('call_tool', { name: 'one:prompt.hello' }, principal)
    expect(textOf(await call('ann'))).toBe('hello at one')
    expect((await call('bob')).structuredContent?.error).toBe('TOOL_NOT_FOUND')
  })

  it('are listed again when the server says that they changed, and pinned as tools are', async () => {
    const one = await startContextServer('one', { prompts: ['hello'] })
    const { gateway, happened } = await open(one.config)
    const before = gateway.list().length
    one.prompts = ['hello', 'bye']
    await one.notify('notifications/prompts/list_changed')
    await happened((event) => event.type === 'serverListed' && event.tools === before + 1)
    expect(gateway.resolve('one:prompt.bye')?.summary.kind).toBe('prompt')
    expect((await gateway.pins()).map(({ id }) => id)).toContain('one:prompt.bye')
  })

  it('of which a listing fails stay as they were, and the tools are there', async () => {
    const one = await startContextServer('one', { prompts: ['hello'] })
    const { gateway, happened } = await open(one.config)
    one.isBroken = true
    await one.notify('notifications/prompts/list_changed')
    await gateway.refreshServer('one').catch(() => {})
    expect(gateway.resolve('one:prompt.hello')?.summary.kind).toBe('prompt')
    one.isBroken = false
    await gateway.refreshServer('one')
    await happened((event) => event.type === 'serverListed' && event.warnings.length === 0)
    expect(gateway.list().map(({ id }) => id)).toEqual(['one:noop', 'one:prompt.hello'])
  })
})
