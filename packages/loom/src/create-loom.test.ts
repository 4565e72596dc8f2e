import { createLedger, type HttpBackend, startHttpBackend } from '@toolscout/testbed/farm'
import { expect, it, onTestFinished } from 'vitest'
import { createLoom } from './create-loom.ts'
import { createCustomIndexer } from './custom/custom-indexer.ts'
import { BUILTINS, openLoom } from './fixtures/open-loom.ts'
import { toolFolder, yamlTool } from './fixtures/tool-folder.ts'
import { createBuiltinIndexer, createMcpIndexer } from './indexers.ts'

async function startBackend(name: string): Promise<HttpBackend> {
  const backend = await startHttpBackend({ name, ledger: createLedger() })
  onTestFinished(() => backend.down())
  return backend
}

const withServer = (url: string) => ({ name: 'farm', transport: 'http', url }) as const

it('indexes every kind of source with counts, duration and errors (LOOM-006, LOOM-007)', async () => {
  const { folder } = await toolFolder({ 'a.yaml': yamlTool('invoice'), 'b.yaml': 'kind: [' })
  const { loom, gateway } = openLoom({
    indexers: [
      createBuiltinIndexer([...BUILTINS, { name: '', inputSchema: {} }]),
      createMcpIndexer(),
      createCustomIndexer({ folder, handlers: { echo: () => 'said' } }),
    ],
  })
  const backend = await startBackend('farm')
  gateway.addServer(withServer(backend.url))
  gateway.addServer({ name: 'dead', transport: 'http', url: 'http://127.0.0.1:9/mcp' })
  gateway.start()
  await gateway.settled()
  const report = await loom.indexAll()
  expect(report).toMatchObject({ counts: { builtin: 6, mcp: 6, custom: 1 }, total: 13 })
  expect(report.durationMs).toBeGreaterThanOrEqual(0)
  expect(report.errors.map(({ kind, source, subject }) => [kind, source, subject])).toEqual([
    ['builtin', 'builtin', ''],
    ['mcp', 'dead', undefined],
    ['custom', 'custom', 'b.yaml'],
  ])
  expect(
    loom
      .sources()
      .map(({ kind, name, tools, available, complete }) => [kind, name, tools, available, complete]),
  ).toEqual([
    ['builtin', 'builtin', 6, true, true],
    ['mcp', 'dead', 0, false, false],
    ['mcp', 'farm', 6, true, true],
    ['custom', 'custom', 1, true, false],
  ])
  const [, dead, farm] = loom.sources()
  expect([dead?.lastIndexedAt, typeof farm?.lastIndexedAt]).toEqual([undefined, 'number'])
  expect(dead?.status).toContain('Out of reach')
  expect((await loom.call('mcp:dead:x')).structuredContent?.error).toBe('SERVER_UNAVAILABLE')
  // Nothing else has an id that begins so.
  expect((await loom.call('mcp:bash')).structuredContent?.error).toBe('TOOL_NOT_FOUND')
})

it('a tool that a server has no more leaves, and an outage takes nothing (LOOM-041, LOOM-042)', async () => {
  const { loom, gateway } = openLoom()
  const backend = await startBackend('farm')
  backend.setTools(['one', 'two'])
  gateway.addServer(withServer(backend.url))
  gateway.start()
  await gateway.settled()
  await loom.indexAll()
  backend.setTools(['two'])
  expect(await loom.indexAll({ kinds: ['mcp'] })).toMatchObject({ removed: 1, errors: [] })
  expect(loom.getTool('mcp:farm:one')).toBeUndefined()
  expect(loom.getTool('mcp:farm:two')?.name).toBe('two')

  const before = loom.sources().find(({ name }) => name === 'farm')?.lastIndexedAt
  await backend.down()
  const report = await loom.indexAll()
  expect([report.removed, report.counts.mcp]).toEqual([0, 7])
  expect(report.errors).toHaveLength(1)
  expect(loom.sources().find(({ name }) => name === 'farm')).toMatchObject({
    tools: 7,
    available: false,
    lastIndexedAt: before,
  })
})

