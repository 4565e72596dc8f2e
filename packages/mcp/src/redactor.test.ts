import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { McpServerConfig } from './config/server-config.ts'
import { createRedactor } from './redactor.ts'

const process_: McpServerConfig = {
  name: 'a',
  transport: 'stdio',
  command: 'x',
  args: ['--api-key=argument-key', '--token', 'argument-token', '/path/to/server.js'],
  env: { KEY: 'environment-key', FLAG: 'true', PORT: '3000' },
  secrets: ['inserted-value'],
}
const remote: McpServerConfig = {
  name: 'a',
  transport: 'http',
  url: 'https://me:pa%40ss@example.com/s/0123456789abcdef/mcp?key=query-key',
  headers: { Authorization: 'Bearer header-token', 'X-Key': 'tiny' },
}

describe('createRedactor', () => {
  it.each(['argument-key', 'argument-token', 'environment-key', 'inserted-value'])(
    'hides %s of a process',
    (secret) => {
      expect(createRedactor(process_)(`before ${secret} after`)).toBe('before [redacted] after')
    },
  )

  it.each(['pa%40ss', 'pa@ss', 'header-token', 'tiny', '0123456789abcdef', 'query-key'])(
    'hides %s of a remote server',
    (secret) => {
      expect(createRedactor(remote)(`before ${secret} after`)).toBe('before [redacted] after')
    },
  )

  it('leaves what is no secret readable', () => {
    const text = "Bearer authentication: cannot find module '/path/to/server.js' on port 3000, true"
    expect(createRedactor(process_)(text)).toBe(text)
  })

  it.each([
    'ghp_abcdefghijklmnopqrstuvwxyz012345',
    'sk-abcdefghijklmnopqrstuvwx',
    'AKIAABCDEFGHIJKLMNOP',
    'xoxb-1234567890-abc',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    'Bearer s0mething',
  ])('hides %s whoever it belongs to', (token) => {
    expect(createRedactor(process_)(`a ${token} b`)).toBe('a [redacted] b')
  })

  it('finds a secret in JSON, in a URL and behind hidden characters', () => {
    const redact = createRedactor({ ...process_, env: { KEY: 'a "quoted" key/ä' } })
    for (const spelled of [
      'a \\"quoted\\" key/ä',
      encodeURIComponent('a "quoted" key/ä'),
      'a "quo\u200bted" key/ä',
    ]) {
      expect(redact(`<${spelled}>`)).toBe('<[redacted]>')
    }
  })

  it('hides a secret in hexadecimal, base64 and base64url', () => {
    const secret = 'sécret?>with/slashes~'
    const redact = createRedactor({ ...process_, env: { KEY: secret } })
    const bytes = Buffer.from(secret)
    const texts = (['hex', 'base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding))
    for (const text of [...texts, bytes.toString('hex').toUpperCase()])
      expect(redact(`key ${text} end`)).toBe('key [redacted] end')
  })

  it('hides all but the ends of a secret in the middle of a text in base64', () => {
    const bytes = fc.uint8Array({ maxLength: 20 }).map((around) => Buffer.from(around))
    const secret = fc.string({ unit: 'binary-ascii', minLength: 8, maxLength: 40 })
    fc.assert(
      fc.property(bytes, secret, bytes, fc.boolean(), (before, key, after, isUrl) => {
        fc.pre(Buffer.from(key.trim()).length >= 8)
        const redact = createRedactor({ ...process_, env: { KEY: key } })
        const encoded = Buffer.concat([before, Buffer.from(key), after]).toString(
          isUrl ? 'base64url' : 'base64',
        )
        const longest = Math.max(
          ...redact(encoded)
            .split('[redacted]')
            .map((left) => left.length),
        )
        // What is left is what stands around it, and a character at each end that is made of both.
        expect(redact(encoded)).toContain('[redacted]')
        expect(longest).toBeLessThanOrEqual(Math.ceil((Math.max(before.length, after.length) * 4) / 3) + 4)
      }),
    )
  })

  it('removes hidden characters and cuts to the limit', () => {
    expect(createRedactor(process_)('\u001b[31mred\u001b[0m\u202e text', 6)).toBe('red t…')
  })

  it('never shows half a secret where it cuts', () => {
    const secret = 'abcdefghijklmnopqrstuvwxyz'
    const redact = createRedactor({ ...process_, env: { KEY: secret } })
    fc.assert(
      fc.property(fc.nat(400), fc.integer({ min: 1, max: 50 }), (before, limit) => {
        const shown = redact(`${'.'.repeat(before)}${secret.repeat(40)}`, limit)
        expect(shown).not.toMatch(/abc|xyz|mno/)
      }),
    )
  })

  it('hides a secret of several lines in a log that has a line at a time', () => {
    const lines = [
      '-----BEGIN KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
      'BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
    ]
    const redact = createRedactor({ ...process_, env: { KEY: `${lines.join('\n')}\n` } })
    for (const line of lines) expect(redact(`key: ${line}`)).toBe('key: [redacted]')
  })

  it('hides any secret wherever it stands', () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 40 })
      .filter((text) => !'[redacted]'.includes(text.trim()))
    const plain = fc.string({ maxLength: 40 })
    fc.assert(
      fc.property(plain, secret, plain, (before, key, after) => {
        const redact = createRedactor({ name: 'a', transport: 'stdio', command: 'x', env: { KEY: key } })
        const shown = redact(`${before}${key}${after}`)
        expect(shown.replaceAll('[redacted]', '')).not.toContain(key)
      }),
    )
  })
})
