import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { openGateway } from './fixtures/open-gateway.ts'
import { realServer } from './fixtures/real-servers.ts'

it('starts at once, and its servers become ready side by side', async () => {
  const { gateway } = openGateway()
  gateway.addServer(realServer('everything'))
  gateway.addServer(realServer('filesystem', 'files', [tmpdir()]))
  gateway.addServer({ name: 'broken', transport: 'stdio', command: '/no/such/command' })
  gateway.start()
  expect(gateway.state()).toBe('starting')
  const health = await gateway.settled({ timeoutMs: 30_000 })
  expect(health.degraded.map(({ server, state }) => [server, state])).toEqual([['broken', 'failed']])
  expect(gateway.servers().map(({ name, state, tools }) => [name, state, tools > 5])).toEqual([
    ['everything', 'ready', true],
    ['files', 'ready', true],
    ['broken', 'failed', false],
  ])
  const result = await gateway.call('everything:echo', { message: 'hello' })
  expect(result.content).toEqual([{ type: 'text', text: 'Echo: hello' }])
  const { hits, degraded } = await gateway.search('list the files of a folder')
  expect(hits[0]?.id).toBe('files:list_directory')
  expect(hits[0]?.readiness).toEqual({ state: 'ready' })
  expect(degraded.map(({ part }) => part)).toEqual(['server broken'])
  const missing = await gateway.call('everything:eco', {})
  expect(missing.structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
  expect(JSON.stringify(missing)).toContain('everything:echo')
  await gateway.stop()
  expect(gateway.state()).toBe('stopped')
  const after = await gateway.call('everything:echo', { message: 'hello' })
  expect(after.structuredContent).toMatchObject({ error: 'SERVER_UNAVAILABLE', outcome: 'notRun' })
})

it('two servers with the same tools live side by side, and names with underscores are no trouble', async () => {
  const { gateway } = openGateway()
  gateway.addServer(realServer('memory', 'my_first'))
  gateway.addServer(realServer('memory', 'my'))
  gateway.start()
  await gateway.settled({ timeoutMs: 30_000 })
  const graphs = gateway.list().filter(({ summary }) => summary.name === 'read_graph')
  expect(graphs.map(({ id }) => id)).toEqual(['my:read_graph', 'my_first:read_graph'])
  expect(new Set(graphs.map(({ exportName }) => exportName)).size).toBe(2)
  for (const { exportName } of graphs) {
    expect((await gateway.call(exportName)).isError).toBeUndefined()
  }
})

it('a configuration is added server by server, and what is wrong with one harms no other', async () => {
  const { gateway } = openGateway()
  const { args = [] } = realServer('everything')
  const report = await gateway.addServers({
    mcpServers: {
      good: { command: process.execPath, args, tags: ['demo'], tools: { deny: ['get-*'] } },
      bad: { comand: 'node' },
      off: { command: 'node', disabled: true },
    },
  })
  expect(report.added).toEqual(['good'])
  expect(report.failures.map(({ name }) => name)).toEqual(['bad'])
  expect(report.disabled).toEqual(['off'])
  gateway.start()
  await gateway.settled({ timeoutMs: 30_000 })
  const names = gateway.list().map(({ summary }) => summary.name)
  expect(names).toContain('echo')
  expect(names.filter((name) => name.startsWith('get-'))).toEqual([])
  expect(gateway.list()[0]?.summary.tags).toEqual(['demo'])
  expect((await gateway.call('good:get-env')).structuredContent).toMatchObject({ error: 'TOOL_NOT_FOUND' })
})
