import { readFile } from 'node:fs/promises'
import type { Plugin, PluginInput } from '@opencode-ai/plugin'
import { tool } from '@opencode-ai/plugin/tool'
import { describe, expect, it, vi } from 'vitest'
import { homePlaces, openHost } from './fixtures/host.ts'
import { localServer } from './fixtures/servers.ts'
import * as entry from './index.ts'

/** For machines that are busy with other tests. */
const PATIENT = { connection: { connectTimeout: 60_000 } }
const TOOLS = [
  'toolbox_execute',
  'toolbox_perf',
  'toolbox_search_bm25',
  'toolbox_search_regex',
  'toolbox_status',
]

describe('the plugin', () => {
  it('exports itself under its name and as default, and nothing that a host would take for another', () => {
    expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
      [
        "ToolboxPlugin",
        "default",
      ]
    `)
    expect(entry.default).toBe(entry.ToolboxPlugin)
    // What the real package calls a plugin.
    const plugin: Plugin = entry.ToolboxPlugin
    expect(plugin).toBeTypeOf('function')
  })

  it('gives the hooks of a host', async () => {
    const { home } = await homePlaces()
    const before = { ...process.env }
    Object.assign(process.env, { OPENCODE_TOOLBOX_CONFIG: `${home}/toolbox.jsonc`, XDG_DATA_HOME: home })
    try {
      const hooks = await entry.ToolboxPlugin({} as PluginInput)
      expect(Object.keys(hooks).sort()).toEqual([
        'config',
        'dispose',
        'experimental.chat.system.transform',
        'tool',
      ])
      await hooks.dispose?.()
    } finally {
      process.env = before
    }
  })

  it('opens nothing for a host that is done with it at once', async () => {
    await import('./open-toolbox.ts')
    const places = { ...(await homePlaces()) }
    const logPath = vi.fn()
    Object.defineProperty(places, 'logPath', { get: logPath })
    const { hooks } = await openHost(places)
    await hooks.dispose?.()
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(logPath).not.toHaveBeenCalled()
  })

  it('registers tools whose arguments the host can tell a model (1.6) (OPC-040)', async () => {
    const { hooks } = await openHost(await homePlaces({ mcp: {} }))
    expect(Object.keys(hooks.tool ?? {}).sort()).toEqual(TOOLS)
    const told = Object.entries(hooks.tool ?? {}).map(([name, { args, description }]) => {
      expect(description).not.toBe('')
      const schema = tool.schema.toJSONSchema(tool.schema.object(args), { io: 'input' })
      return [name, Object.keys(schema.properties ?? {}), schema.required]
    })
    expect(Object.fromEntries(told.map(([name, ...rest]) => [name, rest]))).toEqual({
      toolbox_search_bm25: [['text', 'limit'], ['text']],
      toolbox_search_regex: [['pattern', 'limit', 'in'], ['pattern']],
      toolbox_execute: [['toolId', 'arguments'], ['toolId']],
      toolbox_status: [[], undefined],
      toolbox_perf: [[], undefined],
    })
  })

  it('describes them as the gateway does', async () => {
    const { createGateway } = await import('@toolscout/gateway')
    const { createOpencodeToolboxExposure } = await import('./exposure.ts')
    const { hooks } = await openHost(await homePlaces({ mcp: {} }))
    for (const { name, description } of createOpencodeToolboxExposure(createGateway()).list('')) {
      expect(hooks.tool?.[name]?.description).toBe(description)
    }
  })

  it('adds a slash command, and leaves one of the user alone (1.8)', async () => {
    const { hooks } = await openHost(await homePlaces({ mcp: {} }))
    const empty: Parameters<NonNullable<typeof hooks.config>>[0] = {}
    await hooks.config?.(empty)
    expect(empty.command?.['toolbox-status']?.template).toContain('toolbox_status')
    const own = { command: { 'toolbox-status': { template: 'mine' } } }
    await hooks.config?.(own)
    expect(own.command['toolbox-status']).toEqual({ template: 'mine' })
  })
})

describe('with real servers (1.11 E2E)', () => {
  it('searches, runs, and says how it goes; a server that fails takes nothing from the others', async () => {
    const places = await homePlaces({
      mcp: {
        my_things: localServer('everything'),
        gone: { type: 'local', command: ['no-such-program-anywhere'] },
        broken: { type: 'remote' },
      },
      settings: { connection: { retryAttempts: 0, retryDelay: 0, connectTimeout: 60_000 } },
    })
    const host = await openHost(places)
    expect(await host.systemText()).toContain('Inside: my_things_*, gone_*.')
    const found = await host.told('toolbox_search_bm25', { text: 'add two numbers' })
    const names = found.tools as unknown as readonly { readonly name: string }[]
    expect(names[0]?.name).toBe('my_things_get-sum')
    for (const args of [{ a: 2, b: 3 }, '{"a":2,"b":3}']) {
      const { output, metadata } = await host.call('toolbox_execute', {
        toolId: 'my_things_get-sum',
        arguments: args,
      })
      expect([JSON.parse(output).success, metadata]).toEqual([true, { success: true }])
      expect(output).toContain('5')
    }
    const image = await host.call('toolbox_execute', { toolId: 'my_things_get-tiny-image' })
    expect(image.attachments).toEqual([
      { type: 'file', mime: 'image/png', url: expect.stringMatching(/^data:image\/png;base64,./) },
    ])
    const { servers, health, plugin } = await host.told('toolbox_status')
    expect(plugin).toMatchObject({ executions: 3, successRate: '100%', configPath: places.configPath })
    expect(servers).toMatchObject({ total: 3, connected: 1, failed: 2 })
    expect(health).toMatchObject({ status: 'degraded', problems: [expect.stringContaining('needs a "url"')] })
    // No retries were wanted, so it is not tried again.
    expect(servers?.details).toMatchObject([
      { name: 'my_things' },
      { name: 'gone', state: 'failed' },
      { name: 'broken', state: 'failed' },
    ])
  })

  it('asks the user about the tool itself, and does not run what is refused', async () => {
    const host = await openHost(
      await homePlaces({ mcp: { things: localServer('everything') }, settings: PATIENT }),
    )
    const asked: unknown[] = []
    const refused = new RangeError('no')
    const call = host.call(
      'toolbox_execute',
      { toolId: 'things:echo', arguments: { message: 'secret words' } },
      {
        ask: async (request) => {
          asked.push(request)
          throw refused
        },
      },
    )
    await expect(call).rejects.toBe(refused)
    expect(asked).toEqual([
      {
        permission: 'toolbox_execute',
        patterns: ['things_echo'],
        always: ['things_echo'],
        metadata: { tool: 'things_echo' },
      },
    ])
    expect((await host.told('toolbox_status')).plugin).toMatchObject({ executions: 0 })
  })

  it('writes down what happened, and neither secrets nor words nor arguments (OPC-034, 1.9, 5.2 line 17)', async () => {
    const places = await homePlaces(
      { mcp: { things: localServer('everything', { TOKEN: '{env:MY_TOKEN}' }) }, settings: PATIENT },
      { MY_TOKEN: 'tok-1234567890' },
    )
    const host = await openHost(places)
    await host.call('toolbox_search_bm25', { text: 'sesame street' })
    await host.call('toolbox_execute', { toolId: 'things_echo', arguments: { message: 'open sesame' } })
    await host.call('toolbox_execute', { toolId: 'things_echo', arguments: '{"message": "sesame' })
    await host.hooks.dispose?.()
    const log = await readFile(places.logPath, 'utf8')
    expect(log).toMatch(/^\S+Z \[INFO\] toolbox started \{"servers":1,"initMode":"eager"\}$/m)
    expect(log).toMatch(/\[INFO\] listed \{"server":"things","tools":\d+,"durationMs":\d+,"warnings":0\}$/m)
    expect(log).toMatch(/\[INFO\] searched \{"hits":\d+,"durationMs":\d+\}$/m)
    expect(log).toMatch(/\[INFO\] called \{"tool":"things__echo","outcome":"ran","durationMs":\d+\}$/m)
    expect(log).not.toMatch(/sesame|tok-1234567890/)
  })
})

describe('with a configuration that cannot be read', () => {
  it('has all its tools, and the status says where and why', async () => {
    const places = await homePlaces('{\n  "mcp": {\n    "a": 1\n    "b": 2\n  }\n}')
    const host = await openHost(places)
    const { health, servers } = await host.told('toolbox_status')
    expect(health).toMatchObject({
      status: 'failed',
      message: `${places.configPath}:4:5: this is no JSON: comma expected at line 4, column 5.`,
    })
    expect(servers).toMatchObject({ total: 0 })
    expect(await host.told('toolbox_search_bm25', { text: 'anything' })).toMatchObject({ count: 0 })
    expect(await host.systemText()).toContain('toolbox_status says why')
  })

  it('a server that cannot be used is told and the others are there (5.2 line 16)', async () => {
    const host = await openHost(
      await homePlaces({
        servers: { old: localServer('memory'), bad: { type: 'carrier-pigeon' } },
        settings: PATIENT,
        setings: {},
      }),
    )
    const found = await host.told('toolbox_search_regex', { pattern: '^old_' })
    expect(found.count).toBeGreaterThan(0)
    const { health } = await host.told('toolbox_status')
    expect(health?.problems).toEqual([expect.stringContaining('servers.bad.type')])
    expect(health?.warnings).toEqual([expect.stringContaining('is "settings" meant?')])
  })
})
