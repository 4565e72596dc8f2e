import { openDiscovery } from '@toolscout/discovery'
import { createGateway, type Gateway } from '@toolscout/gateway'
import type { CatalogStore } from '@toolscout/model'
import { createLedger, startHttpBackend } from '@toolscout/testbed/farm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLoom } from './create-loom.ts'
import { createCustomIndexer } from './custom/custom-indexer.ts'
import { BUILTINS } from './fixtures/open-loom.ts'
import { PLACES, sqlitePlace } from './fixtures/stores.ts'
import { toolFolder, yamlTool } from './fixtures/tool-folder.ts'
import { createBuiltinIndexer, createMcpIndexer } from './indexers.ts'
import type { Loom } from './loom.ts'

describe.each(PLACES)('a loom on %s', (_, makePlace) => {
  it('after a restart knows sources and tools before anything is indexed anew, and what left then leaves', async () => {
    const open = await makePlace()
    const { folder } = await toolFolder({
      'a.yaml': yamlTool('invoice', { more: 'safety: { requires_approval: true }' }),
    })
    const backend = await startHttpBackend({ name: 'farm', ledger: createLedger() })
    onTestFinished(() => backend.down())
    const indexers = [
      createBuiltinIndexer(BUILTINS),
      createMcpIndexer(),
      createCustomIndexer({ folder, handlers: { echo: () => 'said' } }),
    ]
    const failures: unknown[] = []
    /** One life of a process. */
    const live = async (work: (loom: Loom, gateway: Gateway) => Promise<void>): Promise<void> => {
      const onError = ({ error }: { readonly error: unknown }): unknown => failures.push(error)
      const discovery = await openDiscovery({ store: await open(), embedder: false, onError })
      const gateway = createGateway({ discovery })
      gateway.addServer({ name: 'farm', transport: 'http', url: backend.url })
      const loom = createLoom(gateway, { indexers })
      await work(loom, gateway)
      await gateway.stop()
      await discovery.close()
    }
    let known: ReturnType<Loom['sources']> = []
    await live(async (loom, gateway) => {
      expect(loom.sources().map(({ status }) => status)).toEqual(['Not indexed yet.'])
      backend.setTools(['one', 'two'])
      gateway.start()
      await gateway.settled()
      expect((await loom.indexAll()).errors).toEqual([])
      known = loom.sources()
      expect(known.map(({ name, tools }) => [name, tools])).toEqual([
        ['builtin', 6],
        ['farm', 8],
        ['custom', 1],
      ])
    })

    await backend.down()
    await live(async (loom, gateway) => {
      await loom.restored()
      expect(loom.sources()).toEqual(known)
      expect(loom.getTool('custom:invoice')?.requiresApproval).toBe(true)
      expect(loom.getTool('builtin:bash')).toMatchObject({ requiresApproval: true })
      expect(loom.getToolsByCapability('shell').map(({ id }) => id)).toContain('builtin:bash')
      const { results, metadata } = await loom.search({ query: 'run a shell command', mode: 'fast' })
      expect([results[0]?.tool.id, metadata.totalIndexed]).toEqual(['builtin:bash', 15])
      // An outage takes nothing, and is told.
      gateway.start()
      const report = await loom.indexAll()
      expect([report.removed, report.counts]).toEqual([0, { builtin: 6, mcp: 8, custom: 1 }])
      const [, farm] = loom.sources()
      expect(farm).toMatchObject({ available: false, tools: 8, lastIndexedAt: known[1]?.lastIndexedAt })
      known = loom.sources()
    })

    await backend.up()
    backend.setTools(['two'])
    await live(async (loom, gateway) => {
      await loom.restored()
      expect(loom.sources()).toEqual(known)
      gateway.start()
      await gateway.settled()
      expect((await loom.indexAll()).errors).toEqual([])
      expect(loom.getTool('mcp:farm:one')).toBeUndefined()
      expect(loom.getTool('mcp:farm:two')?.name).toBe('two')
      expect((await loom.search({ query: 'one', mode: 'fast', servers: ['farm'] })).results).toEqual([])
    })
    expect(failures).toEqual([])
    const store = await open()
    expect((await store.verify()).faults).toEqual([])
    await store.close()
  }, 60_000)
})

it('what cannot be kept of sources is told in the report, and nothing else is lost', async () => {
  const open = await sqlitePlace()
  const store = await open()
  let isFull = false
  const append: CatalogStore['append'] = async (changes, options) => {
    if (isFull) throw new RangeError('no space left')
    return store.append(changes, options)
  }
  const discovery = await openDiscovery({ store: { ...store, append }, embedder: false })
  const gateway = createGateway({ discovery })
  const loom = createLoom(gateway, { indexers: [createBuiltinIndexer(BUILTINS)] })
  await loom.indexAll()
  isFull = true
  const report = await loom.indexAll()
  expect(report.errors.map(({ source, message }) => [source, message])).toEqual([
    ['builtin', 'no space left'],
  ])
  expect(loom.sources()).toHaveLength(1)
  isFull = false
  expect((await loom.indexAll()).errors).toEqual([])
  await gateway.stop()
  await discovery.close()
})
