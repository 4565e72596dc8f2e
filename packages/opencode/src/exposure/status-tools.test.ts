import { describe, expect, it } from 'vitest'
import { askToolbox } from '../fixtures/ask-toolbox.ts'
import { CATALOG } from '../fixtures/catalog.ts'
import { catalogGateway, openGateway, toolServer } from '../fixtures/catalog-gateway.ts'
import { createOpencodeToolboxExposure } from './toolbox-exposure.ts'

const missing = { name: 'gone', transport: 'stdio', command: 'no-such-program-anywhere' } as const

describe('toolbox_status (1.6.4)', () => {
  it('without servers (OPC-043)', async () => {
    const { ask } = askToolbox(await catalogGateway({ tools: {} }))
    expect(await ask('toolbox_status')).toMatchObject({
      plugin: { initialized: true, initState: 'ready', searches: 0, executions: 0, successRate: 'N/A' },
      servers: { total: 0, connected: 0, failed: 0, connecting: 0, connectionRatio: '0/0', details: [] },
      tools: { total: 0, indexed: 0, serversWithTools: 0 },
      health: { status: 'unknown', message: 'No servers configured' },
    })
  })

  it('names the tools there are; there is none that calls everything', async () => {
    const { ask, exposure } = askToolbox(await catalogGateway({ tools: CATALOG }))
    const { toolboxTools } = await ask('toolbox_status')
    expect(exposure.list('').map(({ name }) => name)).toEqual(toolboxTools)
    expect(toolboxTools).not.toContain('toolbox_test')
    expect(
      (await exposure.call('toolbox_test', {}, { principal: '', signal: new AbortController().signal }))
        .isError,
    ).toBe(true)
  })

  it('tells starting, ready, degraded and failed apart (OPC-033, 5.2 line 18)', async () => {
    const gateway = openGateway()
    const { ask } = askToolbox(gateway, { initMode: 'lazy', configPath: '/somewhere/toolbox.jsonc' })
    const look = async () => {
      const { plugin, health } = (await ask('toolbox_status')) as Record<string, Record<string, unknown>>
      return [plugin?.initState, health?.status]
    }
    gateway.addServer(missing)
    expect(await look()).toEqual(['idle', 'unknown'])
    gateway.start()
    expect(await look()).toEqual(['initializing', 'starting'])
    await gateway.settled()
    expect(await look()).toEqual(['failed', 'failed'])
    gateway.addServer(await toolServer('time', CATALOG.time ?? []))
    expect(await look()).toEqual(['initializing', 'degraded'])
    await gateway.settled()
    expect(await look()).toEqual(['degraded', 'degraded'])
    const status = await ask('toolbox_status')
    expect(status).toMatchObject({
      plugin: {
        initMode: 'lazy',
        configPath: '/somewhere/toolbox.jsonc',
        initDurationMs: expect.any(Number),
      },
      servers: {
        connectionRatio: '1/2',
        details: [
          {
            name: 'gone',
            status: 'error',
            type: 'local',
            toolCount: 0,
            healthy: false,
            error: expect.any(String),
          },
          { name: 'time', status: 'connected', type: 'remote', toolCount: 2, healthy: true, error: null },
        ],
      },
      tools: { total: 2, serversWithTools: 1 },
      health: { message: '1 server(s) failed to connect' },
    })
    await gateway.removeServer('gone')
    expect(await look()).toEqual(['ready', 'healthy'])
  })

  it('names no server whose tools are all hidden', async () => {
    const policy = ({ namespace }: { readonly namespace?: string }): boolean => namespace !== 'github'
    const gateway = await catalogGateway({ tools: CATALOG, remote: ['github', 'time'], policy })
    const { ask } = askToolbox(gateway)
    expect((await ask('toolbox_status')).servers).toMatchObject({ total: 1, details: [{ name: 'time' }] })
    for (const tool of ['toolbox_status', 'toolbox_perf']) {
      expect((await ask(tool)).text).not.toContain('github')
    }
  })

  it('names no server under a policy of which the caller knows no tool, whatever became of it', async () => {
    const gateway = openGateway({ policy: ({ name }) => name === 'see' })
    const mixed = await toolServer('mixed', [
      { name: 'see', inputSchema: { type: 'object' } },
      { name: 'hide', inputSchema: { type: 'object' } },
    ])
    gateway.addServer(mixed)
    gateway.addServer(missing)
    gateway.addServer({ ...missing, name: 'off', command: 'secret-program' }, { disabled: true })
    gateway.start()
    await gateway.settled()
    const { ask, exposure } = askToolbox(gateway)
    const answers = [
      exposure.list(''),
      await ask('toolbox_status'),
      await ask('toolbox_perf'),
      await ask('toolbox_search_bm25', { text: 'see' }),
    ].map((answer) => JSON.stringify(answer))
    for (const answer of answers) expect(answer).not.toMatch(/gone|no-such|"off|secret-program/)
    expect(await ask('toolbox_status')).toMatchObject({
      servers: { total: 1, details: [{ name: 'mixed', toolCount: 1 }] },
    })
    expect(await ask('toolbox_perf')).toMatchObject({
      initialization: { servers: [{ name: 'mixed', toolCount: 1 }] },
      indexing: { toolCount: 1 },
      indexStats: { docCount: 1 },
    })
  })

  it('tells what is wrong with the configuration', async () => {
    const { ask } = askToolbox(await catalogGateway({ tools: {} }), {
      problems: ['toolbox.jsonc:3:1: a comma is missing'],
    })
    expect(await ask('toolbox_status')).toMatchObject({
      health: {
        status: 'failed',
        message: 'toolbox.jsonc:3:1: a comma is missing',
        problems: ['toolbox.jsonc:3:1: a comma is missing'],
      },
    })
  })
})

describe('toolbox_perf (1.6.5)', () => {
  it('has the shape of old, and nothing that was not measured', async () => {
    const gateway = await catalogGateway({ tools: CATALOG, remote: ['time'] })
    const connection = { connectTimeout: 5_000, requestTimeout: 30_000, retryAttempts: 0 }
    const { ask } = askToolbox(gateway, { connection })
    expect(await ask('toolbox_perf')).toMatchObject({
      searches: { bm25: null, regex: null },
      executions: null,
      indexing: { buildTime: null, toolCount: 8, incrementalUpdates: expect.any(Number) },
      indexStats: { docCount: 8 },
      config: { initMode: 'eager', connectionTimeout: 5_000, requestTimeout: 30_000, retryAttempts: 0 },
      initialization: {
        state: 'ready',
        duration: expect.any(Number),
        servers: [{ name: 'time', connectTime: expect.any(Number), toolCount: 2, status: 'connected' }],
      },
    })
    await ask('toolbox_search_bm25', { text: 'time' })
    await ask('toolbox_search_regex', { pattern: '(' })
    await ask('toolbox_execute', { toolId: 'time_convert_time' })
    const one = { count: 1, min: expect.any(Number), p99: expect.any(Number), total: expect.any(Number) }
    expect(await ask('toolbox_perf')).toMatchObject({ searches: { bm25: one, regex: one }, executions: one })
  })

  it('a server that could not be reached took no time', async () => {
    const gateway = openGateway()
    gateway.addServer(missing)
    gateway.start()
    await gateway.settled()
    const { initialization } = await askToolbox(gateway).ask('toolbox_perf')
    expect(initialization).toMatchObject({
      state: 'failed',
      servers: [{ name: 'gone', connectTime: -1, toolCount: 0, status: 'error', error: expect.any(String) }],
    })
  })
})

it.each([
  [{ defaultLimit: -1 }, RangeError],
  [{ defaultLimit: 101 }, RangeError],
  [{ limit: 3 }, TypeError],
])('%j is refused', async (options, kind) => {
  const gateway = openGateway()
  expect(() => createOpencodeToolboxExposure(gateway, options as never)).toThrow(kind)
})
