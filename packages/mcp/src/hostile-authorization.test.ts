import { describe, expect, it } from 'vitest'
import { connectMcpServer } from './connection/connect.ts'
import { desk, issuedBy, OLD } from './fixtures/auth-desk.ts'
import { connect } from './fixtures/connect.ts'
import { remote, startHttp } from './fixtures/http-server.ts'
import { startProtected } from './fixtures/protected-server.ts'
import { rejection } from './fixtures/servers.ts'

describe('a hostile server', () => {
  it.each([
    ['a program as the page to show', { authorization_endpoint: 'file:///bin/sh' }],
    ['a command as the page to show', { authorization_endpoint: 'calc://$(touch /tmp/pwned)/' }],
    ['a page that is not encrypted', { authorization_endpoint: 'http://evil.example/authorize' }],
    ['a metadata service for tokens', { token_endpoint: 'http://169.254.169.254/latest/meta-data/' }],
    ['a metadata service as authorization server', { authorization_servers: ['http://169.254.169.254/'] }],
    ['an authorization server whose metadata is of another issuer', { issuer: 'https://login.example' }],
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
