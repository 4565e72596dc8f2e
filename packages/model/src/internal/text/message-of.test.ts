import { expect, it } from 'vitest'
import { errorResult } from '../../result/tool-result.ts'
import { messageOf } from './foreign-text.ts'

const throws = (): never => {
  throw 'inner'
}
const revoked = Proxy.revocable([], {})
revoked.revoke()

it('gives the message, or the value itself', () => {
  expect(messageOf(new RangeError('broken'))).toBe('broken')
  expect(messageOf({ message: 'from another realm' })).toBe('from another realm')
  expect(messageOf('text')).toBe('"text"')
  expect(messageOf({ message: 3 })).toBe('{"message":3}')
  expect(messageOf(undefined)).toBe('undefined')
})

it('survives whatever getters and proxies do', () => {
  const error = Object.defineProperty(new Error(''), 'message', { get: throws })
  const hostile = [
    error,
    Object.defineProperty({}, 'message', { get: throws, enumerable: true }),
    { toJSON: throws },
    new Proxy({}, { get: throws, getPrototypeOf: throws, ownKeys: throws }),
    revoked.proxy,
    Object.create(null),
  ]
  for (const value of hostile) {
    expect(messageOf(value)).toMatch(/^(an object|\{\})$/)
    expect(errorResult(value)).toMatchObject({ isError: true, content: [{ type: 'text' }] })
  }
})
