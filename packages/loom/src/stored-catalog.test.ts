import { openDiscovery } from '@toolscout/discovery'
import { createGateway } from '@toolscout/gateway'
import type { CatalogStore } from '@toolscout/model'
import { createMemoryStore } from '@toolscout/store'
import { createLedger, startHttpBackend } from '@toolscout/testbed/farm'
import { expect, it, onTestFinished } from 'vitest'
import { createLoom } from './create-loom.ts'
import { createCustomIndexer } from './custom/custom-indexer.ts'
import { toolFolder, yamlTool } from './fixtures/tool-folder.ts'
import { createMcpIndexer } from './indexers.ts'

/** A store whose content outlives the one that is closed, as a file does. */
function keptStore(): () => CatalogStore {
  const inner = createMemoryStore()
  return () => ({ ...inner, close: async () => {} })
}

it('a gateway on a store knows its tools at once, and forgets servers nobody configures any more (LOOM-043)', async () => {
  const reopen = keptStore()
  const { folder } = await toolFolder({
    'a.yaml': yamlTool('invoice', {
      more: 'rate_limit: { requests_per_minute: 7 }\n  safety: { requires_approval: true }',
    }),
  })
  const backend = await startHttpBackend({ name: 'farm', ledger: createLedger() })
  onTestFinished(() => backend.down())
  const indexers = [createMcpIndexer(), createCustomIndexer({ folder, handlers: { echo: () => 'said' } })]

  const first = await openDiscovery({ store: reopen(), embedder: false })
  const gateway = createGateway({ discovery: first })
  gateway.addServer({ name: 'farm', transport: 'http', url: backend.url })
  gateway.start()
  await gateway.settled()
  await createLoom(gateway, { indexers }).indexAll()
  await gateway.stop()
  await first.close()

  const second = await openDiscovery({ store: reopen(), embedder: false })
  onTestFinished(() => second.close())
  const restarted = createGateway({ discovery: second })
  onTestFinished(() => restarted.stop())
  const loom = createLoom(restarted, { indexers, approve: async () => true })
  expect(loom.getTool('mcp:farm:echo')).toMatchObject({ server: 'farm', source: 'mcp' })
  expect(loom.getTool('custom:invoice')).toMatchObject({
    rateLimit: { requestsPerMinute: 7 },
    requiresApproval: true,
  })
  // Nothing runs it before it is indexed again.
  expect((await loom.call('custom:invoice')).isError).toBe(true)
  restarted.start()
  const report = await loom.indexAll()
  expect(report).toMatchObject({ counts: { mcp: 0, custom: 1 }, changed: 0, errors: [] })
  expect((await loom.call('custom:invoice')).content).toEqual([{ type: 'text', text: 'said' }])
})
