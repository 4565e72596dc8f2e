import { once } from 'node:events'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { connectHttp, createClient, startHttp } from './fixtures/clients.ts'
import { initializeRequest, openRaw, rawStatus } from './fixtures/raw-http.ts'
import { serveTools } from './fixtures/served.ts'
import { echo } from './fixtures/tools.ts'
import type { ServeHttpOptions } from './http/http-serving.ts'

/** A server that looks at a token for as long as a test wants. */
async function slowlyServed(options: ServeHttpOptions = {}) {
  const { served } = await serveTools([echo])
  const asked: (() => void)[] = []
  let tellAsked = (): void => {}
  const serving = await startHttp(served, {
    ...options,
    authenticate: async ({ headers }) => {
      if (headers.authorization === 'Bearer fast') return 'ann'
      return new Promise((resolve) => {
        asked.push(() => resolve('ann'))
        tellAsked()
      })
    },
  })
  return {
    serving,
    /** Sends a request, hangs up while its token is looked at, and then lets it go on. */
    hangUp: async (request: string): Promise<void> => {
      const raw = await openRaw(serving)
      const isAsked = new Promise<void>((resolve) => {
        tellAsked = resolve
      })
      raw.socket.write(request)
      await isAsked
      raw.socket.destroy()
      await once(raw.socket, 'close')
      // Another exchange has gone through: the server has heard of the end of the first.
      await rawStatus(serving, requestOf(serving, 'GET', '/healthz'))
      for (const go of asked.splice(0)) go()
      await rawStatus(serving, requestOf(serving, 'GET', '/healthz'))
    },
  }
}

function requestOf(
  { url }: { readonly url: string },
  method: string,
  path: string,
  headers: readonly string[] = [],
): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, 'Accept: text/event-stream']
  return `${[...lines, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`
}

describe('a client that hangs up while it is asked who it is', () => {
  it('leaves its session as idle as it was', async () => {
    const clock = createManualClock()
    const { serving, hangUp } = await slowlyServed({ clock, limits: { sessionIdleMs: 1_000 } })
    const client = createClient()
    const transport = await connectHttp(client, serving.url, 'fast')
    const id = Reflect.get(transport, 'sessionId')
    await client.close()

    await hangUp(requestOf(serving, 'GET', '/mcp', [`Mcp-Session-Id: ${id}`]))
    await clock.advance(2_100)

    expect(serving.sessions()).toBe(0)
  })

  it('begins no session', async () => {
    const { serving, hangUp } = await slowlyServed()

    await hangUp(initializeRequest({ url: serving.url, token: 'slow' }))

    expect(serving.sessions()).toBe(0)
  })
})

it('a first request that is refused leaves no session', async () => {
  const { served } = await serveTools([echo])
  const serving = await startHttp(served)

  expect(await rawStatus(serving, initializeRequest(serving, ['Accept: application/json']))).toBe(406)
  expect(await rawStatus(serving, initializeRequest(serving, ['Content-Type: text/plain']))).toBe(415)

  expect(serving.sessions()).toBe(0)
})
