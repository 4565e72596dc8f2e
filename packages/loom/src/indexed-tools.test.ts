import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realServer } from '@toolscout/testbed/servers'
import { createManualClock } from '@toolscout/testkit/internal'
import { expect, it, onTestFinished } from 'vitest'
import { createCustomIndexer } from './custom/custom-indexer.ts'
import { BUILTINS, notifying, openLoom } from './fixtures/open-loom.ts'
import { servedTools } from './fixtures/served-tools.ts'
import { toolFolder, yamlTool } from './fixtures/tool-folder.ts'
import { createBuiltinIndexer, createMcpIndexer } from './indexers.ts'

const inputSchema = { type: 'object' } as const

it('a tool says when it was indexed: with its source, or alone when it came or changed later (LOOM-009)', async () => {
  const clock = createManualClock()
  const { loom, gateway } = openLoom({ clock })
  await gateway.register([{ name: 'thing', inputSchema }])
  const at = (id: string): number | undefined => loom.getTool(id)?.indexedAt
  expect(at('builtin:thing')).toBeUndefined()
  await clock.advance(1_000)
  await loom.indexAll()
  const first = clock.now()
  await clock.advance(1_000)
  await gateway.register([{ name: 'late', inputSchema }])
  const custom = await loom.registerTool({ name: 'mine', version: '2.0.0', inputSchema })
  expect(['builtin:thing', 'builtin:late', custom].map(at)).toEqual([first, first + 1_000, first + 1_000])
  await clock.advance(1_000)
  await gateway.register([{ name: 'thing', description: 'Another', inputSchema }])
  expect(at('builtin:thing')).toBe(first + 2_000)
  await clock.advance(1_000)
  await loom.indexAll()
  const { results } = await loom.search({ query: 'thing', mode: 'fast' })
  expect(results[0]?.tool.indexedAt).toBe(first + 3_000)
  expect(['builtin:late', custom].map(at)).toEqual([first + 3_000, first + 1_000])
})

it('the highest version has the id without one, and every version is found by its own', async () => {
  const { folder } = await toolFolder({
    'a.yaml': yamlTool('exchange_rate', { metadata: 'version: "1.2.0"' }),
    'b.yaml': yamlTool('exchange_rate', { metadata: 'version: "1.10.0"' }),
  })
  const { loom, gateway } = openLoom({
    indexers: [createCustomIndexer({ folder, handlers: { echo: () => 'said' } })],
  })
  await loom.indexAll()
  const idOf = (id: string): string | undefined => loom.getTool(id)?.id
  expect(idOf('custom:exchange_rate')).toBe('custom:exchange_rate')
  expect(idOf('custom:exchange_rate:1.10.0')).toBe('custom:exchange_rate')
  expect(idOf('custom:exchange_rate:1.2.0')).toBe('custom:exchange_rate:1.2.0')
  await gateway.register([{ name: 'plain', version: '3.0.0', inputSchema }])
  expect(idOf('builtin:plain')).toBe('builtin:plain')
  const { results } = await loom.search({ query: 'exchange rate', mode: 'fast' })
  expect(results.map(({ tool }) => [tool.id, tool.version])).toEqual(
    expect.arrayContaining([
      ['custom:exchange_rate', '1.10.0'],
      ['custom:exchange_rate:1.2.0', '1.2.0'],
    ]),
  )
  // The short id is one that can be called.
  expect((await loom.call('custom:exchange_rate')).content).toEqual([{ type: 'text', text: 'said' }])
})

it('a registered tool is custom, outlives every indexing, and leaves when it is evicted (LOOM-008, LOOM-044)', async () => {
  const { folder, remove } = await toolFolder({ 'a.yaml': yamlTool('invoice') })
  const { loom } = openLoom({
    indexers: [
      createBuiltinIndexer(BUILTINS),
      createCustomIndexer({ folder, handlers: { echo: () => 'said' } }),
    ],
  })
  const tool = { name: 'pay', inputSchema, execute: () => 'paid' }
  expect(await loom.registerTool(tool)).toBe('custom:pay')
  expect((await loom.indexAll()).counts).toEqual({ builtin: 6, mcp: 0, custom: 2 })
  await loom.registerTool({ ...tool, description: 'Nothing to pay', execute: () => 'nothing' })
  await remove('a.yaml')
  expect((await loom.indexAll()).counts.custom).toBe(1)
  expect(loom.getTool('custom:pay')).toMatchObject({ source: 'custom', description: 'Nothing to pay' })
  expect((await loom.call('custom:pay')).structuredContent?.error).toBe('APPROVAL_REQUIRED')
  await expect(loom.registerTool({ name: '', inputSchema })).rejects.toThrow()

  expect(await loom.evictTool('custom:pa')).toBe(false)
  expect(await loom.evictTool('custom:pay')).toBe(true)
  expect(await loom.evictTool('custom:pay')).toBe(false)
  expect(loom.getTool('custom:pay')).toBeUndefined()
  expect((await loom.search({ query: 'nothing to pay', mode: 'fast' })).results).toEqual([])
})

it('tools of servers that are not live are found by no search, and one that is evicted comes with the next listing (LOOM-046)', async () => {
  let live: readonly string[] | undefined = ['near']
  const { loom, gateway } = openLoom({
    indexers: [createBuiltinIndexer(BUILTINS), createMcpIndexer()],
    liveMcpServers: () => live ?? [],
  })
  const tools = [{ name: 'notify_all', inputSchema }]
  gateway.addServer(await servedTools('near', tools))
  gateway.addServer(await servedTools('far', tools))
  gateway.start()
  await gateway.settled()
  await loom.indexAll()
  const answers = (): ReturnType<typeof notifying> => notifying(loom)
  const some = ['builtin:send_slack', 'mcp:near:notify_all']
  expect(await answers()).toEqual([expect.arrayContaining(['mcp:near:notify_all']), some])
  expect((await answers())[0]).not.toContain('mcp:far:notify_all')
  live = ['far', 'near']
  expect((await answers())[1]).toEqual(['builtin:send_slack', 'mcp:far:notify_all', 'mcp:near:notify_all'])
  live = []
  expect((await answers())[1]).toEqual(['builtin:send_slack'])

  expect(await loom.evictTool('mcp:far:notify_all')).toBe(true)
  expect(loom.getTool('mcp:far:notify_all')).toBeUndefined()
  await loom.indexAll()
  expect(loom.getTool('mcp:far:notify_all')?.server).toBe('far')
})

it('what a real server says of its files sends no notification, and makes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loom-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { loom, gateway } = openLoom()
  await gateway.register(BUILTINS)
  gateway.addServer({ name: 'files', transport: 'stdio', ...realServer('filesystem', folder) })
  gateway.start()
  await gateway.settled({ timeoutMs: 30_000 })
  const names = (capability: string, minConfidence?: number): readonly string[] =>
    loom.getToolsByCapability(capability, { limit: 100, minConfidence }).map(({ name }) => name)
  expect(names('notification')).toEqual(['send_slack'])
  expect(names('notification', 0)).toContain('read_text_file')
  expect(names('file_io')).toEqual(expect.arrayContaining(['read_text_file', 'write_file', 'file_read']))
  expect(names('generate')).not.toContain('http_request')
  const capabilities = loom.getTool('builtin:http_request')?.capabilities.map(({ name }) => name)
  expect(capabilities).toEqual(['http'])
  const read = await loom.search({ query: 'read text file', capabilities: ['notification'], mode: 'fast' })
  expect(read.results.map(({ tool }) => tool.name)).not.toContain('read_text_file')
})
