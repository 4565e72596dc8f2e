import { expect, it } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openRegistry } from './fixtures/open-registry.ts'

const QUICK = { reconnectBaseMs: 1, reconnectMaxMs: 20, listDebounceMs: 1, listMaxWaitMs: 5 }

async function openShop(tools: readonly string[] = ['sell']) {
  const live = await startLiveServer('shop', tools)
  const opened = openRegistry({ limits: QUICK })
  opened.registry.addServer(live.config)
  opened.registry.start()
  await opened.registry.settled()
  return { live, ...opened }
}

it('a server that is removed while it is connected anew is gone', async () => {
  const { registry } = await openShop()
  const reconnecting = registry.reconnectServer('shop')
  reconnecting.catch(() => {})
  await registry.removeServer('shop')
  await reconnecting.catch(() => {})
  expect(registry.servers()).toEqual([])
  expect(registry.list()).toEqual([])
  expect(registry.connection('shop')).toBeUndefined()
})

it('a registry that stops while a server is connected anew, even twice, leaves no connection', async () => {
  const { registry } = await openShop()
  const both = [registry.reconnectServer('shop'), registry.reconnectServer('shop')]
  for (const one of both) one.catch(() => {})
  await registry.stop()
  await Promise.allSettled(both)
  expect(registry.servers()[0]?.state).toBe('stopped')
  expect(registry.connection('shop')).toBeUndefined()
  await expect(registry.reconnectServer('shop')).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
})

it('of switching on and off at once the last counts', async () => {
  const { registry } = await openShop()
  await Promise.all([registry.setServerEnabled('shop', false), registry.setServerEnabled('shop', true)])
  await registry.settled()
  expect(registry.servers()[0]?.state).toBe('ready')
  await Promise.all([registry.setServerEnabled('shop', true), registry.setServerEnabled('shop', false)])
  expect(registry.servers()[0]?.state).toBe('disabled')
  expect(registry.list()).toEqual([])
  await expect(registry.reconnectServer('shop')).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
})

it('a name is free when the last of its server is gone', async () => {
  const { registry, live } = await openShop()
  const removing = registry.removeServer('shop')
  expect(() => registry.addServer(live.config)).toThrowError(
    expect.objectContaining({ code: 'SERVER_EXISTS' }),
  )
  await removing
  registry.addServer(live.config)
  await registry.settled()
  expect(registry.servers()[0]?.state).toBe('ready')
})

it('a server that is lost with listings under way and waiting comes back', async () => {
  const { registry, live, happened, events } = await openShop()
  live.hangs = true
  const listings = [registry.refreshServer('shop'), registry.refreshServer('shop')]
  for (const one of listings) one.catch(() => {})
  await live.die()
  live.hangs = false
  const before = events.length
  await live.revive()
  await Promise.allSettled(listings)
  await happened((event) => event.type === 'serverStateChanged' && event.state === 'ready', before)
  expect((await registry.call('shop:sell')).isError).toBeUndefined()
})