it('the tools of a server that is removed leave, and so does its source; those of others stay (LOOM-040, LOOM-045)', async () => {
  const { loom, gateway } = openLoom({ indexers: [createBuiltinIndexer(BUILTINS), createMcpIndexer()] })
  const backend = await startBackend('farm')
  gateway.addServer(withServer(backend.url))
  gateway.start()
  await gateway.settled()
  await loom.indexAll()
  await gateway.removeServer('farm')
  expect((await loom.indexAll()).counts).toEqual({ builtin: 6, mcp: 0, custom: 0 })
  expect(loom.sources().map(({ name }) => name)).toEqual(['builtin'])
})

it('a server that was not indexed yet, or is switched off, is told as a source', async () => {
  const { loom, gateway } = openLoom()
  gateway.addServer({ name: 'off', transport: 'http', url: 'http://127.0.0.1:9/mcp' }, { disabled: true })
  expect(loom.sources()).toMatchObject([{ name: 'off', kind: 'mcp', status: 'Not indexed yet.' }])
  expect((await loom.indexAll()).errors).toEqual([])
  expect(loom.sources().find(({ kind }) => kind === 'mcp')?.status).toBe('Switched off.')
})

it('an indexer that breaks harms no other (LOOM-006)', async () => {
  const broken = {
    kind: 'custom',
    namespaces: [],
    index: async () => {
      throw new RangeError('no disk')
    },
  } as const
  const { loom } = openLoom({ indexers: [broken, createBuiltinIndexer(BUILTINS)] })
  const report = await loom.indexAll()
  expect(report.counts.builtin).toBe(6)
  expect(report.errors).toMatchObject([{ code: 'INDEXING_FAILED', message: 'no disk', kind: 'custom' }])
})

it('indexing everything is done once for all who ask meanwhile, and ends for whoever gives up', async () => {
  let runs = 0
  const counting = {
    kind: 'custom',
    namespaces: [],
    index: async () => {
      runs += 1
      return []
    },
  } as const
  const { loom } = openLoom({ indexers: [counting] })
  await Promise.all([loom.indexAll(), loom.indexAll(), loom.indexAll()])
  expect(runs).toBe(1)
  await expect(loom.indexAll({ signal: AbortSignal.abort('enough') })).rejects.toBe('enough')
  await loom.indexAll({ kinds: ['mcp'] })
  expect(runs).toBe(1)
})

it('tools are got by exactly their id (LOOM-001)', async () => {
  const { loom, gateway } = openLoom()
  await gateway.register(BUILTINS)
  await gateway.register([{ name: 'put', version: '1.2.0', inputSchema: {} }], { namespace: 'shop' })
  await gateway.register([{ name: 'list', inputSchema: {} }], { namespace: 'shop' })
  expect(loom.getTool('builtin:shop:list')?.toolId).toBe('shop:list')
  expect(loom.getTool('builtin:bash')).toMatchObject({
    id: 'builtin:bash',
    toolId: 'bash',
    source: 'builtin',
    description: 'Run a shell command',
    inputSchema: { type: 'object' },
    readiness: { state: 'ready' },
  })
  expect(loom.getTool('builtin:shop:put')?.version).toBe('1.2.0')
  expect(loom.getTool('builtin:shop:put:1.2.0')?.id).toBe('builtin:shop:put')
  for (const id of [
    'bash',
    'builtin:shop__list',
    'mcp:bash',
    'custom:bash',
    'builtin:',
    'builtin:bas',
    'builtin:shop__put',
    '',
    '::',
  ]) {
    expect(loom.getTool(id)).toBeUndefined()
  }
})

it('what looks like an id of ours in the gateway is called by whoever means the gateway', async () => {
  const { loom, gateway } = openLoom()
  const runs: string[] = []
  const tool = (id: string) => ({ name: 'look', inputSchema: {}, execute: () => void runs.push(id) })
  await gateway.register([tool('plain')])
  await gateway.register([tool('namespaced')], { namespace: 'builtin' })
  await loom.call('builtin:look')
  await loom.call('builtin:builtin:look')
  await loom.gateway.call('builtin:look')
  await loom.gateway.call('builtin:builtin:look')
  expect(runs).toEqual(['plain', 'namespaced', 'namespaced', 'namespaced'])
})

