import { expect, it } from 'vitest'
import { readCredentials } from './credentials.ts'

const caller = (authorization?: string) => ({
  headers: authorization === undefined ? ({} as Record<string, string>) : { authorization },
  remoteAddress: '127.0.0.1',
})

it('makes a token of 32 random bytes where none is given', async () => {
  const [one, other] = [readCredentials({}), readCredentials({})]
  expect(Buffer.from(one.token ?? '', 'base64url')).toHaveLength(32)
  expect(one.token).not.toBe(other.token)
  expect(await one.authenticate(caller(`Bearer ${one.token}`))).toBe('')
  expect(await one.authenticate(caller(`Bearer ${other.token}`))).toBeUndefined()
})

it.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Basic c2VjcmV0LXNlY3JldC1zZWNyZXQ=',
  'secret-secret-secret',
  'Bearer secret-secret-secre',
  'Bearer secret-secret-secret1',
  'Bearer Secret-secret-secret',
  'Bearer secret-secret-secret x',
  'Bearer secret-secret-secret, Bearer x',
])('lets nobody in who shows %j', async (shown) => {
  const { authenticate } = readCredentials({ token: 'secret-secret-secret' })
  expect(await authenticate(caller(shown))).toBeUndefined()
})

it('knows principals by their tokens, and takes the scheme in any case', async () => {
  const { authenticate, token } = readCredentials({
    tokens: { 'token-of-ann-0001': 'ann', 'token-of-bob-0001': 'bob', __proto__x_0000000: 'eve' },
  })
  expect(token).toBeUndefined()
  expect(await authenticate(caller('bearer token-of-bob-0001'))).toBe('bob')
  expect(await authenticate(caller('Bearer token-of-ann-0001'))).toBe('ann')
  expect(await authenticate(caller('Bearer __proto__'))).toBeUndefined()
})

it('refuses tokens that can be guessed, and more than one way in', () => {
  expect(() => readCredentials({ token: 'short' })).toThrow('16 visible characters')
  expect(() => readCredentials({ token: 'has a space in the middle' })).toThrow(TypeError)
  expect(() => readCredentials({ token: '' })).toThrow(TypeError)
  expect(() => readCredentials({ tokens: {} })).toThrow('each token to a principal')
  expect(() => readCredentials({ token: 'x'.repeat(16), authenticate: async () => '' })).toThrow(
    'Give only one',
  )
  expect(() => readCredentials({ tokens: { ['x'.repeat(16)]: 1 as unknown as string } })).toThrow('principal')
})
