import { describe, expect, it, onTestFinished } from 'vitest'
import { startHttp } from '../fixtures/http-server.ts'
import { type RemoteFixture, startEverything, until } from '../fixtures/servers.ts'
import { createRedactor } from '../redactor.ts'
import { RemoteTransport } from '../transport/remote-transport.ts'
import type { MessageTransport } from '../transport/transport.ts'
import { createClientService } from './client-service.ts'
import { openSession } from './open-session.ts'
import { createSdkHttpTransport } from './sdk-client.ts'

function transportTo(url: string, mode: 'http' | 'sse'): MessageTransport {
  const redact = createRedactor({ name: 'remote', transport: mode, url })
  const transport = new RemoteTransport(
    { url },
    { mode, fetch, maxFrameBytes: 1_000_000, redact, createSdkTransport: createSdkHttpTransport },
  )
  onTestFinished(() => transport.close(0))
  return transport
}

const events = { onNotified: () => {}, onEnd: () => {}, onDiagnostic: () => {} }
const options = {
  client: createClientService(undefined, 1_000),
  redact: (text: string) => text,
  events,
  era: undefined,
  onEra: () => {},
  patienceMs: 1_000,
  isAuthorizing: () => false,
}

describe('openSession', () => {
  it('pings where it is told to, until the transport has ended', async () => {
    const { url, requests } = await startHttp()
    const pings = (): number => requests.filter(({ message }) => message?.method === 'ping').length
    const transport = transportTo(url, 'http')
    await openSession(transport, { ...options, pingMs: 10 })
    await until(() => pings() >= 2)
    await transport.close(0)
    // A session of another client goes by, and with it whatever was still on its way.
    await openSession(transportTo(url, 'http'), options)
    const after = pings()
    await openSession(transportTo(url, 'http'), options)
    expect(pings()).toBe(after)
  })

  it('is answered by a real server when it pings', async () => {
    const server: RemoteFixture = await startEverything('sse')
    onTestFinished(server.stop)
    const failures: string[] = []
    const transport = transportTo(server.url, 'sse')
    let answers = 0
    const counted: MessageTransport = {
      send: (message) => transport.send(message),
      close: (graceMs) => transport.close(graceMs),
      start: (given) =>
        transport.start({
          ...given,
          onMessage: (message) => {
            answers += 1
            given.onMessage(message)
          },
        }),
    }
    const onDiagnostic = (_kind: string, text: string): void => void failures.push(text)
    await openSession(counted, { ...options, events: { ...events, onDiagnostic }, pingMs: 10 })
    await until(() => answers >= 4)
    expect(failures).toEqual([])
  })

  it('tells at once that tools changed, and hears no other notification of a flood', async () => {
    let deliver = (_message: object): void => {}
    let changes = 0
    const failures: string[] = []
    const transport: MessageTransport = {
      start: async ({ onMessage }) => {
        deliver = onMessage
      },
      send: async (message) => {
        const { id } = message as { readonly id?: number }
        const serverInfo = { name: 'flood', version: '1' }
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo }
        if (id !== undefined) deliver({ jsonrpc: '2.0', id, result })
      },
      close: async () => {},
    }
    await openSession(transport, {
      ...options,
      events: {
        ...events,
        onNotified: () => {
          changes += 1
        },
        onDiagnostic: (_kind, text) => void failures.push(text),
      },
    })
    for (let i = 0; i < 3; i += 1) deliver({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    expect(changes).toBe(3)
    deliver({ jsonrpc: '2.0', method: 'notifications/message', params: 7 })
    deliver({ jsonrpc: '2.0', method: {} })
    expect(failures).toEqual([])
  })
})
