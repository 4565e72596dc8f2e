import { systemClock } from '@toolscout/model'
import { expect, it } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openRegistry } from './fixtures/open-registry.ts'
import type { RegistryEvent } from './registry-event.ts'

const QUICK = { reconnectBaseMs: 1, reconnectMaxMs: 20, listDebounceMs: 1, listMaxWaitMs: 5 }

function isState(server: string, state: string): (event: RegistryEvent) => boolean {
  return (event) => event.type === 'serverStateChanged' && event.server === server && event.state === state
}

it('follows a server whose tools change', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { registry, happened, events } = openRegistry({ limits: QUICK })
  registry.addServer(live.config)
  registry.start()
  await registry.settled()
  expect(registry.list().map(({ id }) => id)).toEqual(['shop:sell'])
  live.tools = ['sell', 'buy']
  await live.notify()
  await happened((event) => event.type === 'serverListed' && event.tools === 2)
  expect(registry.list().map(({ id }) => id)).toEqual(['shop:buy', 'shop:sell'])
  expect(events.filter(({ type }) => type === 'serverListed')).toHaveLength(2)
})

it('asks twice before most of the tools of a server go', async () => {
  const live = await startLiveServer('shop', ['a', 'b', 'c'])
  const { registry, happened } = openRegistry({ limits: QUICK })
  registry.addServer(live.config)
  registry.start()
  await registry.settled()
  const { lists } = live.asked
  live.tools = ['a']
  await live.notify()
  await happened((event) => event.type === 'serverListed' && event.tools === 1)
  expect(live.asked.lists - lists).toBe(2)
})

it('keeps the tools of a server that is gone, marked as stale, and connects it again by itself', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { registry, happened, events } = openRegistry({ limits: QUICK })
  registry.addServer(live.config)
  registry.start()
  await registry.settled()
  await live.die()
  const gone = await registry.call('shop:sell', {})
  expect(gone.isError).toBe(true)
  await happened(isState('shop', 'waiting'))
  const { hits, degraded } = await registry.search('sell')
  expect(hits[0]?.readiness.state).toBe('stale')
  expect(degraded[0]?.arm).toBe('server shop')
  expect(registry.health()).toMatchObject({ status: 'degraded' })
  const before = events.length
  await live.revive()
  await happened(isState('shop', 'ready'), before)
  expect((await registry.call('shop:sell', {})).isError).toBeUndefined()
})

it('a server that was never there and was left alone is tried again when somebody searches, though not at once', async () => {
  const live = await startLiveServer('shop', ['sell'])
  await live.die()
  let now = 0
  const clock = { ...systemClock, now: () => now }
  const limits = { ...QUICK, reconnectMaxMs: 1_000, maxFailures: 1 }
  const { registry, happened, events } = openRegistry({ limits, clock })
  registry.addServer(live.config)
  registry.start()
  await happened(isState('shop', 'failed'))
  await live.revive()
  await registry.search('sell')
  expect(events.filter(isState('shop', 'connecting'))).toHaveLength(1)
  now += 1_000
  await registry.search('sell')
  await happened(isState('shop', 'ready'))
  expect((await registry.search('sell')).hits).toHaveLength(1)
})

it('a lost session is a new one before anybody notices', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { registry } = openRegistry({ limits: QUICK })
  registry.addServer(live.config)
  registry.start()
  await registry.settled()
  live.forget()
  const result = await registry.call('shop:sell', { n: 1 })
  expect(result.content).toEqual([{ type: 'text', text: 'sell {"n":1}' }])
  expect(live.asked).toMatchObject({ sessions: 2, calls: 1 })
})

it('a server that refuses the credentials waits for people', async () => {
  const live = await startLiveServer('shop', ['sell'])
  live.refuse = 401
  const { registry } = openRegistry({ limits: QUICK })
  registry.addServer(live.config)
  registry.start()
  const health = await registry.settled()
  expect(health.degraded[0]).toMatchObject({ server: 'shop', state: 'needsAuth' })
  live.refuse = undefined
  const status = await registry.reconnectServer('shop')
  expect(status.state).toBe('ready')
})

it('a server that is removed takes its tools along; one that is switched off as well, until it is on again', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { registry } = openRegistry({ limits: QUICK })
  registry.addServer(live.config)
  expect(() => registry.addServer(live.config)).toThrowError(
    expect.objectContaining({ code: 'SERVER_EXISTS' }),
  )
  registry.start()
  await registry.settled()
  await registry.setServerEnabled('shop', false)
  expect(registry.list()).toEqual([])
  expect(registry.servers()[0]?.state).toBe('disabled')
  expect(registry.health().status).toBe('ready')
  await registry.setServerEnabled('shop', true)
  await registry.settled()
  expect(registry.list()).toHaveLength(1)
  await registry.removeServer('shop')
  expect(registry.list()).toEqual([])
  await expect(registry.removeServer('shop')).rejects.toMatchObject({ code: 'SERVER_NOT_FOUND' })
})

it('stops and starts again, and cannot be started twice', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { registry } = openRegistry({ limits: QUICK })
  registry.addServer(live.config)
  expect(registry.health().status).toBe('notStarted')
  registry.start()
  expect(() => registry.start()).toThrowError(expect.objectContaining({ code: 'REGISTRY_STATE' }))
  await registry.settled()
  await registry.stop()
  await registry.stop()
  expect(registry.list().map(({ readiness }) => readiness.state)).toEqual(['unavailable'])
  registry.start()
  await registry.settled()
  expect((await registry.call('shop:sell')).isError).toBeUndefined()
})

it('lazy servers are connected with the first question', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { registry } = openRegistry({ limits: QUICK, start: 'lazy' })
  registry.addServer(live.config)
  registry.start()
  expect(live.asked.sessions).toBe(0)
  expect((await registry.search('sell')).hits.map(({ id }) => id)).toEqual(['shop:sell'])
  expect((await registry.call('shop:sell')).isError).toBeUndefined()
})

it('arguments that a server refuses make its definitions be read again', async () => {
  const live = await startLiveServer('shop', ['sell', 'buy', 'swap'])
  const { registry, happened } = openRegistry({ limits: QUICK })
  registry.addServer(live.config)
  registry.start()
  await registry.settled()
  live.tools = ['sell', 'buy']
  const result = await registry.call('shop:swap')
  expect(result.structuredContent).toMatchObject({ outcome: 'notRun', failure: 'badArguments' })
  await happened((event) => event.type === 'serverListed' && event.tools === 2)
  expect(registry.resolve('shop:swap')).toBeUndefined()
})
