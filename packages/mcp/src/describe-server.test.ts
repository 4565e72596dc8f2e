import { describe, expect, it } from 'vitest'
import { describeMcpServer } from './describe-server.ts'

describe('describeMcpServer', () => {
  it('names the command and not its arguments', () => {
    const config = { name: 'a', transport: 'stdio', command: 'npx' } as const
    expect(describeMcpServer({ ...config, args: ['--token=x'] })).toBe('npx with 1 argument')
    expect(describeMcpServer(config)).toBe('npx with 0 arguments')
  })

  it('names the origin of a URL and nothing behind it', () => {
    const url = 'https://me:secret@example.com:8443/secret?key=secret#secret'
    expect(describeMcpServer({ name: 'a', transport: 'auto', url })).toBe('https://example.com:8443')
  })

  it('survives a URL that is none', () => {
    expect(describeMcpServer({ name: 'a', transport: 'http', url: 'secret' })).toBe(
      'a URL that cannot be read',
    )
  })
})
