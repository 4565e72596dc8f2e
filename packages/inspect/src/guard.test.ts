import { describe, expect, it } from 'vitest'
import { openGateway, openInspected } from './fixtures/inspected.ts'

const PATHS = [
  '/api/overview',
  '/api/tools',
  '/api/search?q=x',
  '/api/explanation?q=x&id=x',
  '/api/task',
  '/api/tool?id=x',
  '/api/findings',
  '/api/pins',
  '/api/activity',
  '/api/searches',
  '/api/news',
]

describe('T18: what the inspector lets in', () => {
  it('is nobody without the token, whatever he asks for', async () => {
    const { send, events } = await openInspected({ gateway: openGateway() })

    for (const path of [...PATHS, '/api/nothing', '/elsewhere']) {
      expect((await send(path, { headers: {} })).status, path).toBe(401)
      expect(
        (await send(path, { headers: { authorization: 'Bearer wrong-wrong-wrong-wrong' } })).status,
      ).toBe(401)
    }
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['refused']))
  })

  it.each([
    [403, { host: 'evil.test' }],
    [403, { host: 'evil.test:80' }],
    [403, { origin: 'https://evil.test' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://127.0.0.1' }],
  ])('answers %i to %o, page and questions alike, with the token', async (status, headers) => {
    const { send, token } = await openInspected({ gateway: openGateway() })

    for (const path of ['/', '/api/overview']) {
      expect((await send(path, { headers: { ...headers, authorization: `Bearer ${token}` } })).status).toBe(
        status,
      )
    }
  })

  it('is its own page, by every name of this machine that leads to nobody else', async () => {
    const { send, port, token } = await openInspected({ gateway: openGateway() })

    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const headers = { host, origin: `http://${host}`, authorization: `Bearer ${token}` }
      expect((await send('/api/overview', { headers })).status).toBe(200)
    }
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])(
    'reads by GET alone: %s is refused',
    async (method) => {
      const { send } = await openInspected({ gateway: openGateway() })

      expect((await send('/api/overview', { method })).status).toBe(405)
    },
  )

  it('is no question that is out of bounds', async () => {
    const { send } = await openInspected({ gateway: openGateway() })

    for (const path of [
      '/api/tools?limit=201',
      '/api/tools?limit=0',
      '/api/tools?limit=1e2',
      '/api/tools?offset=-1',
      '/api/search',
      '/api/findings?limit=x',
    ]) {
      expect((await send(path)).status, path).toBe(400)
    }
    expect((await send('/api/tool?id=nothing')).status).toBe(404)
    expect((await send('/api/tool?id=%00%E2%80%8Bx')).text).not.toContain('\u200b')
    expect((await send(`/api/search?q=${'a%20'.repeat(4_000)}`)).status).toBe(200)
    expect((await send(`/api/search?q=${'a'.repeat(20_000)}`)).status).toBe(431)
  })
})

