import type { JsonObject } from '@toolscout/model'
import { expect, it } from 'vitest'
import { desk, OLD } from '../fixtures/auth-desk.ts'
import { connect } from '../fixtures/connect.ts'
import { remote } from '../fixtures/http-server.ts'
import { type ProtectedOptions, type ProtectedServer, startProtected } from '../fixtures/protected-server.ts'
import { revokeTokens } from './revoke-tokens.ts'

const { signal } = new AbortController()

async function loggedIn(metadata: ProtectedOptions['metadata'] = {}): Promise<{
  readonly server: ProtectedServer
  readonly kept: JsonObject
}> {
  const server = await startProtected({ metadata })
  const { provider, kept } = desk()
  await connect(remote(server.url), { authProvider: () => provider })
  server.log.length = 0
  return { server, kept: kept() ?? {} }
}

it('has both tokens withdrawn by who gave them out, as the client that has them', async () => {
  const { server, kept } = await loggedIn()
  const revocation_endpoint = `${server.origin}/revoke`
  const other = await startProtected()
  expect(await revokeTokens(other.url, { ...kept }, { signal })).toMatch(/has no way to withdraw/)
  expect(server.log).toEqual([])
  const { server: able, kept: theirs } = await loggedIn({ revocation_endpoint })
  expect(await revokeTokens(able.url, theirs, { signal })).toBeUndefined()
  const by = `by Basic ${Buffer.from('registered:client-secret-1').toString('base64')}`
  expect(server.log).toEqual([
    `revoke refresh_token refresh-token-1 ${by}`,
    `revoke access_token access-token-1 ${by}`,
  ])
})

it.each([
  ['a client without a secret', undefined, ['none'], 'by registered'],
  ['a secret in the form', 'client-secret-1', ['client_secret_post'], 'by registered'],
])('shows who it is: %s', async (_, client_secret, methods, by) => {
  const to = await startProtected()
  const { server, kept } = await loggedIn({
    revocation_endpoint: `${to.origin}/revoke`,
    token_endpoint_auth_methods_supported: methods,
  })
  const client = { client_id: 'registered', ...(client_secret && { client_secret }) }
  expect(await revokeTokens(server.url, { ...kept, client }, { signal })).toBeUndefined()
  expect(to.log[0]).toBe(`revoke refresh_token refresh-token-1 ${by}`)
})

it('says why where it cannot, and sends tokens nowhere else', async () => {
  const { server, kept } = await loggedIn({ revocation_endpoint: 'http://169.254.169.254/revoke' })
  expect(await revokeTokens(server.url, kept, { signal })).toMatch(/169\.254\.169\.254 is not visited/)
  const refusing = await loggedIn({ revocation_endpoint: `${server.origin}/nowhere` })
  expect(await revokeTokens(refusing.server.url, refusing.kept, { signal })).toMatch(/answered 404\.$/)
  expect(await revokeTokens(server.url, OLD, { signal })).toBe('It is not known who gave out the tokens.')
  const gone = { ...kept, tokens: { ...(kept.tokens as JsonObject), issuer: 'http://127.0.0.1:1' } }
  expect(await revokeTokens(server.url, gone, { signal })).toMatch(/fetch failed|ECONNREFUSED/)
})
