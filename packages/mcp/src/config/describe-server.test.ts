import { describe, expect, it } from 'vitest'
import { describeMcpServer, identifyMcpServer } from '../redactor.ts'

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

describe('identifyMcpServer', () => {
  const stdio = { name: 'a', transport: 'stdio', command: 'npx' } as const
  const http = { name: 'a', transport: 'http' } as const

  it('tells every argument and every part of a URL apart', () => {
    const places = [
      identifyMcpServer({ ...stdio, args: ['server@1.0.0'] }),
      identifyMcpServer({ ...stdio, args: ['server@1.0.1'] }),
      identifyMcpServer({ ...stdio, args: ['server@1.0.0', '--all'] }),
      identifyMcpServer({ ...stdio, command: 'uvx', args: ['server@1.0.0'] }),
      identifyMcpServer({ ...http, url: 'https://example.com/mcp' }),
      identifyMcpServer({ ...http, url: 'https://example.com/other' }),
      identifyMcpServer({ ...http, url: 'https://example.org/mcp' }),
    ]
    expect(new Set(places).size).toBe(places.length)
    expect(identifyMcpServer({ ...http, url: 'secret' })).toBe('a URL that cannot be read')
  })

  it('is the same with other secrets, and holds none', () => {
    const withToken = (token: string): readonly string[] => [
      identifyMcpServer({
        ...stdio,
        args: ['server', '--token', token, `--at=${token}`],
        env: { KEY: token },
      }),
      identifyMcpServer({
        ...http,
        url: `https://me:${token}@example.com/mcp?key=${token}#${token}`,
        headers: { authorization: `Bearer ${token}` },
      }),
    ]
    expect(withToken('abcdefgh1234')).toEqual(withToken('zyxwvuts9876'))
    expect(withToken('abcdefgh1234').join(' ')).not.toContain('abcdefgh')
  })
})
