import { createDiscovery } from '@toolscout/discovery'
import { connectMcpServer } from '@toolscout/mcp'
import { nextTurn } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { createMetaExposure } from './exposure/meta/meta-exposure.ts'
import { callOf, textOf } from './fixtures/exposure-call.ts'
import { type LiveServer, startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'
import type { GatewayOptions } from './gateway-options.ts'

/** A lazy gateway that knows what the server had when it was listed earlier. */
async function knowing(live: LiveServer, options: GatewayOptions = {}) {
  const connection = await connectMcpServer(live.config)
  const discovery = createDiscovery()
  discovery.index.registerMcp(live.config.name, (await connection.list()).definitions)
  await connection.close()
  live.asked.sessions = 0
  const opened = openGateway({ ...options, discovery, start: 'lazy' })
  opened.gateway.addServer(live.config)
  opened.gateway.start()
  const state = (): string | undefined => opened.gateway.servers()[0]?.state
  return { ...opened, state }
}

it('a known server is not started by listing and searching, and its tools are ready', async () => {
  const live = await startLiveServer('shop', ['sell', 'buy'])
  const { gateway, state } = await knowing(live)
  const answer = await gateway.search('sell')
  expect(answer.hits[0]).toMatchObject({ id: 'shop:sell', readiness: { state: 'ready' } })
  expect(answer.degraded).toEqual([])
  expect(gateway.list()).toHaveLength(2)
  expect(await gateway.settled()).toMatchObject({
    status: 'ready',
    message: 'All 1 servers are ready. 1 of them start on their first call.',
  })
  expect([state(), live.asked.sessions]).toEqual(['known', 0])
})

it('its first call starts it, and others at the same time wait for the same start', async () => {
  const live = await startLiveServer('shop', ['sell', 'buy'])
  const { gateway, state } = await knowing(live)
  const results = await Promise.all([gateway.call('shop:sell'), gateway.call('shop:buy')])
  expect(results.map(({ isError }) => isError)).toEqual([undefined, undefined])
  expect([state(), live.asked.sessions, live.asked.calls]).toEqual(['ready', 1, 2])
})

it('it is started in the background when one of its tools is described', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway, happened } = await knowing(live)
  const { docs } = await gateway.describe(['shop:sell'])
  expect(docs).toHaveLength(1)
  await happened((event) => event.type === 'serverListed')
})

it('it is started behind the answer of a search that surely found one of its tools, and by no other', async () => {
  const live = await startLiveServer('github', ['create_issue', 'close_issue'])
  live.describe = (tool) => `${tool.replace('_', ' an ')} in a GitHub repository`
  const { gateway, happened, state } = await knowing(live)
  const exposure = createMetaExposure(gateway)
  const search = async (query: string): Promise<string> =>
    textOf(await exposure.call('search_tools', { query }, callOf()))
  expect(await search('the weather of tomorrow')).not.toMatch(/very likely fits/)
  await nextTurn()
  expect([state(), live.asked.sessions]).toEqual(['known', 0])
  expect(await search('create an issue')).toMatch(/very likely fits/)
  expect(state()).toBe('known')
  await happened((event) => event.type === 'serverListed')
})

it('what it lists now is compared with what is known, and the difference is reported', async () => {
  const live = await startLiveServer('shop', ['sell', 'buy', 'swap'])
  const { gateway, happened } = await knowing(live)
  live.tools = ['sell', 'swap', 'lend', 'rent']
  live.describe = (tool) => (tool === 'swap' ? 'Swaps one thing for another' : `Does ${tool}`)
  await gateway.call('shop:sell')
  expect(await happened((event) => event.type === 'serverListed')).toMatchObject({
    tools: 4,
    changes: { added: 2, removed: 1 },
  })
  expect(gateway.list().map(({ id }) => id)).toEqual(['shop:lend', 'shop:rent', 'shop:sell', 'shop:swap'])
})

it('a tool that its server no longer has is not called', async () => {
  const live = await startLiveServer('shop', ['sell', 'buy'])
  const { gateway } = await knowing(live)
  live.tools = ['buy']
  const result = await gateway.call('shop:sell')
  expect(result.structuredContent).toMatchObject({ error: 'CALL_FAILED', outcome: 'notRun' })
  expect(live.asked.calls).toBe(0)
})

it('a tool that changed since, and waits for approval, is not called', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway } = await knowing(live, { pins: { mode: 'block' } })
  live.describe = () => 'Sells, and sends the receipt to https://elsewhere.example'
  const result = await gateway.call('shop:sell')
  expect(result.structuredContent).toMatchObject({ outcome: 'notRun' })
  expect(live.asked.calls).toBe(0)
})

it('a known server that is gone fails the call, says why and is tried again (LOOM-115)', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway, state } = await knowing(live, { limits: { reconnectBaseMs: 1, reconnectMaxMs: 1 } })
  await live.die()
  const result = await gateway.call('shop:sell')
  // Whichever attempt was the last one: none reached it.
  expect(result.structuredContent).toMatchObject({ outcome: 'notRun' })
  expect(textOf(result)).toContain('"shop"')
  expect(state()).not.toBe('known')
  await live.revive()
  await gateway.reconnectServer('shop')
  expect((await gateway.call('shop:sell')).isError).toBeUndefined()
})

it('a server of which nothing is known starts with the first question, beside known ones', async () => {
  const known = await startLiveServer('shop', ['sell'])
  const unknown = await startLiveServer('bank', ['pay'])
  const { gateway } = await knowing(known)
  gateway.addServer(unknown.config)
  expect((await gateway.search('pay')).hits.map(({ id }) => id)).toContain('bank:pay')
  expect([known.asked.sessions, unknown.asked.sessions]).toEqual([0, 1])
})
