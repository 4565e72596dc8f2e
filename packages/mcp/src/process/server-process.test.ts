import { describe, expect, it, onTestFinished } from 'vitest'
import type { StdioServerConfig } from '../config/server-config.ts'
import { connectMcpServer } from '../connection/connect.ts'
import type { McpConnectOptions } from '../connection/connect-options.ts'
import type { McpConnection } from '../connection/connection.ts'
import { connect } from '../fixtures/connect.ts'
import { fixture, isRunning, rejection, until } from '../fixtures/servers.ts'

/** Ids of the stubborn server and of its child. */
async function pidsOf(connection: McpConnection): Promise<number[]> {
  const { structuredContent } = await connection.call('pids', {})
  const pids = structuredContent?.pids as number[]
  expect(pids.map(isRunning)).toEqual([true, true])
  return pids
}

async function mirror(config: StdioServerConfig): Promise<Record<string, unknown>> {
  const connection = await connect(config)
  return (await connection.call('mirror', {})).structuredContent as Record<string, unknown>
}

describe('what a server is started with', () => {
  it('is its arguments, byte for byte', async () => {
    const args = [
      '$(touch /tmp/x)',
      '`id`',
      '; rm -rf /',
      'a b',
      '"',
      "'",
      '\\',
      '*',
      '',
      '~',
      '%PATH%',
      'ä文😀',
      '\n',
    ]
    const { argv } = await mirror(fixture('caller', ...args))
    expect(argv).toEqual(args)
  })

  it('is its own variables and nothing of ours but the short list', async () => {
    const planted = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`PLANTED_SECRET_${i}`, `canary-${i}`]),
    )
    Object.assign(process.env, planted)
    onTestFinished(() => {
      for (const name of Object.keys(planted)) delete process.env[name]
    })
    const { env } = await mirror({
      ...fixture('caller'),
      env: { GIVEN: 'yes', PATH: process.env.PATH ?? '' },
    })
    expect(env).toMatchObject({ GIVEN: 'yes', PATH: process.env.PATH })
    expect(JSON.stringify(env)).not.toMatch(/PLANTED|canary/)
    const inherited = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'GIVEN']
    expect(Object.keys(env as object).filter((name) => !inherited.includes(name))).toEqual([])
  })

  it('is its working directory', async () => {
    expect(await mirror({ ...fixture('caller'), cwd: '/' })).toMatchObject({ cwd: '/' })
  })
})

describe.concurrent('the end of a server', () => {
  /** The processes of a stubborn server, before and after `end`. */
  async function fateOf(
    config: StdioServerConfig,
    options: McpConnectOptions,
    end: (connection: McpConnection, pids: readonly number[]) => Promise<unknown>,
  ): Promise<boolean[]> {
    const connection = await connectMcpServer(config, { closeGraceMs: 50, ...options })
    try {
      const pids = await pidsOf(connection)
      await end(connection, pids)
      return pids.map(isRunning)
    } finally {
      await connection.close()
    }
  }

  it('comes by itself when its stdin ends', async () => {
    const connection = await connectMcpServer(fixture('caller'), { closeGraceMs: 60_000 })
    await connection.close()
    expect(connection.status).toBe('closed')
  })

  it('comes even to one that ignores SIGTERM and the end of stdin, and to its child', async () => {
    const fate = await fateOf(fixture('stubborn'), {}, (connection) => connection.close())
    expect(fate).toEqual([false, false])
  })

  it('comes at once with a grace of 0', async () => {
    const fate = await fateOf(fixture('stubborn'), { closeGraceMs: 0 }, (connection) => connection.close())
    expect(fate).toEqual([false, false])
  })

  it('comes to what a server leaves behind', async () => {
    const fate = await fateOf(fixture('stubborn', 'leaves-child'), {}, (connection) => connection.close())
    expect(fate).toEqual([false, false])
  })

  it('comes to what a server leaves behind when it is killed by somebody else', async () => {
    const fate = await fateOf(fixture('stubborn'), {}, async (connection, [server = 0, child = 0]) => {
      process.kill(server, 'SIGKILL')
      expect(await connection.closed).toMatchObject({
        details: { by: 'server' },
        cause: { details: { signal: 'SIGKILL' } },
      })
      await until(() => !isRunning(child))
    })
    expect(fate).toEqual([false, false])
  })

  it('comes to one whose message is too large', async () => {
    const limits = { maxFrameBytes: 1_000 }
    const fate = await fateOf(fixture('stubborn'), { limits }, async (connection) => {
      const error = await rejection(connection.call('pids', { padding: 2_000 }))
      expect(error).toMatchObject({ code: 'MCP_CLOSED', cause: { details: { reason: 'frame' } } })
      await connection.close()
    })
    expect(fate).toEqual([false, false])
  })
})