describe('what may change anything', () => {
  const ACTIONS = ['/api/call', '/api/approve', '/api/reconnect', '/api/question']
  const open = async () => {
    const gateway = openGateway()
    let runs = 0
    await gateway.register([
      { name: 'pay', description: 'Pays', inputSchema: {}, execute: () => (runs += 1) },
    ])
    return { ...(await openInspected({ gateway })), runs: () => runs }
  }
  const pay = { id: 'pay', arguments: {}, isConfirmed: true }

  it('is the page itself', async () => {
    const { act, runs } = await open()

    expect((await act('/api/call', pay)).status).toBe(200)
    expect(runs()).toBe(1)
  })

  it.each(['https://evil.test', 'null', 'http://127.0.0.1', 'http://localhost:1'])(
    'is no page of another origin: %s',
    async (origin) => {
      const { act, runs } = await open()

      for (const path of ACTIONS) expect((await act(path, pay, { origin })).status, path).toBe(403)
      expect(runs()).toBe(0)
    },
  )

  it('is refused without the token for it, and the token to look is not that', async () => {
    const { act, token, runs, send, origin } = await open()
    const headers = { origin, 'content-type': 'application/json' }

    for (const path of ACTIONS) {
      expect((await send(path, { method: 'POST', headers, body: '{}' })).status, path).toBe(401)
      expect((await act(path, pay, { authorization: `Bearer ${token}` })).status, path).toBe(401)
      expect((await act(path, pay, { authorization: 'Bearer wrong-wrong-wrong-wrong' })).status).toBe(401)
    }
    expect(runs()).toBe(0)
  })

  it('is no program that says no origin, no form, and no GET', async () => {
    const { actToken, act, runs, send } = await open()
    const headers = { authorization: `Bearer ${actToken}`, 'content-type': 'application/json' }

    for (const path of ACTIONS) {
      expect((await send(path, { method: 'POST', headers, body: JSON.stringify(pay) })).status).toBe(403)
      expect((await act(path, pay, { 'content-type': 'text/plain' })).status).toBe(415)
      expect(await send(path, { headers })).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    }
    expect(runs()).toBe(0)
  })

  it('is nothing too large or unreadable', async () => {
    const { act, runs, send, actToken, origin } = await open()
    const headers = { authorization: `Bearer ${actToken}`, 'content-type': 'application/json', origin }

    expect((await act('/api/call', { ...pay, arguments: 'x'.repeat(1_100_000) })).status).toBe(413)
    for (const body of ['', '[]', 'null', '{'])
      expect((await send('/api/call', { method: 'POST', headers, body })).status, body).toBe(400)
    for (const body of [{}, { id: 7 }, { id: 'pay', arguments: [] }])
      expect((await act('/api/call', body)).status).toBe(400)
    expect((await act('/api/call', { id: 'nothing' })).status).toBe(404)
    expect((await act('/api/reconnect', { server: 'nothing' })).status).toBe(400)
    expect((await act('/api/approve', { id: 'nothing', digest: 'a' })).status).toBe(404)
    expect(runs()).toBe(0)
  })

  it('may look with neither of its headers, but not with its token', async () => {
    const { actToken, send } = await open()

    expect((await send('/api/overview', { headers: { authorization: `Bearer ${actToken}` } })).status).toBe(
      401,
    )
  })
})

describe('what the inspector sends', () => {
  it('is a page that may do nothing but what it was made for', async () => {
    const { send, origin } = await openInspected({ gateway: openGateway() })
    const { headers, text } = await send('/', { headers: {} })
    const policy = String(headers['content-security-policy'])

    expect(policy).toMatch(
      /default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}'; connect-src 'self'/,
    )
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    // Nothing of it comes from elsewhere.
    expect([...text.matchAll(/(?:src|href)=["']?(?:https?:)?\/\//g)]).toEqual([])
    expect(text).not.toContain(origin)
    expect(Buffer.byteLength(text)).toBeLessThan(200 * 1_024)
  })

  it('is guarded alike where it is a refusal or an answer', async () => {
    const { send } = await openInspected({ gateway: openGateway() })

    for (const path of ['/api/overview', '/nothing']) {
      const { headers } = await send(path)
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    }
  })

  it('never holds the token, or what a server is configured with', async () => {
    const gateway = openGateway()
    gateway.addServer({
      name: 'local',
      transport: 'stdio',
      command: process.execPath,
      args: ['-e', 'process.exit(3)', 'canary-argument'],
      env: { KEY: 'canary-environment' },
    })
    gateway.addServer({
      name: 'remote',
      transport: 'http',
      url: 'http://canary-user:canary-password@127.0.0.1:9/canary-path?key=canary-query',
      headers: { 'x-key': 'canary-header' },
    })
    gateway.start()
    await gateway.settled({ timeoutMs: 20_000 })
    const { send, token } = await openInspected({ gateway })

    const paths = ['/', ...PATHS.filter((path) => path !== '/api/news'), '/nothing']
    const data = (await Promise.all(paths.map((path) => send(path)))).map(({ text }) => text).join('\n')
    expect(data).toContain('"remote"')
    expect(data).not.toContain('canary')
    expect(data).not.toContain(token)
  })
})
