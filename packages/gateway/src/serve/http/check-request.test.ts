import { describe, expect, it } from 'vitest'
import { allowedNames, checkRequest } from './check-request.ts'

const NAMES = allowedNames(
  { host: '127.0.0.1', port: 8080 },
  { hosts: ['Gateway.example'], origins: ['https://app.example'] },
)

function statusOf(rawHeaders: readonly string[], url = '/mcp'): number | undefined {
  return checkRequest({ url, rawHeaders }, NAMES, 64)?.status
}

describe('who a server is spoken to as (CVE-2025-66414)', () => {
  it.each(['127.0.0.1:8080', 'localhost:8080', '[::1]:8080', 'LOCALHOST:8080', 'gateway.example'])(
    'answers to %s',
    (host) => {
      expect(statusOf(['Host', host])).toBeUndefined()
    },
  )

  it.each([
    'evil.test',
    'evil.test:8080',
    'localhost',
    'localhost:80',
    'localhost:8081',
    'localhost:08080',
    'localhost.:8080',
    'localhost:8080.',
    'user@localhost:8080',
    'localhost:8080@evil.test',
    'localhost:8080/mcp',
    ' localhost:8080',
    '127.1:8080',
    '127.0.0.2:8080',
    '2130706433:8080',
    '0x7f000001:8080',
    '0.0.0.0:8080',
    '[::1]',
    '[::]:8080',
    '[0:0:0:0:0:0:0:1]:8080',
    '[::ffff:127.0.0.1]:8080',
    '::1:8080',
    'gateway.example:8080',
    'app.example',
    '',
  ])('does not answer to %j', (host) => {
    expect(statusOf(['Host', host])).toBe(403)
  })

  it('wants exactly one name', () => {
    expect(statusOf([])).toBe(403)
    expect(statusOf(['Host', 'localhost:8080', 'host', 'localhost:8080'])).toBe(403)
  })

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://app.example'])(
    'lets pages of %s speak to it',
    (origin) => {
      expect(statusOf(['Host', 'localhost:8080', 'Origin', origin])).toBeUndefined()
    },
  )

  it.each([
    'null',
    '',
    'http://evil.test',
    'http://localhost',
    'http://localhost:8081',
    'https://localhost:8080',
    'http://localhost.:8080',
    'http://user@localhost:8080',
    'http://localhost:8080/',
    'http://localhost:8080/mcp',
    'http://localhost:8080, http://evil.test',
    'https://app.example:443',
    'https://app.example.',
    'https://evil.app.example',
    'http://app.example',
    'http://[::ffff:127.0.0.1]:8080',
    'file://',
  ])('lets no page of %j', (origin) => {
    expect(statusOf(['Host', 'localhost:8080', 'Origin', origin])).toBe(403)
  })

  it('wants one origin at most', () => {
    const origin = 'http://localhost:8080'
    expect(statusOf(['Host', 'localhost:8080', 'Origin', origin, 'Origin', origin])).toBe(403)
  })

  it.each(['Authorization', 'Mcp-Session-Id', 'Content-Type', 'Last-Event-ID'])(
    'reads no request with two headers %s',
    (name) => {
      expect(statusOf(['Host', 'localhost:8080', name, 'a', name.toLowerCase(), 'b'])).toBe(400)
    },
  )

  it('is no proxy', () => {
    expect(statusOf(['Host', 'localhost:8080'], 'http://evil.test/mcp')).toBe(400)
    expect(statusOf(['Host', 'localhost:8080'], '*')).toBe(400)
  })

  it('reads 64 headers and not one more', () => {
    const more = (count: number): string[] => Array.from({ length: 2 * count }, (_, i) => `x-${i}`)
    expect(statusOf(['Host', 'localhost:8080', ...more(63)])).toBeUndefined()
    expect(statusOf(['Host', 'localhost:8080', ...more(64)])).toBe(431)
  })
})

describe('the names of a server', () => {
  it('are to be told where it listens on every address', () => {
    for (const host of ['0.0.0.0', '::', '']) {
      expect(() => allowedNames({ host, port: 80 }, { hosts: [], origins: [] })).toThrow('allowedHosts')
    }
    const { hosts } = allowedNames({ host: '0.0.0.0', port: 80 }, { hosts: ['box.lan'], origins: [] })
    expect(hosts.has('box.lan')).toBe(true)
    expect(hosts.has('0.0.0.0')).toBe(false)
  })

  it('need no port where it is the usual one', () => {
    const { hosts, origins } = allowedNames({ host: '127.0.0.1', port: 80 }, { hosts: [], origins: [] })
    expect(hosts.has('localhost') && hosts.has('localhost:80')).toBe(true)
    expect(origins.has('http://localhost')).toBe(true)
    expect(origins.has('http://localhost:80')).toBe(false)
  })

  it.each(['app.example', 'https://app.example/', 'https://*.app.example/x', 'null', '*'])(
    'refuses %j as an origin',
    (origin) => {
      expect(() => allowedNames({ host: '127.0.0.1', port: 1 }, { hosts: [], origins: [origin] })).toThrow(
        TypeError,
      )
    },
  )
})
