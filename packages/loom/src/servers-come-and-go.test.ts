import { createLedger, type HttpBackend, startHttpBackend } from '@toolscout/testbed/farm'
import { expect, it, onTestFinished } from 'vitest'
import { createCustomIndexer } from './custom/custom-indexer.ts'
import { BUILTINS, notifying, openLoom } from './fixtures/open-loom.ts'
import { servedTools } from './fixtures/served-tools.ts'
import { toolFolder, yamlTool } from './fixtures/tool-folder.ts'
import { createBuiltinIndexer, createMcpIndexer } from './indexers.ts'

async function startFarm(): Promise<HttpBackend> {
  const backend = await startHttpBackend({ name: 'farm', ledger: createLedger() })
  onTestFinished(() => backend.down())
  return backend
}

it('while a server that hangs is indexed, tools are found and called', async () => {
  const { loom, gateway } = openLoom({}, { startWaitMs: 0 })
  await gateway.register(BUILTINS)
  const backend = await startFarm()
  backend.behave(() => ({ kind: 'hang' }))
  gateway.addServer({ name: 'farm', transport: 'http', url: backend.url })
  gateway.start()
  const ending = new AbortController()
  const indexing = loom.indexAll({ signal: ending.signal })
  expect((await loom.search({ query: 'read file' })).results[0]?.tool.id).toBe('builtin:file_read')
  expect((await loom.call('builtin:file_read')).content).toEqual([{ type: 'text', text: 'file_read ran' }])
  ending.abort('enough')
  await expect(indexing).rejects.toBe('enough')
})

it('a tool of a server that is still being connected is waited for, by its id here (LOOM-050)', async () => {
  const { loom, gateway } = openLoom({ approve: async () => true }, { startWaitMs: 60_000 })
  const { url } = await startFarm()
  gateway.addServer({ name: 'farm', transport: 'http', url })
  gateway.start()
  expect(loom.getTool('mcp:farm:echo')).toBeUndefined()
  expect((await loom.call('mcp:farm:echo', { nonce: 'n' })).isError).toBeUndefined()
})

it('what a removed server had is gone from every answer, and tools of files stay', async () => {
  const { folder } = await toolFolder({ 'a.yaml': yamlTool('notify_invoice') })
  const { loom, gateway } = openLoom({
    indexers: [
      createBuiltinIndexer(BUILTINS),
      createMcpIndexer(),
      createCustomIndexer({ folder, handlers: { echo: () => 'said' } }),
    ],
  })
  gateway.addServer(await servedTools('far', [{ name: 'notify_all', inputSchema: { type: 'object' } }]))
  gateway.start()
  await gateway.settled()
  await loom.indexAll()
  const answers = (): ReturnType<typeof notifying> => notifying(loom)
  const ours = ['builtin:send_slack', 'custom:notify_invoice']
  expect(await answers()).toEqual([
    expect.arrayContaining(['custom:notify_invoice', 'mcp:far:notify_all']),
    [...ours, 'mcp:far:notify_all'],
  ])
  await gateway.removeServer('far')
  expect(loom.getToolsByCapability('notification').map(({ id }) => id)).not.toContain('mcp:far:notify_all')
  expect((await loom.indexAll()).counts).toEqual({ builtin: 6, mcp: 0, custom: 1 })
  const [found, capable] = await answers()
  expect(found).toContain('custom:notify_invoice')
  expect(found).not.toContain('mcp:far:notify_all')
  expect(capable).toEqual(ours)
})

it('parameters are shown and sent as the server wrote them, whatever their case', async () => {
  const runs: unknown[] = []
  const inputSchema = {
    type: 'object',
    properties: { user_id: { type: 'string' }, userName: { type: 'string' } },
    required: ['user_id', 'userName'],
    additionalProperties: false,
  }
  const { loom, gateway } = openLoom({ approve: async () => true })
  const execute = (args: unknown): void => void runs.push(args)
  gateway.addServer(await servedTools('far', [{ name: 'greet', inputSchema, execute }]))
  gateway.start()
  await gateway.settled()
  expect(loom.getTool('mcp:far:greet')?.inputSchema).toMatchObject(inputSchema)
  const signal = new AbortController().signal
  const told = await loom.createExposure().call('tool_search', { query: 'greet' }, { principal: '', signal })
  expect(JSON.stringify(told.content)).toMatch(/user_id.*userName/u)
  const args = { user_id: '1', userName: 'Ada' }
  expect((await loom.call('mcp:far:greet', args))._meta).toBeUndefined()
  expect(runs).toEqual([args])
})
