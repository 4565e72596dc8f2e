import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectHttp, createClient, startHttp } from './fixtures/clients.ts'
import { openRaw } from './fixtures/raw-http.ts'
import { serveTools } from './fixtures/served.ts'
import { echo, talkative, waiter } from './fixtures/tools.ts'
import type { HttpServing } from './http/http-serving.ts'
import { serveHttp } from './serve-http.ts'
import type { ServeEvent } from './served.ts'

/** Begins a session by hand, and gives the way to speak in it. */
async function begin({ url, token }: HttpServing) {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const post = (message: object): Promise<Response> =>
    fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
  const begun = await post({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  })
  await begun.text()
  headers['mcp-session-id'] = begun.headers.get('mcp-session-id') ?? ''
  return { headers, post }
}

const call = (name: string, id = 1): object => ({ id, method: 'tools/call', params: { name, arguments: {} } })

describe('closing', () => {
  it('lets calls under way end, lets nobody in meanwhile, and stops the gateway', async () => {
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = (): void => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const { served, gateway } = await serveTools([
      talkative(() => {
        begun()
        return gate
      }),
    ])
    const serving = await startHttp(served)
    const client = createClient()
    await connectHttp(client, serving.url, serving.token)
    const result = client.callTool({ name: 'talkative' })
    await hasBegun

    const closing = serving.close()
    const late = await fetch(serving.url, { method: 'POST' }).then(
      ({ status }) => status,
      () => 'refused',
    )
    release()

    expect(await result).toMatchObject({ content: [{ text: 'done' }] })
    await closing
    expect(late).toBe('refused')
    expect([gateway.state(), serving.sessions()]).toEqual(['stopped', 0])
    await expect(fetch(serving.url)).rejects.toThrow()
  })

  it.each([
    [
      'the time is up',
      async (serving: HttpServing, clock: ReturnType<typeof createManualClock>) => {
        void serving.close()
        await clock.waitFor(10_000)
        await clock.advance(10_000)
      },
    ],
    [
      'somebody is in a hurry',
      async (serving: HttpServing) => {
        void serving.close()
        void serving.close({ drainMs: 0 })
      },
    ],
  ])('gives up calls when %s', async (_when, hurry) => {
    let stopped: Promise<unknown> | undefined
    const clock = createManualClock()
    const begun = new Promise<void>((resolve) => {
      void serveTools([
        waiter((signal) => {
          stopped = new Promise((done) => signal.addEventListener('abort', done))
          resolve()
        }),
      ]).then(async ({ served }) => {
        const serving = await startHttp(served, { clock })
        const { post } = await begin(serving)
        void post(call('waiter')).catch(() => undefined)
        await begun
        await hurry(serving, clock)
        await serving.closed
        finished()
      })
    })
    let finished = (): void => {}
    await new Promise<void>((resolve) => {
      finished = resolve
    })
    await stopped
  })

  it('leaves the gateway to those who want to keep it', async () => {
    const { served, gateway } = await serveTools([echo])
    const serving = await startHttp(served, { stopGateway: false })
    await serving.close()
    expect(gateway.state()).not.toBe('stopped')
  })

  it('rejects as listening does, and stops what it began', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    const { served, gateway } = await serveTools([echo])

    await expect(serveHttp(served, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect(gateway.state()).toBe('stopped')
  })
})

describe('a stream that broke', () => {
  it('goes on where it was, with the answer that came meanwhile', async () => {
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { served } = await serveTools([talkative(() => gate)])
    const serving = await startHttp(served)
    const { headers, post } = await begin(serving)
    const first = await post(call('talkative', 7))
    const reader = first.body?.getReader()
    const chunk = await reader?.read()
    const lastEventId = /^id: (\S+)$/m.exec(Buffer.from(chunk?.value ?? []).toString())?.[1] ?? ''
    await reader?.cancel()
    release()

    const resumed = await fetch(serving.url, { headers: { ...headers, 'last-event-id': lastEventId } })
    let text = ''
    for await (const part of resumed.body ?? []) {
      text += Buffer.from(part).toString()
      if (text.includes('"id":7')) break
    }

    expect(text).toContain('done')
  })

  it('of another session is nothing', async () => {
    const { served } = await serveTools([talkative()])
    const serving = await startHttp(served)
    const [mine, yours] = [await begin(serving), await begin(serving)]
    const answer = await (await mine.post(call('talkative'))).text()
    const id = /^id: (\S+)$/m.exec(answer)?.[1] ?? ''

    const stolen = await fetch(serving.url, { headers: { ...yours.headers, 'last-event-id': id } })

    expect(stolen.status).toBe(400)
    expect(await stolen.text()).not.toContain('result')
  })
})

describe('a client that reads nothing', () => {
  it('is hung up on, and its session goes on', async () => {
    const { served } = await serveTools([
      { ...echo, inputSchema: { type: 'object' }, execute: () => 'x'.repeat(30_000) },
    ])
    const events: ServeEvent[] = []
    const serving = await startHttp(served, {
      limits: { stallMs: 300 },
      onEvent: (event) => events.push(event),
    })
    const { headers, post } = await begin(serving)
    const { socket, received, ended } = await openRaw(serving)
    socket.pause()
    const body = (id: number): string => JSON.stringify({ jsonrpc: '2.0', ...call('echo', id) })
    const { host } = new URL(serving.url)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    for (let id = 1; id <= 400; id += 1) {
      const text = body(id)
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}Content-Length: ${text.length}\r\n\r\n${text}`,
      )
    }
    // Whoever reads nothing notices only by speaking that nobody listens any more.
    const speak = setInterval(() => socket.write('x'), 20)
    await ended
    clearInterval(speak)

    expect(received().split('HTTP/1.1 200').length - 1).toBeLessThan(400)
    expect((await post({ id: 9_999, method: 'ping' })).status).toBe(200)
  })
})

it('has no endpoint for clients of 2024 unless that is wanted', async () => {
  const { served } = await serveTools([echo])
  const serving = await startHttp(served)
  const headers = { authorization: `Bearer ${serving.token}` }
  expect((await fetch(serving.url.replace('/mcp', '/sse'), { headers })).status).toBe(404)
})

it('listens on this machine alone, and on IPv6 where it is told to', async () => {
  const { served } = await serveTools([echo])
  expect(new URL((await startHttp(served)).url).hostname).toBe('127.0.0.1')
  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  )
  if (!hasIpv6) return
  const six = await startHttp(served, { host: '::1' })
  const client = createClient()
  await connectHttp(client, six.url, six.token)
  expect(await client.ping()).toEqual({})
})
