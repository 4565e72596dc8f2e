import { describe, expect, it } from 'vitest'
import { McpConfigError, McpConnectError, McpTimeoutError } from '../errors.ts'
import { fixture, freePort, processesWith, realServer, rejection, until } from '../fixtures/servers.ts'
import { connectMcpServer } from './connect.ts'

async function connectFailure(config: Parameters<typeof connectMcpServer>[0]): Promise<McpConnectError> {
  const error = await rejection(connectMcpServer(config))
  expect(error).toBeInstanceOf(McpConnectError)
  return error as McpConnectError
}

describe('connectMcpServer', () => {
  it('tells what the server says about itself', async () => {
    const connection = await connectMcpServer(realServer('everything'))
    try {
      expect(connection).toMatchObject({
        name: 'everything',
        transport: 'stdio',
        status: 'connected',
        server: {
          name: 'mcp-servers/everything',
          version: expect.stringMatching(/^\d/),
          protocolVersion: '2025-11-25',
          instructions: expect.stringContaining('Everything Server'),
        },
      })
    } finally {
      await connection.close()
    }
    expect(connection.status).toBe('closed')
  })

  it('says that a command was not found', async () => {
    const error = await connectFailure({ name: 'a', transport: 'stdio', command: 'no-such-command' })
    expect(error.message).toBe(
      'Cannot connect to "a" (no-such-command with 0 arguments): the command "no-such-command" was not found; is it installed and on PATH? (ENOENT).',
    )
    expect(error.cause).toMatchObject({
      code: 'MCP_TRANSPORT_FAILED',
      details: { reason: 'spawn', outcome: 'notRun', systemCode: 'ENOENT' },
    })
  })

  it('says that a command line is no command', async () => {
    const error = await connectFailure({ name: 'a', transport: 'stdio', command: 'npx -y server' })
    expect(error.message).toContain('arguments belong into "args"')
  })

  it('says that the working directory is missing, which the system calls the same', async () => {
    const error = await connectFailure({ ...fixture('caller'), cwd: '/no/such/folder' })
    expect(error.message).toContain('the working directory "/no/such/folder" does not exist')
  })

  it('says that a file cannot be started', async () => {
    const error = await connectFailure({ name: 'a', transport: 'stdio', command: '/tmp' })
    expect(error.message).toContain('the command "/tmp" cannot be started (EACCES)')
  })

  it('shows the last words of a server that dies at the start', async () => {
    const error = await connectFailure(fixture('handshaker', 'dies'))
    expect(error.message).toContain(
      'ended with exit code 3; it wrote to stderr: Error: Cannot find module "left-pad"',
    )
    expect(error.details).toMatchObject({ server: 'handshaker', attempts: [{ transport: 'stdio' }] })
    expect(error.cause).toMatchObject({ details: { reason: 'exit', exitCode: 3 } })
  })

  it('says how a server ended that read nothing at all', async () => {
    const error = await connectFailure({ name: 'a', transport: 'stdio', command: 'false' })
    expect(error.message).toMatch(/the server ended with exit code 1; it wrote nothing to stderr\.$/)
  })

  it('shows what a command prints that is no server', async () => {
    const error = await connectFailure(fixture('handshaker', 'prints-usage'))
    expect(error.message).toMatch(
      /exit code 2; it printed something that is no MCP: Usage: server --port PORT\.$/,
    )
  })

  it.each([
    ['refuses', /refused the handshake: .*no licence; it wrote to stderr: waiting for the moon/],
    ['speaks-future', /2999-01-01/],
    ['nonsense', /invalid|expected/i],
  ])('says why there is no agreement with a server that %s', async (mode, reason) => {
    const error = await connectFailure(fixture('handshaker', mode))
    expect(error.message).toMatch(reason)
    expect(error.cause).toMatchObject({ details: { reason: 'protocol' } })
  })

  it('gives up on a server that floods it', async () => {
    const flood = connectMcpServer(fixture('handshaker', 'floods'), { limits: { maxFrameBytes: 100_000 } })
    expect(await rejection(flood)).toMatchObject({
      code: 'MCP_CONNECT_FAILED',
      message: expect.stringContaining('the server prints what is no MCP: more and more'),
    })
  })

  it('tells a refused handshake by its code', async () => {
    const error = await connectFailure(fixture('handshaker', 'refuses'))
    expect(error.cause).toMatchObject({ details: { rpcCode: -32_000 } })
  })

  it('closes an attempt that takes too long before it says so', async () => {
    const mark = `mark-${process.pid}-slow`
    const error = await rejection(
      connectMcpServer(fixture('handshaker', 'hangs', mark), { timeouts: { connectMs: 1_000 } }),
    )
    expect(error).toBeInstanceOf(McpTimeoutError)
    expect(error).toMatchObject({
      message: expect.stringMatching(/did not answer within 1 second.*waiting for the moon/),
      details: { server: 'handshaker', operation: 'connect', timeoutMs: 1_000, outcome: 'notRun' },
    })
    expect(processesWith(mark)).toEqual([])
  })

  it("lets the server's own timeout go before the options", async () => {
    const config = { ...fixture('handshaker', 'hangs'), timeoutMs: 200 }
    const error = await rejection(connectMcpServer(config, { timeouts: { connectMs: 60_000 } }))
    expect(error).toMatchObject({ details: { timeoutMs: 200 } })
  })

  it("rejects with the caller's reason and leaves no process behind", async () => {
    const mark = `mark-${process.pid}-abort`
    const controller = new AbortController()
    const connecting = rejection(
      connectMcpServer(fixture('handshaker', 'hangs', mark), { signal: controller.signal }),
    )
    await until(() => processesWith(mark).length > 0)
    const reason = new Error('not wanted any more')
    controller.abort(reason)
    expect(await connecting).toBe(reason)
    expect(processesWith(mark)).toEqual([])
  })

  it('starts nothing for a signal that was aborted before', async () => {
    expect(await rejection(connectMcpServer(fixture('caller'), { signal: AbortSignal.abort('no') }))).toBe(
      'no',
    )
  })

  it('reports both failures of a URL where nobody listens (SHL-033, OPC-032)', async () => {
    const url = `http://127.0.0.1:${await freePort()}/mcp`
    const error = await connectFailure({ name: 'a', transport: 'auto', url })
    expect(error.message).toMatch(/over Streamable HTTP: .*ECONNREFUSED.*; over SSE: .*ECONNREFUSED/)
    expect(error.details.attempts.map(({ transport }) => transport)).toEqual(['http', 'sse'])
    expect(error.cause).toMatchObject({ details: { reason: 'network', outcome: 'notRun' } })
  })

  it('refuses a configuration that cannot work', async () => {
    const broken = [
      { name: '', transport: 'stdio', command: 'x' },
      { name: 'a', transport: 'http', url: 'secret-nonsense' },
      { name: 'a', transport: 'pigeon', url: 'http://a/' },
      { name: 'a', transport: 'stdio', command: 'x', timeoutMs: 0 },
    ] as unknown as readonly Parameters<typeof connectMcpServer>[0][]
    for (const config of broken) {
      const error = await rejection(connectMcpServer(config))
      expect(error).toBeInstanceOf(McpConfigError)
      expect((error as Error).message).not.toContain('secret')
    }
  })

  it.each([
    { timeouts: { connectMs: 0 } },
    { timeouts: { connectMs: -1 } },
    { timeouts: { listMs: 1.5 } },
    { timeouts: { callMs: Number.POSITIVE_INFINITY } },
    { limits: { maxTools: -1 } },
    { closeGraceMs: Number.NaN },
  ])('refuses %j', async (options) => {
    expect(await rejection(connectMcpServer(fixture('caller'), options))).toBeInstanceOf(RangeError)
  })
})
