import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@toolscout/model'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { McpServerConfig } from './config/server-config.ts'
import type { McpConnectOptions } from './connection/connect-options.ts'
import type { McpConnection } from './connection/connection.ts'
import { connect } from './fixtures/connect.ts'
import { startHttp } from './fixtures/http-server.ts'
import { fixture, realServer, startEraServer, startEverything, until } from './fixtures/servers.ts'

type Way = 'stdio' | 'http'
type Legacy = 'serve' | 'reject'

async function eraServer(way: Way, legacy: Legacy): Promise<McpServerConfig> {
  if (way === 'stdio') return fixture('era-server', legacy)
  const { url, stop } = await startEraServer(legacy)
  onTestFinished(stop)
  return { name: 'era-server', transport: 'http', url }
}

/** Somebody who gives his number as his name. */
function naming(): Pick<McpConnectOptions, 'client'> & { readonly asked: JsonObject[] } {
  const asked: JsonObject[] = []
  return {
    asked,
    client: {
      capabilities: { elicitation: { form: {} } },
      onRequest: async (_method, params) => {
        asked.push(params)
        return { action: 'accept', content: { name: `n${asked.length}` } }
      },
    },
  }
}

async function said(connection: McpConnection, tool: string, args: JsonObject = {}): Promise<unknown> {
  const { content } = await connection.call(tool, args)
  return JSON.parse(String(content[0]?.type === 'text' && content[0].text))
}

const PAIRS: readonly (readonly [Way, Legacy])[] = [
  ['stdio', 'serve'],
  ['stdio', 'reject'],
  ['http', 'serve'],
  ['http', 'reject'],
]

describe.each(PAIRS)('a server of MCP 2026-07-28 over %s that would %s sessions', (way, legacy) => {
  it('is spoken to without one', async () => {
    const { asked, client } = naming()
    const connection = await connect(await eraServer(way, legacy), { client })
    expect(connection.server).toMatchObject({
      name: 'two-eras',
      version: '2.0.0',
      instructions: 'Use it well.',
      protocolVersion: '2026-07-28',
    })
    const { definitions } = await connection.list()
    expect(definitions.map((tool) => (tool as { name: string }).name)).toContain('region')
    expect(await said(connection, 'echo', { value: 'a' })).toEqual({ value: 'a' })
    expect(await said(connection, 'era')).toMatchObject({ era: 'modern' })
    await connection.ping()

    // What it asks is asked of our client, as often as it likes, and the call goes on.
    expect(await said(connection, 'ask', { rounds: 3 })).toEqual({ names: ['n1', 'n2', 'n3'] })
    expect(asked.map(({ message }) => message)).toEqual([
      'Who is number 1?',
      'Who is number 2?',
      'Who is number 3?',
    ])

    const steps: number[] = []
    await connection.call('steps', {}, { onProgress: ({ progress }) => void steps.push(progress) })
    expect(steps).toEqual([1, 2, 3])

    const header = way === 'http' ? '=?base64?w7xiZXI=?=' : null
    expect(await said(connection, 'region', { region: 'über' })).toEqual({ region: 'über', header })
  })

  it('hears that a call is cancelled, and tells of changes', async () => {
    const connection = await connect(await eraServer(way, legacy))
    const stop = new AbortController()
    const hanging = connection.call('hang', {}, { signal: stop.signal })
    const seen = (): Promise<unknown> => said(connection, 'era')
    await expect.poll(seen, { timeout: 5_000 }).toMatchObject({ seen: { hanging: 1 } })
    stop.abort(new DOMException('enough', 'AbortError'))
    await expect(hanging).rejects.toThrow('enough')
    await expect.poll(seen, { timeout: 5_000 }).toMatchObject({ seen: { cancelled: 1 } })

    let changes = 0
    const updated: unknown[] = []
    connection.onChange(() => {
      changes += 1
    })
    connection.onNotification(({ method, params }) => {
      if (method === 'notifications/resources/updated') updated.push(params.uri)
    })
    // Its stream may not be open yet.
    await expect
      .poll(async () => (await said(connection, 'change')) && changes > 0, { timeout: 5_000 })
      .toBe(true)
    await connection.request('resources/subscribe', { uri: 'note://one' })
    await connection.call('touch', { uri: 'note://one' })
    await connection.call('touch', { uri: 'note://two' })
    await until(() => updated.length > 0)
    expect(updated).toEqual(['note://one'])
  })

  it('is not asked for its tools again before they are old or have changed', async () => {
    const connection = await connect(await eraServer(way, legacy))
    const before = (await connection.list()).definitions.length
    expect((await connection.list()).definitions.length).toBe(before)
    expect(await said(connection, 'era')).toMatchObject({ seen: { listed: 1 } })
    let changes = 0
    connection.onChange(() => {
      changes += 1
    })
    const change = async (): Promise<boolean> =>
      (await said(connection, 'change')) !== undefined && changes > 0
    await expect.poll(change, { timeout: 5_000 }).toBe(true)
    await expect.poll(async () => (await connection.list()).definitions.length).toBeGreaterThan(before)
  })
})

