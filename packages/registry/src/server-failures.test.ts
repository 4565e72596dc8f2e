import { fileURLToPath } from 'node:url'
import { createManualClock } from '@toolscout/testkit'
import { expect, it } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openRegistry } from './fixtures/open-registry.ts'

const CRASHING = fileURLToPath(new URL('./fixtures/crashing-server.mjs', import.meta.url))

it('a process that dies again and again is left alone until somebody asks', async () => {
  const { registry, events, happened } = openRegistry({
    limits: { reconnectBaseMs: 1, reconnectMaxMs: 2, maxStarts: 3 },
  })
  registry.addServer({ name: 'loop', transport: 'stdio', command: process.execPath, args: [CRASHING] })
  registry.start()
  await happened((event) => event.type === 'serverStateChanged' && event.state === 'failed')
  const attempts = events.filter(
    (event) => event.type === 'serverStateChanged' && event.state.endsWith('connecting'),
  )
  expect(attempts).toHaveLength(3)
  expect(registry.servers()[0]?.error?.message).toContain('It was started 3 times')
  expect(registry.list().map(({ id, readiness }) => [id, readiness.state])).toEqual([
    ['loop:fall', 'unavailable'],
  ])
  const status = await registry.reconnectServer('loop')
  expect(status.name).toBe('loop')
})

it('a server that answers nothing any more is found out by its silence', async () => {
  const live = await startLiveServer('deaf')
  const clock = createManualClock()
  const { registry, happened } = openRegistry({ clock, random: () => 0.5 })
  registry.addServer(live.config)
  registry.start()
  await happened((event) => event.type === 'serverListed')
  live.hangs = true
  const lost = happened((event) => event.type === 'serverStateChanged' && event.state === 'waiting')
  for (let check = 0; check < 2; check += 1) {
    await clock.advance(30_000)
    await clock.advance(10_000)
  }
  await lost
  expect(registry.servers()[0]).toMatchObject({ state: 'waiting', stale: true })
})

it('one server that never answers keeps nobody waiting', async () => {
  const live = await startLiveServer('good', ['sell'])
  const slow = await startLiveServer('slow')
  slow.hangs = true
  const { registry, happened } = openRegistry({ startWaitMs: 0 })
  registry.addServer(slow.config)
  registry.addServer(live.config)
  registry.start()
  await happened((event) => event.type === 'serverListed' && event.server === 'good')
  const { hits, degraded } = await registry.search('sell')
  expect(hits.map(({ id }) => id)).toEqual(['good:sell'])
  expect(degraded).toEqual([{ arm: 'server slow', reason: expect.stringContaining('being started') }])
  expect(registry.health().status).toBe('starting')
})

it('a call to what is switched off, unknown or left alone says so at once', async () => {
  const { registry } = openRegistry({ startWaitMs: 0 })
  registry.addServer({ name: 'gone', transport: 'stdio', command: '/no/such/command' }, { disabled: true })
  expect(registry.servers()[0]?.state).toBe('disabled')
  expect((await registry.settled()).status).toBe('notStarted')
  registry.start()
  expect((await registry.settled()).status).toBe('ready')
  expect((await registry.call('gone:tool')).structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
  await expect(registry.reconnectServer('gnoe')).rejects.toMatchObject({
    code: 'SERVER_NOT_FOUND',
    details: { suggestions: ['gone'] },
  })
})

it('a local tool is registered, called and removed; what is of a server cannot be removed so', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { registry } = openRegistry()
  await registry.register([{ name: 'noon', inputSchema: { type: 'object' }, execute: () => '12:00' }])
  registry.addServer(live.config)
  registry.start()
  await registry.settled()
  expect((await registry.call('noon')).content).toEqual([{ type: 'text', text: '12:00' }])
  expect(registry.stats()).toMatchObject({ tools: 2, localTools: 1, mcpTools: 1, calls: 1, failedCalls: 0 })
  registry.unregister('noon')
  expect(() => registry.unregister('noon')).toThrowError(expect.objectContaining({ code: 'TOOL_NOT_FOUND' }))
  expect(() => registry.unregister('shop:sell')).toThrowError(
    expect.objectContaining({ code: 'TOOL_NOT_FOUND' }),
  )
  expect(registry.list().map(({ id }) => id)).toEqual(['shop:sell'])
})

it('options nobody reads and numbers out of range are refused', () => {
  expect(() => openRegistry({ startWaitMs: -1 })).toThrow(RangeError)
  expect(() => openRegistry({ limits: { maxStarts: 0 } })).toThrow(RangeError)
  expect(() => openRegistry({ limits: { maxStart: 1 } as never })).toThrow(TypeError)
  expect(() => openRegistry({ polisy: () => true } as never)).toThrow(TypeError)
  expect(() => openRegistry({ servers: { a: { trust: true } } as never })).toThrow(TypeError)
})
