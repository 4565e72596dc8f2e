import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { openRegistry } from './fixtures/open-registry.ts'
import { realServer } from './fixtures/real-servers.ts'

it('starts at once, and its servers become ready side by side', async () => {
  const { registry } = openRegistry()
  registry.addServer(realServer('everything'))
  registry.addServer(realServer('filesystem', 'files', [tmpdir()]))
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

it('two servers with the same tools live side by side, and names with underscores are no trouble', async () => {
  const { registry } = openRegistry()
  registry.addServer(realServer('memory', 'my_first'))
  registry.addServer(realServer('memory', 'my'))
  registry.start()
  await registry.settled({ timeoutMs: 30_000 })
  const graphs = registry.list().filter(({ summary }) => summary.name === 'read_graph')
  expect(graphs.map(({ id }) => id)).toEqual(['my:read_graph', 'my_first:read_graph'])
  expect(new Set(graphs.map(({ exportName }) => exportName)).size).toBe(2)
  for (const { exportName } of graphs) {
    expect((await registry.call(exportName)).isError).toBeUndefined()
  }
})

it('a configuration is added server by server, and what is wrong with one harms no other', async () => {
  const { registry } = openRegistry()
  const { args = [] } = realServer('everything')
  const report = await registry.addServers({
    mcpServers: {
      good: { command: process.execPath, args, tags: ['demo'], tools: { deny: ['get-*'] } },
      bad: { comand: 'node' },
      off: { command: 'node', disabled: true },
    },
  })
  expect(report.added).toEqual(['good'])
  expect(report.failures.map(({ name }) => name)).toEqual(['bad'])
  expect(report.disabled).toEqual(['off'])
  registry.start()
  await registry.settled({ timeoutMs: 30_000 })
  const names = registry.list().map(({ summary }) => summary.name)
  expect(names).toContain('echo')
  expect(names.filter((name) => name.startsWith('get-'))).toEqual([])
  expect(registry.list()[0]?.summary.tags).toEqual(['demo'])
  expect((await registry.call('good:get-env')).structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
})
