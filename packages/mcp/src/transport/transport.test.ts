import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSdkHttpTransport } from '../connection/sdk-client.ts'
import { fixture } from '../fixtures/servers.ts'
import { createRedactor } from '../redactor.ts'
import { RemoteTransport } from './remote-transport.ts'
import { StdioTransport } from './stdio-transport.ts'
import type { MessageTransport } from './transport.ts'

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

async function overHttp(): Promise<MessageTransport> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })}\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const config = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` }
  return new RemoteTransport(config, {
    mode: 'http',
    fetch: globalThis.fetch,
    maxFrameBytes: 1_000,
    redact: (text) => text,
    createSdkTransport: createSdkHttpTransport,
  })
}

function overStdio(): Promise<MessageTransport> {
  const config = fixture('caller')
  const transport = new StdioTransport(config, { maxFrameBytes: 100_000, redact: createRedactor(config) })
  return Promise.resolve(transport)
}

describe.each([
  ['stdio', overStdio],
  ['HTTP', overHttp],
])('a transport over %s whose callbacks all throw', (_name, open) => {
  it('reports it, ends that connection once, and throws nowhere', async () => {
    const transport = await open()
    onTestFinished(() => transport.close(100))
    const uncaught: unknown[] = []
    const watch = (error: unknown): void => void uncaught.push(error)
    process.on('uncaughtException', watch)
    onTestFinished(() => void process.off('uncaughtException', watch))
    const reported: string[] = []
    const ends: unknown[] = []
    const ended = new Promise<void>((resolve) => {
      void transport.start({
        onMessage: () => {
          throw new RangeError('Maximum call stack size exceeded')
        },
        onEnd: (failure) => {
          ends.push(failure)
          resolve()
          throw new TypeError('onEnd')
        },
        onDiagnostic: (_kind, message) => {
          reported.push(message)
          throw new TypeError('onDiagnostic')
        },
      })
    })
    await transport.send(INITIALIZE).catch(() => {})
    await ended
    await transport.close(100)
    expect(ends).toEqual([expect.objectContaining({ code: 'MCP_TRANSPORT_FAILED' })])
    expect(reported).toContain('a message of the server could not be handled (RangeError)')
    expect(reported).toContain('the end could not be handled (TypeError)')
    expect(uncaught).toEqual([])
  })
})
