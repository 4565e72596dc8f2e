import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import type { StdioServerConfig } from '@toolscout/mcp'
import { afterEach, expect, it } from 'vitest'
import { createRegistry } from './create-registry.ts'
import type { Registry, RegistryOptions } from './registry.ts'
import type { RegistryEvent } from './registry-event.ts'

const require = createRequire(import.meta.url)
const open: Registry[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((registry) => registry.stop()))
})

function create(options?: RegistryOptions): Registry {
  const registry = createRegistry(options)
  open.push(registry)
  return registry
}

function server(name: string, kind = name, ...args: readonly string[]): StdioServerConfig {
  const manifest = require.resolve(`@modelcontextprotocol/server-${kind}/package.json`)
  return {
    name,
    transport: 'stdio',
    command: process.execPath,
    args: [manifest.replace('package.json', 'dist/index.js'), ...args],
  }
}

it('starts at once, and its servers become ready side by side', async () => {
  const events: RegistryEvent[] = []
  const registry = create({ onEvent: (event) => events.push(event) })
  registry.addServer(server('everything'))
  registry.addServer(server('files', 'filesystem', tmpdir()))
  registry.addServer({ name: 'broken', transport: 'stdio', command: '/no/such/command' })
  registry.start()
  expect(registry.state()).toBe('starting')
  const health = await registry.settled({ timeoutMs: 30_000 })
  expect(health.degraded.map(({ server, state }) => [server, state])).toEqual([['broken', 'failed']])
  expect(registry.servers().map(({ name, state, tools }) => [name, state, tools > 5])).toEqual([
    ['everything', 'ready', true],
    ['files', 'ready', true],
    ['broken', 'failed', false],
  ])
  const result = await registry.call('everything:echo', { message: 'hello' })
  expect(result.content).toEqual([{ type: 'text', text: 'Echo: hello' }])
  const { hits, degraded } = await registry.search('list the files of a folder')
  expect(hits[0]?.id).toBe('files:list_directory')
  expect(hits[0]?.readiness).toEqual({ state: 'ready' })
  expect(degraded.map(({ arm }) => arm)).toEqual(['server broken'])
  const missing = await registry.call('everything:eco', {})
  expect(missing.structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
  expect(JSON.stringify(missing)).toContain('everything:echo')
  await registry.stop()
  expect(registry.state()).toBe('stopped')
  const after = await registry.call('everything:echo', { message: 'hello' })
  expect(after.structuredContent).toMatchObject({ error: 'SERVER_UNAVAILABLE', outcome: 'notRun' })
})
