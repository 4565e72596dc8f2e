import { describe, expect, it } from 'vitest'
import { openReady, startFarm, textOf } from './fixtures/chaos.ts'
import { startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'

const LOCAL = {
  echo: { description: 'Says it again', inputSchema: { type: 'object' }, execute: () => 'local' },
}

describe('Symb 3.9', () => {
  it('a bare name means the local tool before one of a server, and each is listed once, under its own name', async () => {
    const { backends } = await startFarm(1)
    const { gateway } = await openReady(backends)
    await gateway.register(LOCAL)
    expect(textOf(await gateway.call('echo', { nonce: 'n' }))).toBe('local')
    expect(textOf(await gateway.call('b000:echo', { nonce: 'n' }))).toBe('b000 echo n')
    const echoes = gateway.list().filter(({ id }) => /(^|:)echo$/.test(id))
    expect(echoes.map(({ id, exportName }) => [id, exportName])).toEqual([
      ['b000:echo', 'b000__echo'],
      ['echo', 'echo'],
    ])
  })

  it('a local tool that takes the bare name from tools of servers is said once, with their ids', async () => {
    const [a, b] = [await startLiveServer('a', ['echo', 'up']), await startLiveServer('b', ['echo'])]
    const { gateway, events, happened } = openGateway()
    await gateway.register(LOCAL)
    // One with a namespace takes it from none.
    await gateway.register({ up: LOCAL.echo }, { namespace: 'own' })
    gateway.addServer(a.config)
    gateway.start()
    expect(await happened(({ type }) => type === 'toolShadowed')).toEqual({
      type: 'toolShadowed',
      tool: 'echo',
      shadowed: ['a:echo'],
    })
    const before = events.length
    a.tools = ['echo', 'up', 'down']
    await gateway.refreshServer('a')
    gateway.addServer(b.config)
    const next = await happened(({ type }) => type === 'toolShadowed', before)
    expect(next).toMatchObject({ shadowed: ['a:echo', 'b:echo'] })
  })

  it('a server that cannot be listed leaves the local tools, and that it is missing is told (SYM-002)', async () => {
    const { backends } = await startFarm(1)
    const [backend] = backends
    await backend?.down()
    const { gateway } = openGateway()
    gateway.addServer({ name: 'b000', transport: 'http', url: String(backend?.url) })
    await gateway.register(LOCAL)
    gateway.start()
    const health = await gateway.settled()
    expect(health).toMatchObject({ status: 'degraded', degraded: [{ server: 'b000', state: 'waiting' }] })
    expect(gateway.list().map(({ id }) => id)).toEqual(['echo'])
    const { hits, degraded } = await gateway.search('say it again')
    expect(hits.map(({ id }) => id)).toEqual(['echo'])
    expect(degraded[0]).toMatchObject({ part: 'server b000' })
  })

  it('tool order is deterministic: by id, whatever came first', async () => {
    const { backends } = await startFarm(2)
    const orders = await Promise.all(
      [backends, [...backends].reverse()].map(async (given) => {
        const { gateway } = await openReady(given)
        return gateway.list().map(({ id }) => id)
      }),
    )
    expect(orders[0]).toEqual(orders[1])
    expect(orders[0]).toEqual([...(orders[0] ?? [])].sort())
  })

  it('a bare name goes to the only server that has it, started for it where nothing is known of it yet', async () => {
    const live = await startLiveServer('u', ['up'])
    const { gateway } = openGateway({ start: 'lazy' })
    gateway.addServer(live.config)
    await gateway.register(LOCAL)
    gateway.start()
    expect(textOf(await gateway.call('up'))).toBe('up {}')
  })

  it('a bare name of tools of two servers is refused with both spellings', async () => {
    const servers = [await startLiveServer('u', ['up']), await startLiveServer('v', ['up'])]
    const { gateway } = openGateway()
    for (const { config } of servers) gateway.addServer(config)
    gateway.start()
    await gateway.settled()
    const { structuredContent } = await gateway.call('up')
    expect(structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND', suggestions: ['u:up', 'v:up'] })
    expect(servers.map(({ asked }) => asked.calls)).toEqual([0, 0])
  })

  it('a bare name that only a server may have which never listed its tools says why that did not', async () => {
    const [down, other] = [await startLiveServer('u', ['up']), await startLiveServer('v', ['find_mail'])]
    await down.die()
    const { gateway } = openGateway({ limits: { maxFailures: 1 } })
    for (const { config } of [down, other]) gateway.addServer(config)
    gateway.start()
    await gateway.settled()
    const errorOf = async (name: string) => (await gateway.call(name)).structuredContent
    expect(await errorOf('up')).toMatchObject({ error: 'SERVER_UNAVAILABLE', outcome: 'notRun' })
    expect(await errorOf('find_mial')).toMatchObject({
      error: 'TOOL_NOT_FOUND',
      suggestions: ['v:find_mail'],
    })
    // Of two such servers neither is meant.
    await other.die()
    gateway.addServer({ ...other.config, name: 'w' })
    await gateway.settled()
    expect(await errorOf('up')).toMatchObject({ error: 'TOOL_NOT_FOUND' })
  })

  it('a bare name reaches nothing that a policy hides: neither the only tool of it, nor one that is listed for it', async () => {
    const [a, b] = [await startLiveServer('a', ['pay', 'show']), await startLiveServer('b', ['pay'])]
    const { gateway } = openGateway({
      start: 'lazy',
      policy: ({ id }, { principal }) => principal === 'owner' || id !== 'b:pay',
    })
    const outcome = async (principal: string) => {
      const { isError, structuredContent, content } = await gateway.call('pay', {}, { principal })
      return isError === true ? structuredContent?.error : textOf({ content })
    }
    gateway.addServer(b.config)
    gateway.start()
    // Listed for this call, and hidden at once; nothing says whose name it was.
    expect(await outcome('guest')).toBe('TOOL_NOT_FOUND')
    expect(JSON.stringify(await gateway.call('pay', {}, { principal: 'guest' }))).not.toMatch(/"b[":]/)
    gateway.addServer(a.config)
    await gateway.settled()
    // The one that exists for the guest alone answers to the name; for the owner two do.
    expect([await outcome('guest'), await outcome('owner')]).toEqual(['pay {}', 'TOOL_NOT_FOUND'])
    expect([a.asked.calls, b.asked.calls]).toEqual([1, 0])
    // Nor is a server named of which he knows no tool.
    await b.die()
    gateway.addServer({ ...b.config, name: 'c' })
    await gateway.settled()
    expect((await gateway.call('up', {}, { principal: 'guest' })).structuredContent?.error).toBe(
      'TOOL_NOT_FOUND',
    )
  })
})