describe('a server of sessions', () => {
  it.each(['exits', 'ignores', 'nonsense'])(
    'that %s at the question what it is has a session',
    async (mode) => {
      const config = fixture('tripper', mode)
      const connection = await connect(config, { timeouts: { connectMs: 9_000 } })
      expect(connection.server.protocolVersion).toBe('2025-11-25')
      expect((await connection.list()).definitions).toHaveLength(1)
      expect(await said(connection, 'echo', { a: 1 })).toEqual({
        args: { a: 1 },
        starts: mode === 'exits' ? 0 : 1,
      })
      // It is remembered, and not asked again.
      const again = await connect(config)
      expect(await said(again, 'echo')).toMatchObject({ starts: 0 })
    },
  )

  it('of the first SDK has one, over stdio and HTTP', async () => {
    const everything = await startEverything('streamableHttp')
    onTestFinished(everything.stop)
    const remote: McpServerConfig = { name: 'everything', transport: 'auto', url: everything.url }
    for (const config of [realServer('everything'), remote]) {
      const connection = await connect(config)
      expect(connection.server.protocolVersion).toBe('2025-11-25')
      expect((await connection.list()).complete).toBe(true)
    }
  })

  it.each([400, 403, 404, 405, 406, 415, 500, 501])(
    'that answers the question with HTTP %i has one',
    async (status) => {
      const { url } = await startHttp(({ message, response }) => {
        if (message?.method !== 'server/discover') return false
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'no session' } }),
        )
        return true
      })
      const connection = await connect({ name: 'remote', transport: 'auto', url })
      expect(connection.server.protocolVersion).toBe('2025-11-25')
    },
  )
})

describe('a verdict that is remembered', () => {
  /** A server that is another one each time it is started, and how its first message reads. */
  async function changing(): Promise<(script: readonly string[], connectMs?: number) => Promise<string>> {
    const folder = await mkdtemp(join(tmpdir(), 'toolscout-eras-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [file, log] = [join(folder, 'script.json'), join(folder, 'log')]
    const config = fixture('changing', file, log)
    return async (script, connectMs = script[1] === 'ignores' ? 4_000 : 10_000) => {
      await writeFile(file, JSON.stringify(script))
      await writeFile(log, '')
      const connection = await connect(config, { timeouts: { connectMs } })
      const version = script[0] === 'tripper' ? '2025-11-25' : '2026-07-28'
      expect(connection.server.protocolVersion).toBe(version)
      expect((await connection.list()).definitions.length).toBeGreaterThan(0)
      return (await readFile(log, 'utf8')).split('\n')[0] ?? ''
    }
  }
  const modern = ['era-server', 'reject']
  const CHANGES = [
    [modern, ['tripper', 'exits']],
    [modern, ['tripper', 'ignores']],
    [modern, ['tripper', 'nonsense']],
    [['tripper', 'exits'], modern],
    [['tripper', 'nonsense'], ['exits-at-greeting']],
  ] as const

  it.each(CHANGES)('costs nothing where it is wrong: a server was %j, and is %j', async (before, after) => {
    const first = await changing()
    await first(before)
    await first(after)
    // It is right again, and nothing is asked in vain.
    expect(await first(after)).toBe(after[0] === 'tripper' ? 'initialize' : 'server/discover')
  })

  it('is dropped with a connection that fails', async () => {
    const first = await changing()
    await first(['tripper', 'nonsense'])
    await expect(first(['handshaker', 'hangs'], 300)).rejects.toMatchObject({ code: 'MCP_TIMEOUT' })
    expect(await first(['tripper', 'nonsense'])).toBe('server/discover')
  })
})
