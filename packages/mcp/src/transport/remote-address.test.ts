import { describe, expect, it } from 'vitest'
import { toRemoteAddress } from './remote-transport.ts'

describe('toRemoteAddress', () => {
  it('moves credentials from the URL into a header', () => {
    const { url, headers } = toRemoteAddress('https://me:p%40ss@example.com/mcp?a=b')
    expect(url.href).toBe('https://example.com/mcp?a=b')
    expect(headers).toEqual({ Authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}` })
  })

  it('keeps an Authorization header that is given, however it is spelled', () => {
    const { url, headers } = toRemoteAddress('https://me:pass@example.com/', { authorization: 'Bearer x' })
    expect(url.username).toBe('')
    expect(headers).toEqual({ authorization: 'Bearer x' })
  })

  it('takes a stray percent sign for itself', () => {
    const { headers } = toRemoteAddress('https://me:100%@example.com/')
    expect(headers).toEqual({ Authorization: `Basic ${Buffer.from('me:100%').toString('base64')}` })
  })
})
