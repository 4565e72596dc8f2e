import { fileURLToPath } from 'node:url'
import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'

const CRASHING = fileURLToPath(new URL('./fixtures/crashing-server.mjs', import.meta.url))

it('a process that dies again and again is left alone until somebody asks', async () => {
  const { gateway, events, happened } = openGateway({
    limits: { reconnectBaseMs: 1, reconnectMaxMs: 2, maxStarts: 3 },
  })
  gateway.addServer({ name: 'loop', transport: 'stdio', command: process.execPath, args: [CRASHING] })
  gateway.start()
  await happened((event) => event.type === 'serverStateChanged' && event.state === 'failed')
  const attempts = events.filter(
    (event) => event.type === 'serverStateChanged' && event.state.endsWith('connecting'),
  )
  expect(attempts).toHaveLength(3)
  expect(gateway.servers()[0]?.error?.message).toContain('It was started 3 times')
  expect(gateway.list().map(({ id, readiness }) => [id, readiness.state])).toEqual([
    ['loop:fall', 'unavailable'],
  ])
  const status = await gateway.reconnectServer('loop')
  expect(status.name).toBe('loop')
})

it('a server that answers nothing any more is found out by its silence', async () => {
  const live = await startLiveServer('deaf')
  const clock = createManualClock()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => void vi.restoreAllMocks())
  const { gateway, happened } = openGateway({ clock })
  gateway.addServer(live.config)
  gateway.start()
  await happened((event) => event.type === 'serverListed')
  live.hangs = true
  const lost = happened((event) => event.type === 'serverStateChanged' && event.state === 'waiting')
  for (let check = 0; check < 2; check += 1) {
    await clock.advance(30_000)
    await clock.advance(10_000)
  }
  await lost
  expect(gateway.servers()[0]).toMatchObject({ state: 'waiting', stale: true })
})

it('one server that never answers keeps nobody waiting (LOOM-091)', async () => {
  const live = await startLiveServer('good', ['sell'])
  const slow = await startLiveServer('slow')
  slow.hangs = true
  const { gateway, happened } = openGateway({ startWaitMs: 0 })
  gateway.addServer(slow.config)
  gateway.addServer(live.config)
  gateway.start()
  await happened((event) => event.type === 'serverListed' && event.server === 'good')
  const { hits, degraded } = await gateway.search('sell')
  expect(hits.map(({ id }) => id)).toEqual(['good:sell'])
  expect(degraded).toEqual([{ part: 'server slow', reason: expect.stringContaining('being started') }])
  expect(gateway.health().status).toBe('starting')
})

it('a call to what is switched off, unknown or left alone says so at once (LOOM-093, LOOM-094)', async () => {
  const { gateway } = openGateway({ startWaitMs: 0 })
  gateway.addServer({ name: 'gone', transport: 'stdio', command: '/no/such/command' }, { disabled: true })
  expect(gateway.servers()[0]?.state).toBe('disabled')
  expect((await gateway.settled()).status).toBe('notStarted')
  gateway.start()
  expect((await gateway.settled()).status).toBe('ready')
  expect((await gateway.call('gone:tool')).structuredContent).toMatchObject({ error: 'SERVER_UNAVAILABLE' })
  expect((await gateway.call('none:tool')).structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
  await expect(gateway.reconnectServer('gnoe')).rejects.toMatchObject({
    code: 'SERVER_NOT_FOUND',
    details: { suggestions: ['gone'] },
  })
})

it('a local tool is registered, called and removed; what is of a server cannot be removed so', async () => {
  const live = await startLiveServer('shop', ['sell'])
  const { gateway } = openGateway()
  await gateway.register([{ name: 'noon', inputSchema: { type: 'object' }, execute: () => '12:00' }])
  gateway.addServer(live.config)
  gateway.start()
  await gateway.settled()
  expect((await gateway.call('noon')).content).toEqual([{ type: 'text', text: '12:00' }])
  expect(gateway.stats()).toMatchObject({ tools: 2, localTools: 1, mcpTools: 1, calls: 1, failedCalls: 0 })
  gateway.unregister('noon')
  expect(() => gateway.unregister('noon')).toThrowError(expect.objectContaining({ code: 'TOOL_NOT_FOUND' }))
  expect(() => gateway.unregister('shop:sell')).toThrowError(
    expect.objectContaining({ code: 'TOOL_NOT_FOUND' }),
  )
  expect(gateway.list().map(({ id }) => id)).toEqual(['shop:sell'])
})

it('options nobody reads and numbers out of range are refused', () => {
  expect(() => openGateway({ startWaitMs: -1 })).toThrow(RangeError)
  expect(() => openGateway({ limits: { maxStarts: 0 } })).toThrow(RangeError)
  expect(() => openGateway({ limits: { maxStart: 1 } as never })).toThrow(TypeError)
  expect(() => openGateway({ polisy: () => true } as never)).toThrow(TypeError)
  expect(() => openGateway({ servers: { a: { trust: true } } as never })).toThrow(TypeError)
})
