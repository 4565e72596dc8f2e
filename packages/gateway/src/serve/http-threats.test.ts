import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { startHttp } from './fixtures/clients.ts'
import { initializeRequest, openRaw, rawStatus, statusOf } from './fixtures/raw-http.ts'
import { serveTools } from './fixtures/served.ts'
import { echo } from './fixtures/tools.ts'
import type { ServeHttpOptions } from './http/http-serving.ts'
import type { ServeEvent } from './served.ts'

async function start(options: ServeHttpOptions = {}) {
  const events: ServeEvent[] = []
  const { served } = await serveTools([echo])
  const serving = await startHttp(served, { ...options, onEvent: (event) => events.push(event) })
  return { serving, events }
}

describe('T18: what a server lets in', () => {
  it('is a client that names it and shows its token', async () => {
    const { serving, events } = await start()

    expect(await rawStatus(serving, initializeRequest(serving))).toBe(200)
    expect(events).toEqual([{ type: 'sessionOpened', session: 1, principal: '' }])
  })

  it.each([
    [403, 'Host: evil.test'],
    [403, 'Host: localhost'],
    [403, 'Origin: null'],
    [403, 'Origin: http://evil.test'],
    [401, 'Authorization: Bearer wrong'],
    [401, 'Authorization: Basic eDp5'],
    [404, 'Mcp-Session-Id: made-up'],
    [415, 'Content-Type: text/plain'],
    [406, 'Accept: application/json'],
  ])('is refused with %i: %s', async (status, header) => {
    const { serving, events } = await start()

    expect(await rawStatus(serving, initializeRequest(serving, [header]))).toBe(status)
    // Nothing is opened for a request that names the wrong server or shows no token.
    if (status < 404) expect(events.map(({ type }) => type)).toEqual(['refused'])
  })

  it('is refused before its body is looked at, and whatever the body', async () => {
    const { serving } = await start()
    const { socket, received, ended } = await openRaw(serving)
    const [head] = initializeRequest(serving, ['Origin: null', 'Content-Length: 99999999999']).split(
      '\r\n\r\n',
    )

    socket.write(`${head}\r\n\r\n{`)
    await ended

    expect(statusOf(received())).toBe(403)
  })

  it('is no answer that holds a token', async () => {
    const { serving, events } = await start()
    const { socket, received, ended } = await openRaw(serving)
    socket.end(initializeRequest(serving, ['Authorization: Bearer canary-canary-canary']))
    await ended

    expect(received()).not.toContain('canary')
    expect(JSON.stringify(events)).not.toContain('canary')
    expect(JSON.stringify(events)).not.toContain(serving.token)
  })

  it('says how it goes to whoever asks, and nothing else', async () => {
    const { serving } = await start()
    const { host } = new URL(serving.url)
    const { socket, received, ended } = await openRaw(serving)
    socket.end(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    await ended

    expect(received()).toMatch(/\r\n\r\n\{"status":"ready"\}$/)
    for (const path of [
      '/',
      '/sse',
      '/messages',
      '/healthz/',
      '/%6dcp',
      '/mcp/',
      '//mcp',
      '/healthz/../mcp',
    ]) {
      const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${serving.token}\r\nConnection: close\r\n\r\n`
      expect(await rawStatus(serving, request), path).toBe(404)
    }
  })

  it('is a page that may speak to it, and asks before it does', async () => {
    const { serving } = await start({ allowedOrigins: ['https://app.example'] })
    const { host } = new URL(serving.url)
    const { socket, received, ended } = await openRaw(serving)
    socket.end(
      `OPTIONS /mcp HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://app.example\r\nConnection: close\r\n\r\n`,
    )
    await ended

    expect(statusOf(received())).toBe(204)
    expect(received()).toContain('access-control-allow-origin: https://app.example')
    expect(
      await rawStatus(serving, `OPTIONS /mcp HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://x.example\r\n\r\n`),
    ).toBe(403)
  })
})

describe('T18: what a client may take', () => {
  it('is a body of a certain size, said or not', async () => {
    const { serving } = await start({ limits: { maxBodyBytes: 10_000 } })
    const said = await rawStatus(serving, initializeRequest(serving, ['Content-Length: 10001']))
    const { socket, received, ended } = await openRaw(serving)
    const [head] = initializeRequest(serving, ['Transfer-Encoding: chunked']).split('\r\n\r\n')
    socket.write(`${head?.replace(/Content-Length: \d+\r\n/, '')}\r\n\r\n`)
    for (let sent = 0; sent < 11; sent += 1) socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`)
    await ended

    expect([said, statusOf(received())]).toEqual([413, 413])
  })

  it('is 100 MB no server keeps: it hangs up on whoever goes on', async () => {
    const { serving } = await start()
    const { socket, ended } = await openRaw(serving)
    const [head] = initializeRequest(serving, ['Transfer-Encoding: chunked']).split('\r\n\r\n')
    socket.write(`${head?.replace(/Content-Length: \d+\r\n/, '')}\r\n\r\n`)
    const before = process.memoryUsage().rss
    const chunk = `100000\r\n${'x'.repeat(1_048_576)}\r\n`
    let sent = 0
    while (!socket.destroyed && sent < 100) {
      sent += 1
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => undefined), ended])
    }
    await ended

    expect(sent).toBeLessThan(100)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576)
  })

  it('is a flood of tiny chunks as well', async () => {
    const { serving } = await start({ limits: { maxBodyBytes: 1_000 } })
    const { socket, received, ended } = await openRaw(serving)
    const [head] = initializeRequest(serving, ['Transfer-Encoding: chunked']).split('\r\n\r\n')
    socket.write(`${head?.replace(/Content-Length: \d+\r\n/, '')}\r\n\r\n${'1\r\nx\r\n'.repeat(2_000)}`)
    await ended

    expect(statusOf(received())).toBe(413)
  })

  it('is so many headers of so many bytes', async () => {
    const { serving } = await start()
    const many = Array.from({ length: 60 }, (_, i) => `X-${i}: 1`)

    expect(await rawStatus(serving, initializeRequest(serving, [...many, 'X-61: 1']))).toBe(431)
    expect(await rawStatus(serving, initializeRequest(serving, [`X-Long: ${'x'.repeat(16_384)}`]))).toBe(431)
    expect(await rawStatus(serving, initializeRequest(serving, many.slice(0, 50)))).toBe(200)
  })

  it.each([
    ['headers', (head: string) => head.slice(0, -4)],
    ['a body', (head: string) => `${head}\r\n\r\n{`],
  ])('is not all the time in the world to send %s (slowloris)', async (_what, cut) => {
    const { serving } = await start({ limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } })
    const { socket, received, ended } = await openRaw(serving)
    const [head = ''] = initializeRequest(serving).split('\r\n\r\n')
    socket.write(cut(head))
    const drip = setInterval(() => socket.write('x'), 50)
    await ended
    clearInterval(drip)

    expect([408, 0]).toContain(statusOf(received()))
  })

  it('is so many connections', async () => {
    const { serving } = await start({ limits: { maxConnections: 2 } })
    await openRaw(serving)
    await openRaw(serving)
    const third = await openRaw(serving)
    await third.ended

    expect(third.received()).toBe('')
  })

  it('is nothing for JSON that is none, or no MCP', async () => {
    const { serving } = await start()
    const bodies = ['{', '[]', '5', 'null', '{"a":1}', '[{"jsonrpc":"2.0"}]', '"x"', `${'['.repeat(100_000)}`]
    const statuses = await Promise.all(
      bodies.map((body) => {
        const [head] = initializeRequest(serving, [`Content-Length: ${body.length}`]).split('\r\n\r\n')
        return rawStatus(serving, `${head}\r\n\r\n${body}`)
      }),
    )

    expect(new Set(statuses)).toEqual(new Set([400]))
  })

  it.each([
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"a":DEEP}}',
    '{"jsonrpc":"2.0","id":DEEP,"method":"initialize"}',
    '[DEEP]',
  ])('is nothing for %s that is nested beyond any stack', async (text) => {
    const { serving } = await start()
    const headers = {
      authorization: `Bearer ${serving.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const body = text.replace('DEEP', '['.repeat(100_000) + ']'.repeat(100_000))
    const answer = await fetch(serving.url, { method: 'POST', headers, body })
    const message = 'The body is nested more than 128 levels deep.'
    expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } })
    expect(answer.status).toBe(400)
  })
})

describe('limits', () => {
  it.each([
    { maxBodyBytes: 0 },
    { maxSessions: 0 },
    { maxConnections: -1 },
    { headersTimeoutMs: 1.5 },
    { sessionIdleMs: Number.POSITIVE_INFINITY },
    { requestTimeoutMs: Number.NaN },
  ])('are never removed by a value that is none: %j', async (limits) => {
    const { served } = await serveTools([])
    await expect(startHttp(served, { limits })).rejects.toThrow(RangeError)
  })

  it('and options that nobody reads are refused', async () => {
    const { served } = await serveTools([])
    await expect(startHttp(served, { limits: { maxBodySize: 1 } as object })).rejects.toThrow('maxBodyBytes')
    await expect(startHttp(served, { prot: 1 } as object)).rejects.toThrow('port')
  })
})
