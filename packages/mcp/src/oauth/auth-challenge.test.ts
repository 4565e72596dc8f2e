import { expect, it } from 'vitest'
import { readChallenge } from './auth-challenge.ts'

function read(status: number, header?: string): unknown {
  return readChallenge(
    new Response(null, { status, headers: header === undefined ? {} : { 'www-authenticate': header } }),
  )
}

it.each([
  [200, 'Bearer scope="a"', undefined],
  [401, undefined, { kind: 'token' }],
  [401, 'Basic realm="x", scope="a"', { kind: 'token' }],
  [401, 'Bearer', { kind: 'token' }],
  [401, 'Bearer scope="files:read files:write"', { kind: 'token', scope: 'files:read files:write' }],
  [401, 'bearer realm=x, SCOPE=a', { kind: 'token', scope: 'a' }],
  [401, 'Bearer resource_metadata="not a url"', { kind: 'token' }],
  [403, 'Bearer error="insufficient_scope", scope="admin"', { kind: 'scope', scope: 'admin' }],
  [403, 'Bearer error="invalid_token"', undefined],
  [403, undefined, undefined],
])('reads %i with %j as %j', (status, header, challenge) => {
  expect(read(status, header)).toEqual(challenge)
})

it('reads where the metadata is', () => {
  expect(read(401, 'Bearer resource_metadata="https://a.example/.well-known/x", scope="a"')).toEqual({
    kind: 'token',
    scope: 'a',
    metadataUrl: new URL('https://a.example/.well-known/x'),
  })
})

it('reads a header of megabytes in no time', () => {
  expect(read(401, `Bearer ${'a='.repeat(500_000)}`)).toMatchObject({ kind: 'token' })
})
