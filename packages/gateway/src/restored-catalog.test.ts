import { openDiscovery } from '@toolscout/discovery'
import type { CatalogStore } from '@toolscout/model'
import { createMemoryStore } from '@toolscout/store'
import { expect, it } from 'vitest'
import { startLiveServer } from './fixtures/live-server.ts'
import { openGateway } from './fixtures/open-gateway.ts'

it('tools of servers outlive the process: found before their server is there, gone with a server nobody added', async () => {
  const store = { ...createMemoryStore(), close: async () => {} }
  const shop = await startLiveServer('shop', ['sell'])
  const bank = await startLiveServer('bank', ['pay'])
  const discovery = await openDiscovery({ store })
  const { gateway: first } = openGateway({ discovery })
  first.addServer(shop.config)
  first.addServer(bank.config)
  first.start()
  await first.settled()
  await first.stop()
  await discovery.close()

  shop.hangs = true
  const { gateway: second } = openGateway({ discovery: await openDiscovery({ store }), startWaitMs: 0 })
  second.addServer(shop.config)
  second.start()
  expect(second.list().map(({ id, readiness }) => [id, readiness.state])).toEqual([['shop:sell', 'starting']])
  const { hits, degraded } = await second.search('sell')
  expect(hits[0]?.id).toBe('shop:sell')
  // Nothing is missing of a server that was listed before and is being started.
  expect(degraded.filter(({ part }) => part.startsWith('server'))).toEqual([])
})

it('tools of a server that answers and cannot be listed stay found, and leave with the server', async () => {
  const store = { ...createMemoryStore(), close: async () => {} }
  const shop = await startLiveServer('shop', ['sell'])
  const discovery = await openDiscovery({ store })
  const { gateway: first } = openGateway({ discovery })
  first.addServer(shop.config)
  first.start()
  await first.settled()
  await first.stop()
  await discovery.close()

  shop.refuseLists = true
  const { gateway: second } = openGateway({ discovery: await openDiscovery({ store }) })
  second.addServer(shop.config)
  second.start()
  await second.settled()
  expect(second.servers()[0]?.error).toBeDefined()
  expect((await second.search('sell')).hits[0]?.id).toBe('shop:sell')
  await second.removeServer('shop')
  expect(second.list()).toEqual([])
})

it('tools of servers that only other processes have stay in a catalog that is shared, and are not run here', async () => {
  const inner = createMemoryStore()
  const store: CatalogStore = {
    ...inner,
    close: async () => {},
    // Others write to it, though nothing at the moment.
    changes: async function* ({ signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield* []
    },
  }
  const shop = await startLiveServer('shop', ['sell'])
  const discovery = await openDiscovery({ store })
  const { gateway: theirs } = openGateway({ discovery })
  theirs.addServer(shop.config)
  theirs.start()
  await theirs.settled()

  const { gateway: ours } = openGateway({ discovery: await openDiscovery({ store }) })
  ours.start()
  expect(ours.list().map(({ id }) => id)).toEqual(['shop:sell'])
  const result = await ours.call('shop:sell')
  expect(result.isError).toBe(true)
  expect(JSON.stringify(result.content)).toContain('not connected')
})
