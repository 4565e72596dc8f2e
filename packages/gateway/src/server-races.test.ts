import { expect, it } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'

const QUICK = { reconnectBaseMs: 1, reconnectMaxMs: 20 }

async function openShop(tools: readonly string[] = ['sell']) {
  const live = await startLiveServer('shop', tools)
  const opened = openGateway({ limits: QUICK })
  opened.gateway.addServer(live.config)
  opened.gateway.start()
  await opened.gateway.settled()
  return { live, ...opened }
}

it('a server that is removed while it is connected anew is gone', async () => {
  const { gateway } = await openShop()
  const reconnecting = gateway.reconnectServer('shop')
  reconnecting.catch(() => {})
  await gateway.removeServer('shop')
  await reconnecting.catch(() => {})
  expect(gateway.servers()).toEqual([])
  expect(gateway.list()).toEqual([])
  expect(gateway.connection('shop')).toBeUndefined()
})

it('a gateway that stops while a server is connected anew, even twice, leaves no connection', async () => {
  const { gateway } = await openShop()
  const both = [gateway.reconnectServer('shop'), gateway.reconnectServer('shop')]
  for (const one of both) one.catch(() => {})
  await gateway.stop()
  await Promise.allSettled(both)
  expect(gateway.servers()[0]?.state).toBe('stopped')
  expect(gateway.connection('shop')).toBeUndefined()
  await expect(gateway.reconnectServer('shop')).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
})

it('of switching on and off at once the last counts', async () => {
  const { gateway } = await openShop()
  await Promise.all([gateway.setServerEnabled('shop', false), gateway.setServerEnabled('shop', true)])
  await gateway.settled()
  expect(gateway.servers()[0]?.state).toBe('ready')
  await Promise.all([gateway.setServerEnabled('shop', true), gateway.setServerEnabled('shop', false)])
  expect(gateway.servers()[0]?.state).toBe('disabled')
  expect(gateway.list()).toEqual([])
  await expect(gateway.reconnectServer('shop')).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
})

it('a name is free when the last of its server is gone', async () => {
  const { gateway, live } = await openShop()
  const removing = gateway.removeServer('shop')
  expect(() => gateway.addServer(live.config)).toThrowError(
    expect.objectContaining({ code: 'SERVER_EXISTS' }),
  )
  await removing
  gateway.addServer(live.config)
  await gateway.settled()
  expect(gateway.servers()[0]?.state).toBe('ready')
})

it('a server that is lost with listings under way and waiting comes back', async () => {
  const { gateway, live, happened, events } = await openShop()
  live.hangs = true
  const listings = [gateway.refreshServer('shop'), gateway.refreshServer('shop')]
  for (const one of listings) one.catch(() => {})
  await live.die()
  live.hangs = false
  const before = events.length
  await live.revive()
  await Promise.allSettled(listings)
  await happened((event) => event.type === 'serverStateChanged' && event.state === 'ready', before)
  expect((await gateway.call('shop:sell')).isError).toBeUndefined()
})
