import type { JsonObject } from '@toolscout/model'
import { onAbort } from '@toolscout/model/internal'
import { describe, expect, it } from 'vitest'
import { connectMcpServer } from './connection/connect.ts'
import { McpAuthError } from './errors.ts'
import { desk, issuedBy, OLD, withoutPerson } from './fixtures/auth-desk.ts'
import { connect } from './fixtures/connect.ts'
import { refuse, remote, startHttp, stream } from './fixtures/http-server.ts'
import { startProtected } from './fixtures/protected-server.ts'
import { rejection } from './fixtures/servers.ts'
import type { McpAuthProvider } from './oauth/auth-provider.ts'

describe('a server that wants an authorization', () => {
  it('gets a token that somebody granted, which is kept for the next time', async () => {
    const { url, log } = await startProtected()
    const { provider, shown, kept } = desk()
    const authProvider = (): McpAuthProvider => provider
    const connection = await connect(remote(url), { authProvider })
    expect(await connection.call('who', {})).toMatchObject({ content: [{ text: 'access-token-1' }] })
    expect(log).toEqual(['401', 'resource metadata', 'register', 'token authorization_code'])
    expect(shown).toHaveLength(1)
    expect(kept()).toMatchObject({
      tokens: { access_token: 'access-token-1' },
      client: { client_id: 'registered' },
    })
    await connect(remote(url), { authProvider })
    expect(shown).toHaveLength(1)
  })

  it('gets a refreshed token in place of an old one, once for many calls', async () => {
    const { url, log, expire } = await startProtected()
    const { provider, shown } = desk()
    const connection = await connect(remote(url), { authProvider: () => provider })
    expire()
    log.length = 0
    const results = await Promise.all(Array.from({ length: 20 }, () => connection.call('who', {})))
    expect(new Set(results.map(({ content }) => JSON.stringify(content))).size).toBe(1)
    expect(log.filter((entry) => entry.startsWith('token'))).toEqual(['token refresh_token'])
    expect(shown).toHaveLength(1)
  })

  it('gets a call that is to leave once only once, and a new token for those that follow', async () => {
    const { url, log, expire } = await startProtected()
    const connection = await connect(remote(url), { authProvider: () => desk().provider })
    expire()
    log.length = 0
    const refused = await rejection(connection.call('who', {}, { atMostOnce: true }))
    expect(refused).toMatchObject({ cause: { details: { httpStatus: 401 } } })
    expect(await connection.call('who', {}, { atMostOnce: true })).toMatchObject({ content: [{}] })
    expect(log.filter((entry) => entry.startsWith('token'))).toEqual(['token refresh_token'])
  })

  it('gets the token that another process has kept meanwhile', async () => {
    const { url, log, expire } = await startProtected()
    const first = desk()
    await connect(remote(url), { authProvider: () => first.provider })
    expire()
    const second = desk({}, first.kept())
    const connection = await connect(remote(url), { authProvider: () => second.provider })
    await first.provider.save(second.kept() ?? {})
    log.length = 0
    const other = await connect(remote(url), { authProvider: () => first.provider })
    await other.call('who', {})
    await connection.call('who', {})
    expect(log).toEqual([])
  })

  it('renews one at a time where the service takes a refresh token once, and keeps the other logged in', async () => {
    const { url, log, expire } = await startProtected({ rotates: true })
    const first = desk()
    await connect(remote(url), { authProvider: () => first.provider })
    let last = Promise.resolve()
    // As two processes with one login: each has its own memory, and what is kept is shared.
    const exclusively = (renew: () => Promise<void>): Promise<void> => {
      last = last.then(renew, renew)
      return last
    }
    const { authorize: _nobody, ...alone } = first.provider
    const both = await Promise.all(
      [1, 2].map(() => connect(remote(url), { authProvider: () => ({ ...alone, exclusively }) })),
    )
    for (let round = 0; round < 3; round += 1) {
      expire()
      await Promise.all(both.map((connection) => connection.call('who', {})))
    }
    expect(log.filter((entry) => entry === 'token refresh_token')).toHaveLength(3)
  })

  it('fails with what keeps renewals apart, as with any other failure', async () => {
    const { url } = await startProtected()
    const exclusively = (): Promise<void> => Promise.reject(new RangeError('no room for a lock'))
    const connecting = connect(remote(url), { authProvider: () => desk({ exclusively }).provider })
    expect(await rejection(connecting)).toMatchObject({
      code: 'MCP_AUTH_REQUIRED',
      message: expect.stringMatching(/getting it failed: no room for a lock/),
    })
  })

  it('gets one that may do more when it asks for that, and nobody is asked twice', async () => {
    const { url } = await startProtected({ adminScope: 'admin' })
    const { provider, shown } = desk()
    const connection = await connect(remote(url), { authProvider: () => provider })
    expect(await connection.call('admin', {})).toMatchObject({ content: [{ text: 'access-token-2' }] })
    expect(shown.map((asked) => asked.searchParams.get('scope'))).toEqual([null, 'admin'])
    expect(await connection.call('admin', {})).toMatchObject({ content: [{ text: 'access-token-2' }] })
    expect(shown).toHaveLength(2)
  })

  it('gets one that goes on to allow what the one before did', async () => {
    const { url } = await startProtected({ adminScope: 'admin', tellsScope: true })
    const { provider, shown } = desk({ scope: 'files:read' })
    const connection = await connect(remote(url), { authProvider: () => provider })
    await connection.call('admin', {})
    expect(shown.map((asked) => asked.searchParams.get('scope'))).toEqual(['files:read', 'files:read admin'])
  })

  it('is asked by itself where no person is needed', async () => {
    const { url, log } = await startProtected()
    const { provider } = withoutPerson()
    const client = { id: 'robot', secret: 'client-secret-2' }
    const connection = await connect(remote(url), {
      authProvider: () => ({ ...provider, grant: 'client_credentials', client }),
    })
    expect(await connection.call('who', {})).toMatchObject({ content: [{ text: 'access-token-1' }] })
    expect(log).toEqual(['401', 'resource metadata', 'token client_credentials'])
  })

  it('gets it over the older transport too, on its stream as on what is sent', async () => {
    let push = (_event: string): void => {}
    const { url, requests } = await startHttp((exchange) => {
      const { request, response, message } = exchange
      if (request.headers.authorization !== 'Bearer new') return refuse(exchange, 401)
      if (request.method === 'GET') {
        push = (event) => void response.write(event)
        return stream(exchange, 'event: endpoint\ndata: /messages\n\n')
      }
      response.writeHead(202).end()
      const initialized = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        serverInfo: { name: 's', version: '1' },
      }
      const result = message?.method === 'initialize' ? initialized : { content: [] }
      if (message?.id !== undefined)
        push(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n\n`)
      return true
    })
    const tokens = ['old', 'new']
    const { provider } = withoutPerson()
    const load = async (): Promise<JsonObject> => ({ tokens: { access_token: tokens.shift() ?? 'new' } })
    const connection = await connect(remote(url, 'sse'), { authProvider: () => ({ ...provider, load }) })
    expect(await connection.call('who', {})).toEqual({ content: [] })
    expect(requests.filter(({ request }) => request.headers.authorization === 'Bearer old')).toHaveLength(1)
  })

  it('keeps the header of the configuration, where there is one', async () => {
    const { url, requests } = await startHttp()
    const { provider } = desk({}, OLD)
    await connect({ ...remote(url), headers: { authorization: 'Bearer mine' } } as never, {
      authProvider: () => provider,
    })
    expect(new Set(requests.map(({ request }) => request.headers.authorization))).toEqual(
      new Set(['Bearer mine']),
    )
  })
})

describe('what cannot be done', () => {
  it('without a person is said at once, before anything is asked', async () => {
    const { url, log } = await startProtected()
    const error = await rejection(
      connectMcpServer(remote(url, 'auto'), { authProvider: () => withoutPerson().provider }),
    )
    expect(error).toBeInstanceOf(McpAuthError)
    expect(error).toMatchObject({
      code: 'MCP_AUTH_REQUIRED',
      message: expect.stringMatching(/"remote" needs a login: somebody has to grant access/),
      details: { server: 'remote', reason: 'person', failure: 'unauthorized', outcome: 'notRun' },
    })
    expect(log).toEqual(['401'])
  })

  it('with a token that is refused right away ends, and is not tried for ever', async () => {
    const { url, log } = await startProtected({ takesTokens: false })
    const { provider, shown } = desk()
    const error = await rejection(connectMcpServer(remote(url, 'auto'), { authProvider: () => provider }))
    expect(error).toMatchObject({ code: 'MCP_AUTH_REQUIRED', details: { reason: 'refused' } })
    expect(shown).toHaveLength(1)
    expect(log.filter((entry) => entry === '401')).toHaveLength(2)
  })

  it('because somebody said no is not asked again with each call', async () => {
    const { url } = await startProtected({ adminScope: 'admin' })
    const { provider } = desk()
    let asked = 0
    const connection = await connect(remote(url), {
      authProvider: () => ({
        ...provider,
        authorize: async (shown, options) => {
          asked += 1
          if (shown.searchParams.has('scope')) throw new Error('not today, my password is swordfish')
          return (await provider.authorize?.(shown, options)) ?? ''
        },
      }),
    })
    for (let i = 0; i < 3; i += 1) {
      const error = await rejection(connection.call('admin', {}))
      expect(error).toMatchObject({ code: 'MCP_AUTH_REQUIRED', details: { outcome: 'notRun' } })
      await connection.call('who', {})
    }
    expect(asked).toBe(2)
    expect(connection.status).toBe('connected')
  })

  it('because the authorization server fails is told without the secrets it repeats', async () => {
    const { url, origin } = await startProtected({ tokenError: () => 'invalid_request' })
    const { provider } = withoutPerson(issuedBy(origin))
    const error = await rejection(
      connectMcpServer(remote(url), {
        authProvider: () => ({ ...provider, client: { id: 'a', secret: 'client-secret-3' } }),
      }),
    )
    expect(error).toMatchObject({ code: 'MCP_AUTH_REQUIRED', details: { reason: 'failed' } })
    expect(String(error)).not.toMatch(/refresh-token-0|client-secret-3|access-token-0/)
  })

  it('because what was kept cannot be read', async () => {
    const { url, log } = await startProtected()
    const { provider } = desk()
    const broken = { ...provider, load: () => Promise.reject(new Error('the disk is full')) }
    const error = await rejection(connectMcpServer(remote(url), { authProvider: () => broken }))
    expect(error).toMatchObject({
      code: 'MCP_AUTH_REQUIRED',
      message: expect.stringMatching(/cannot be read: the disk is full$/),
    })
    expect(log).toEqual([])
  })

  it('in the time a connect has is given up, and so is the person', async () => {
    const { url } = await startProtected()
    const { provider } = desk()
    let gaveUp = false
    const connecting = connectMcpServer(remote(url), {
      timeouts: { connectMs: 300 },
      authProvider: () => ({
        ...provider,
        authorize: (_url, { signal }) =>
          new Promise((_resolve, reject) => {
            onAbort(signal, () => {
              gaveUp = true
              reject(signal.reason)
            })
          }),
      }),
    })
    expect(await rejection(connecting)).toMatchObject({ code: 'MCP_TIMEOUT' })
    expect(gaveUp).toBe(true)
  })

  it('by design: a person without a place to come back to', async () => {
    const { redirectUrl: _none, ...provider } = desk().provider
    const connecting = connectMcpServer(remote('http://127.0.0.1:1/'), { authProvider: () => provider })
    expect(await rejection(connecting)).toBeInstanceOf(TypeError)
  })
})
