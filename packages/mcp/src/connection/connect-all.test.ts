import { tmpdir } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StdioServerConfig } from '../config/server-config.ts'
import { fixture, freePort, processesWith, realServer, rejection } from '../fixtures/servers.ts'
import { connectMcpServers, type McpConnectProgress } from './connect-all.ts'

function named(name: string, config: StdioServerConfig): StdioServerConfig {
  return { ...config, name }
}

describe('connectMcpServers', () => {
  it('connects all four real servers side by side', async () => {
    const servers = [
      realServer('everything'),
      realServer('filesystem', tmpdir()),
      realServer('memory'),
      realServer('sequential-thinking'),
    ]
    const progress: McpConnectProgress[] = []
    const { connections, failures } = await connectMcpServers(servers, {
      onProgress: (step) => progress.push(step),
    })
    onTestFinished(async () => void (await Promise.all(connections.map((connection) => connection.close()))))
    expect(failures).toEqual([])
    expect(connections.map(({ name }) => name)).toEqual(servers.map(({ name }) => name))
    expect(progress.filter(({ state }) => state === 'connecting').map(({ server }) => server)).toEqual(
      servers.map(({ name }) => name),
    )
    expect(progress.filter(({ state }) => state === 'connected')).toHaveLength(4)
    expect(progress.every(({ elapsedMs }) => elapsedMs >= 0)).toBe(true)
    expect(progress.flatMap(({ connection }) => connection ?? [])).toEqual(
      expect.arrayContaining([...connections]),
    )
    const listings = await Promise.all(connections.map((connection) => connection.list()))
    expect(listings.map(({ definitions }) => definitions.length)).toEqual([13, 14, 9, 1])
  })

  it('lets no broken server break another or delay it beyond its deadline', async () => {
    const servers = [
      named('hangs', { ...fixture('handshaker', 'hangs'), timeoutMs: 1_500 }),
      named('good', fixture('caller')),
      { name: 'unusable', transport: 'http', url: 'nowhere' } as const,
      named('missing', { ...fixture('caller'), command: 'no-such-command' }),
      named('fine', fixture('caller')),
    ]
    const states: string[] = []
    const { connections, failures } = await connectMcpServers(servers, {
      timeouts: { connectMs: 60_000 },
      onProgress: ({ server, state }) => states.push(`${server} ${state}`),
    })
    onTestFinished(async () => void (await Promise.all(connections.map((connection) => connection.close()))))
    expect(connections.map(({ name }) => name)).toEqual(['good', 'fine'])
    expect(failures.map(({ name, error }) => [name, error.code])).toEqual([
      ['hangs', 'MCP_TIMEOUT'],
      ['unusable', 'MCP_CONFIG_INVALID'],
      ['missing', 'MCP_CONNECT_FAILED'],
    ])
    expect(states).toContain('fine connected')
  })

  it('connects sixteen at a time', async () => {
    let running = 0
    let most = 0
    const missing = { transport: 'stdio', command: '/no/such/command' } as const
    const servers = Array.from({ length: 20 }, (_, i) => ({ name: `s${i}`, ...missing }))
    const { failures } = await connectMcpServers(servers, {
      onProgress: ({ state }) => {
        running += state === 'connecting' ? 1 : -1
        most = Math.max(most, running)
      },
    })
    expect(failures).toHaveLength(20)
    expect(most).toBe(16)
  })

  it('closes everything when it is aborted', async () => {
    const controller = new AbortController()
    const reason = new Error('changed my mind')
    const mark = `mark-${process.pid}-all`
    const servers = [
      named('good', fixture('stubborn', mark)),
      named('hangs', fixture('handshaker', 'hangs', mark)),
    ]
    const connecting = connectMcpServers(servers, {
      signal: controller.signal,
      closeGraceMs: 50,
      onProgress: ({ state }) => {
        if (state !== 'connected') return
        expect(processesWith(mark)).toHaveLength(2)
        controller.abort(reason)
      },
    })
    expect(await rejection(connecting)).toBe(reason)
    expect(processesWith(mark)).toEqual([])
  })

  it('connects nobody for a signal that was aborted before', async () => {
    expect(await rejection(connectMcpServers([fixture('caller')], { signal: AbortSignal.abort('no') }))).toBe(
      'no',
    )
  })

  it('closes everything when a listener throws, and passes that on', async () => {
    const mistake = new Error('my own')
    const error = await rejection(
      connectMcpServers([fixture('caller'), realServer('memory')], {
        onProgress: ({ state }) => {
          if (state === 'connected') throw mistake
        },
      }),
    )
    expect(error).toBe(mistake)
  })

  it('adds no listener for each server to one signal', async () => {
    const port = await freePort()
    const servers = Array.from({ length: 12 }, (_, i) => {
      return { name: `s${i}`, transport: 'http', url: `http://127.0.0.1:${port}/` } as const
    })
    const warnings: string[] = []
    const onWarning = ({ name }: Error): void => void warnings.push(name)
    process.on('warning', onWarning)
    onTestFinished(() => void process.off('warning', onWarning))
    const { failures } = await connectMcpServers(servers, { signal: new AbortController().signal })
    expect(failures).toHaveLength(12)
    expect(warnings).toEqual([])
  })

  it('gives nothing for nothing', async () => {
    expect(await connectMcpServers([])).toEqual({ connections: [], failures: [] })
  })

  it('refuses two servers of one name', async () => {
    expect(await rejection(connectMcpServers([fixture('caller'), fixture('caller')]))).toBeInstanceOf(
      TypeError,
    )
  })
})
