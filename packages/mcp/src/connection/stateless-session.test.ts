import { createManualClock, type ManualClock } from '@toolscout/testkit/internal'
import { expect, it, onTestFinished } from 'vitest'
import { type HttpBehaviour, type HttpExchange, startHttp, stream } from '../fixtures/http-server.ts'
import { until } from '../fixtures/servers.ts'
import { createRedactor } from '../redactor.ts'
import { RemoteTransport } from '../transport/remote-transport.ts'
import { createClientService } from './client-service.ts'
import { openSession } from './open-session.ts'
import { createSdkHttpTransport } from './sdk-client.ts'
import type { McpSession } from './session.ts'

interface Opened {
  readonly session: McpSession
  readonly clock: ManualClock
  /** The methods of notifications that were heard. */
  readonly heard: string[]
  readonly asked: (method: string) => number
}

function result({ response, message }: HttpExchange, given: object): true {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({ jsonrpc: '2.0', id: message?.id, result: { resultType: 'complete', ...given } }),
  )
  return true
}

/** Opens a session with a server without sessions that offers `tools`. */
async function open(tools: object, behave: HttpBehaviour): Promise<Opened> {
  const { url, requests } = await startHttp((exchange) => {
    if (exchange.message?.method !== 'server/discover') return behave(exchange)
    return result(exchange, { supportedVersions: ['2026-07-28'], capabilities: { tools } })
  })
  const clock = createManualClock()
  const heard: string[] = []
  const redact = createRedactor({ name: 'remote', transport: 'http', url })
  const transport = new RemoteTransport(
    { url },
    { mode: 'http', fetch, maxFrameBytes: 100_000, redact, createSdkTransport: createSdkHttpTransport },
  )
  onTestFinished(() => transport.close(0))
  const session = await openSession(transport, {
    events: { onNotified: (method) => void heard.push(method), onEnd: () => {}, onDiagnostic: () => {} },
    redact,
    client: createClientService(undefined, 100_000),
    clock,
    era: undefined,
    onEra: () => {},
    patienceMs: 60_000,
    isAuthorizing: () => false,
  })
  const asked = (method: string): number =>
    requests.filter(({ message }) => message?.method === method).length
  return { session, clock, heard, asked }
}

const { signal } = new AbortController()

it('listens again when the stream of changes ends, and takes what it missed for changed', async () => {
  let streams = 0
  const { clock, heard, asked } = await open({ listChanged: true }, (exchange) => {
    if (exchange.message?.method !== 'subscriptions/listen') return false
    streams += 1
    const _meta = { 'io.modelcontextprotocol/subscriptionId': exchange.message.id }
    const params = { _meta, notifications: { toolsListChanged: true } }
    const method = 'notifications/subscriptions/acknowledged'
    stream(exchange, `data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`)
    if (streams === 1) {
      const answer = { jsonrpc: '2.0', id: exchange.message.id, result: { resultType: 'complete', _meta } }
      exchange.response.end(`data: ${JSON.stringify(answer)}\n\n`)
    }
    return true
  })
  await clock.waitFor(500)
  expect([asked('subscriptions/listen'), heard]).toEqual([1, []])
  await clock.advance(500)
  await until(() => heard.length > 0)
  expect([asked('subscriptions/listen'), heard]).toEqual([2, ['notifications/tools/list_changed']])
})

it('keeps a list for as long as it holds, and has it asked for again after that', async () => {
  const { session, clock, heard, asked } = await open({}, (exchange) =>
    exchange.message?.method === 'tools/list' ? result(exchange, { tools: [], ttlMs: 1_000 }) : false,
  )
  const list = (): Promise<unknown> => session.request('tools/list', {}, { signal })
  expect(await list()).toEqual({ isResult: true, result: { tools: [] } })
  await clock.advance(999)
  await list()
  expect(asked('tools/list')).toBe(1)
  await clock.advance(1)
  await list()
  expect(asked('tools/list')).toBe(2)
  await clock.advance(29_999)
  expect(heard).toEqual([])
  await clock.advance(1)
  expect(heard).toEqual(['notifications/tools/list_changed'])
})