it('a server that is named as a kind is a server', async () => {
  const { folder } = await toolFolder({ 'a.yaml': yamlTool('echo') })
  const { loom, gateway } = openLoom({
    indexers: [createMcpIndexer(), createCustomIndexer({ folder, handlers: { echo: () => 'said' } })],
  })
  const backend = await startBackend('farm')
  gateway.addServer({ ...withServer(backend.url), name: 'custom' })
  gateway.start()
  await gateway.settled()
  expect((await loom.indexAll()).counts.mcp).toBeGreaterThanOrEqual(5)
  expect(loom.getTool('mcp:custom:slow')).toMatchObject({ source: 'mcp', server: 'custom' })
  expect(loom.getTool('custom:slow')).toBeUndefined()
})

it('tools have capabilities, the surest first, and a policy hides them here as everywhere (LOOM-004, LOOM-010)', async () => {
  const policy: NonNullable<Parameters<typeof openLoom>[1]>['policy'] = ({ name }, { principal }) =>
    principal === 'admin' || name !== 'bash'
  const capabilities = { money: { surely: ['invoice'] } }
  const { loom, gateway } = openLoom({ capabilities }, { policy })
  await gateway.register([
    ...BUILTINS,
    { name: 'pay_invoice', inputSchema: {} },
    { name: 'run', description: 'bash', inputSchema: {}, capabilities: ['file_io'] },
    ...Array.from({ length: 11 }, (_, i) => ({ name: `n${i}`, inputSchema: {}, capabilities: ['many'] })),
  ])
  const ids = (capability: string, options = {}): readonly string[] =>
    loom.getToolsByCapability(capability, { principal: 'admin', ...options }).map(({ id }) => id)
  expect(ids('file_io')).toEqual(['builtin:run', 'builtin:file_read'])
  expect(ids('http')).toEqual(['builtin:http_request'])
  expect(ids('shell')).toEqual(['builtin:bash'])
  expect(ids('database')).toEqual(['builtin:query_db'])
  expect(ids('notification')).toEqual(['builtin:send_slack'])
  expect(ids('money')).toEqual(['builtin:pay_invoice'])
  expect(ids('many')).toHaveLength(10)
  expect(ids('shell', { principal: 'guest' })).toEqual([])
  expect(ids('shell', { sources: ['mcp'] })).toEqual([])
  expect(ids('file_io', { limit: 1 })).toEqual(['builtin:run'])
  expect(ids('file_io', { minConfidence: 1 })).toEqual(['builtin:run'])
  expect(loom.getTool('builtin:already_done')?.capabilities).toEqual([])
  expect(() => ids('x', { limit: -1 })).toThrow(RangeError)
  expect(() => ids('x', { minConfidence: 2 })).toThrow(RangeError)
  expect(() => ids('x', { sources: ['web'] })).toThrow(TypeError)
})

it('what is known of a tool changes with it', async () => {
  const { loom, gateway } = openLoom()
  await gateway.register([{ name: 'thing', description: 'Read a file', inputSchema: {} }])
  const names = (): readonly unknown[] | undefined =>
    loom.getTool('builtin:thing')?.capabilities.map(({ name }) => name)
  expect(names()).toEqual(['file_io'])
  await gateway.register([{ name: 'thing', description: 'Draw a chart', inputSchema: {} }])
  expect(names()).toEqual(['visualization'])
})

it('options that nobody reads are refused', () => {
  const { gateway } = openLoom()
  expect(() => createLoom(gateway, { llm: 1 } as never)).toThrow(TypeError)
  expect(() => createLoom(gateway, { approvalTimeoutMs: 0 })).toThrow(RangeError)
  expect(() => createCustomIndexer({ folder: '.', shell: true } as never)).toThrow(TypeError)
})
