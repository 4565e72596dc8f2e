import { type JsonObject, onAbort } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import type { McpAuthProvider } from './auth-provider.ts'
import { connectMcpServer } from './connect.ts'
import { McpAuthError } from './errors.ts'
import { connect } from './fixtures/connect.ts'
import { remote, startHttp } from './fixtures/http-server.ts'
import { startProtected } from './fixtures/protected-server.ts'
import { rejection } from './fixtures/servers.ts'

interface Desk {
  readonly provider: McpAuthProvider
  /** What a person was shown. */
  readonly shown: URL[]
  readonly kept: () => JsonObject | undefined
}

/** Somebody who grants what is asked: the code is the scope, so that the token endpoint knows what was granted. */
function desk(more: Partial<McpAuthProvider> = {}, kept?: JsonObject): Desk {
  const shown: URL[] = []
  let state = kept
  const provider: McpAuthProvider = {
    load: async () => state,
    save: async (given) => {
      state = given
    },
    authorize: async (url) => {
      shown.push(url)
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', url.searchParams.get('scope') ?? 'everything')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return back
    },
    redirectUrl: 'http://127.0.0.1:8976/callback',
    ...more,
  }
  return { provider, shown, kept: () => state }
}

/** Without anybody to ask. */
function lonely(kept?: JsonObject): Desk {
  const { provider, ...rest } = desk({}, kept)
  const { authorize: _nobody, ...alone } = provider
  return { provider: alone, ...rest }
}

const OLD: JsonObject = {
  client: { client_id: 'registered' },
  tokens: { access_token: 'access-token-0', refresh_token: 'refresh-token-0', token_type: 'Bearer' },
}

function issuedBy(issuer: string): JsonObject {
  return { ...OLD, tokens: { ...(OLD.tokens as JsonObject), issuer } }
}

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

  it('gets one that may do more when it asks for that, and nobody is asked twice', async () => {
    const { url } = await startProtected({ adminScope: 'admin' })
    const { provider, shown } = desk()
    const connection = await connect(remote(url), { authProvider: () => provider })
    expect(await connection.call('admin', {})).toMatchObject({ content: [{ text: 'access-token-2' }] })
    expect(shown.map((asked) => asked.searchParams.get('scope'))).toEqual([null, 'admin'])
    expect(await connection.call('admin', {})).toMatchObject({ content: [{ text: 'access-token-2' }] })
    expect(shown).toHaveLength(2)
  })

  it('is asked by itself where no person is needed', async () => {
    const { url, log } = await startProtected()
    const { provider } = lonely()
    const client = { id: 'robot', secret: 'client-secret-2' }
    const connection = await connect(remote(url), {
      authProvider: () => ({ ...provider, grant: 'client_credentials', client }),
    })
    expect(await connection.call('who', {})).toMatchObject({ content: [{ text: 'access-token-1' }] })
    expect(log).toEqual(['401', 'resource metadata', 'token client_credentials'])
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
      connectMcpServer(remote(url, 'auto'), { authProvider: () => lonely().provider }),
    )
    expect(error).toBeInstanceOf(McpAuthError)
    expect(error).toMatchObject({
      code: 'MCP_AUTH_REQUIRED',
      message: expect.stringMatching(/"remote" wants an authorization: somebody has to grant access/),
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
    const { provider } = lonely(issuedBy(origin))
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

describe('a hostile server', () => {
  it.each([
    ['a program as the page to show', { authorization_endpoint: 'file:///bin/sh' }],
    ['a command as the page to show', { authorization_endpoint: 'calc://$(touch /tmp/pwned)/' }],
    ['a page that is not encrypted', { authorization_endpoint: 'http://evil.example/authorize' }],
    ['a metadata service for tokens', { token_endpoint: 'http://169.254.169.254/latest/meta-data/' }],
    ['a metadata service as authorization server', { authorization_servers: ['http://169.254.169.254/'] }],
    ['a metadata service for registration', { registration_endpoint: 'https://[fd00:ec2::254]/' }],
  ])('that names %s is not followed', async (_what, metadata) => {
    const visited: string[] = []
    const { url, origin } = await startProtected({ metadata })
    const { provider, shown } = desk()
    const error = await rejection(
      connectMcpServer(remote(url), {
        authProvider: () => provider,
        fetch: (input, init) => {
          visited.push(String(input))
          return fetch(input, init)
        },
      }),
    )
    expect(error).toMatchObject({ code: 'MCP_AUTH_REQUIRED', details: { reason: 'failed' } })
    expect(shown).toEqual([])
    expect(visited.filter((address) => !address.startsWith(origin))).toEqual([])
  })

  it('is not given what refreshes tokens of another authorization server', async () => {
    for (const kept of [OLD, issuedBy('https://login.example/')]) {
      const { url, log } = await startProtected()
      const { provider, shown } = desk({}, kept)
      await connect(remote(url), { authProvider: () => provider })
      expect(log).not.toContain('token refresh_token')
      expect(shown).toHaveLength(1)
    }
  })

  it('that puts its metadata at another address is not followed there, nor to where it redirects', async () => {
    const canary = await startHttp()
    const visited: string[] = []
    const away = await startHttp(({ response }) => {
      response.writeHead(302, { location: canary.url }).end()
      return true
    })
    for (const metadataUrl of ['http://169.254.169.254/x', away.url]) {
      const { url } = await startProtected({ metadataUrl })
      const { provider } = desk()
      const options = {
        authProvider: () => provider,
        fetch: ((input, init) => {
          visited.push(new URL(String(input)).hostname)
          return fetch(input, init)
        }) as typeof fetch,
      }
      await connectMcpServer(remote(url), options).then(
        (connection) => connection.close(),
        () => {},
      )
    }
    expect(visited).not.toContain('169.254.169.254')
    expect(canary.requests).toEqual([])
  })

  it('cannot have an answer to somebody else’s question taken for one to ours', async () => {
    const { url, log } = await startProtected()
    const { provider } = desk()
    const error = await rejection(
      connectMcpServer(remote(url), {
        authProvider: () => ({
          ...provider,
          authorize: async () => 'http://127.0.0.1:8976/callback?code=x&state=theirs',
        }),
      }),
    )
    expect(error).toMatchObject({
      code: 'MCP_AUTH_REQUIRED',
      message: expect.stringMatching(/no answer to our question/),
    })
    expect(log).not.toContain('token authorization_code')
  })
})
