import { systemClock } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'
import type { GatewayEvent } from './gateway-event.ts'

const QUICK = { reconnectBaseMs: 1, reconnectMaxMs: 20 }

function isState(server: string, state: string): (event: GatewayEvent) => boolean {
  return (event) => event.type === 'serverStateChanged' && event.server === server && event.state === state
}

it('follows a server whose tools change', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway, happened, events } = openGateway({ limits: QUICK })
  gateway.addServer(live.config)
  gateway.start()
  await gateway.settled()
  expect(gateway.list().map(({ id }) => id)).toEqual(['shop:sell'])
  live.tools = ['sell', 'buy']
  await live.notify()
  await happened((event) => event.type === 'serverListed' && event.tools === 2)
  expect(gateway.list().map(({ id }) => id)).toEqual(['shop:buy', 'shop:sell'])
  expect(events.filter(({ type }) => type === 'serverListed')).toHaveLength(2)
})

it('asks twice before most of the tools of a server go', async () => {
  const live = await startLiveServer('shop', ['a', 'b', 'c'])
  const { gateway, happened } = openGateway({ limits: QUICK })
  gateway.addServer(live.config)
  gateway.start()
  await gateway.settled()
  const { lists } = live.asked
  live.tools = ['a']
  await live.notify()
  await happened((event) => event.type === 'serverListed' && event.tools === 1)
  expect(live.asked.lists - lists).toBe(2)
})

it('keeps the tools of a server that is gone, marked as stale, and connects it again by itself', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway, happened, events } = openGateway({ limits: QUICK })
  gateway.addServer(live.config)
  gateway.start()
  await gateway.settled()
  await live.die()
  const gone = await gateway.call('shop:sell', {})
  expect(gone.isError).toBe(true)
  await happened(isState('shop', 'waiting'))
  const { hits, degraded } = await gateway.search('sell')
  expect(hits[0]?.readiness.state).toBe('stale')
  expect(degraded[0]?.part).toBe('server shop')
  expect(gateway.health()).toMatchObject({ status: 'degraded' })
  const before = events.length
  await live.revive()
  await happened(isState('shop', 'ready'), before)
  expect((await gateway.call('shop:sell', {})).isError).toBeUndefined()
})

it('a server that was never there and was left alone is tried again when somebody searches, though not at once', async () => {
  const live = await startLiveServer('shop', ['sell'])
  await live.die()
  let now = 0
  const clock = { ...systemClock, now: () => now }
  const limits = { ...QUICK, reconnectMaxMs: 1_000, maxFailures: 1 }
  const { gateway, happened, events } = openGateway({ limits, clock })
  gateway.addServer(live.config)
  gateway.start()
  await happened(isState('shop', 'failed'))
  await live.revive()
  await gateway.search('sell')
  expect(events.filter(isState('shop', 'connecting'))).toHaveLength(1)
  now += 1_000
  await gateway.search('sell')
  await happened(isState('shop', 'ready'))
  expect((await gateway.search('sell')).hits).toHaveLength(1)
})

it('a lost session is a new one before anybody notices', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway } = openGateway({ limits: QUICK })
  gateway.addServer(live.config)
  gateway.start()
  await gateway.settled()
  live.forget()
  const result = await gateway.call('shop:sell', { n: 1 })
  expect(result.content).toEqual([{ type: 'text', text: 'sell {"n":1}' }])
  expect(live.asked).toMatchObject({ sessions: 2, calls: 1 })
})

it('a server that refuses the credentials waits for people', async () => {
  const live = await startLiveServer('shop', ['sell'])
  live.refuse = 401
  const { gateway } = openGateway({ limits: QUICK })
  gateway.addServer(live.config)
  gateway.start()
  const health = await gateway.settled()
  expect(health.degraded[0]).toMatchObject({ server: 'shop', state: 'needsAuth' })
  live.refuse = undefined
  const status = await gateway.reconnectServer('shop')
  expect(status.state).toBe('ready')
})

it('a server that is removed takes its tools along; one that is switched off as well, until it is on again', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway } = openGateway({ limits: QUICK })
  gateway.addServer(live.config)
  expect(() => gateway.addServer(live.config)).toThrowError(
    expect.objectContaining({ code: 'SERVER_EXISTS' }),
  )
  gateway.start()
  await gateway.settled()
  await gateway.setServerEnabled('shop', false)
  expect(gateway.list()).toEqual([])
  expect(gateway.servers()[0]?.state).toBe('disabled')
  expect(gateway.health().status).toBe('ready')
  await gateway.setServerEnabled('shop', true)
  await gateway.settled()
  expect(gateway.list()).toHaveLength(1)
  await gateway.removeServer('shop')
  expect(gateway.list()).toEqual([])
  await expect(gateway.removeServer('shop')).rejects.toMatchObject({ code: 'SERVER_NOT_FOUND' })
})

it('stops and starts again, and cannot be started twice (LOOM-090, LOOM-092)', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway } = openGateway({ limits: QUICK })
  gateway.addServer(live.config)
  expect(gateway.health().status).toBe('notStarted')
  gateway.start()
  expect(() => gateway.start()).toThrowError(expect.objectContaining({ code: 'GATEWAY_STATE' }))
  await gateway.settled()
  await gateway.stop()
  await gateway.stop()
  expect(gateway.list().map(({ readiness }) => readiness.state)).toEqual(['unavailable'])
  gateway.start()
  await gateway.settled()
  expect((await gateway.call('shop:sell')).isError).toBeUndefined()
})

it('lazy servers are connected with the first question', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway } = openGateway({ limits: QUICK, start: 'lazy' })
  gateway.addServer(live.config)
  gateway.start()
  expect(live.asked.sessions).toBe(0)
  expect((await gateway.search('sell')).hits.map(({ id }) => id)).toEqual(['shop:sell'])
  expect((await gateway.call('shop:sell')).isError).toBeUndefined()
})

it('arguments that a server refuses make its definitions be read again', async () => {
  const live = await startLiveServer('shop', ['sell', 'buy', 'swap'])
  const { gateway, happened } = openGateway({ limits: QUICK })
  gateway.addServer(live.config)
  gateway.start()
  await gateway.settled()
  live.tools = ['sell', 'buy']
  const result = await gateway.call('shop:swap')
  expect(result.structuredContent).toMatchObject({ outcome: 'notRun', failure: 'badArguments' })
  await happened((event) => event.type === 'serverListed' && event.tools === 2)
  expect(gateway.resolve('shop:swap')).toBeUndefined()
})

it('a server that is connected again is called at once, whatever its calls did before', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway } = openGateway({ limits: QUICK })
  gateway.addServer(live.config)
  gateway.start()
  await gateway.settled()
  const answer = live.answer
  live.answer = () => new Promise(() => {})
  for (let i = 0; i < 5; i += 1) await gateway.call('shop:sell', {}, { timeoutMs: 20 })
  expect(gateway.servers()[0]?.breaker).toBe('open')
  live.answer = answer
  await gateway.reconnectServer('shop')
  expect(gateway.servers()[0]?.breaker).toBe('closed')
  expect((await gateway.call('shop:sell', {})).isError).toBeUndefined()
})
