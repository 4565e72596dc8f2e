import { assert, constantFrom, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

const ref = (name: string): string => `$${`{${name}}`}`
const KEY = 'sk-proj-abcdefgh12345678'

it.each([
  ['a flag', ['--api-key=abc'], [`--api-key=${ref('S_API_KEY')}`]],
  ['the value behind a flag', ['--token', 'abc'], ['--token', ref('S_TOKEN')]],
  [
    'a header',
    ['--header', 'Authorization: Bearer abc'],
    ['--header', `Authorization: ${ref('S_AUTHORIZATION')}`],
  ],
  ['a variable of docker', ['-e', 'GITHUB_TOKEN=abc'], ['-e', `GITHUB_TOKEN=${ref('GITHUB_TOKEN')}`]],
  ['a token anywhere', ['run', `x:${KEY}:y`], ['run', `x:${ref('S_ARGUMENT_1')}:y`]],
  [
    'a connection string',
    ['postgresql://me:pass@host/db?sslmode=require'],
    [`postgresql://${ref('S_CREDENTIALS')}@host/db?sslmode=require`],
  ],
  ['a URL with a key', ['https://a.b/?key=1&page=2'], [`https://a.b/?key=${ref('S_KEY')}&page=2`]],
])('hides %s in arguments', (_, args, safe) => {
  expect(hideSecrets('s', { command: 'x', args }).entry.args).toEqual(safe)
})

it.each([
  ['--token', ref('MINE')],
  ['-y', '@modelcontextprotocol/server-github'],
  ['--port', '8080'],
  ['/home/user/keys', 'C:\\keys'],
  ['-e', 'GITHUB_TOKEN'],
  ['https://example.com/mcp', '{env:TOKEN}'],
])('leaves %s %s', (...args) => {
  expect(hideSecrets('s', { command: 'x', args })).toEqual({ entry: { command: 'x', args }, secrets: [] })
})

it('keeps of variables only what is none for sure', () => {
  const env = {
    DEBUG: 'true',
    PORT: '8080',
    LEVEL: 'info',
    HOME_DIR: '/home/user',
    SITE: 'https://example.com/x',
    GIVEN: ref('OTHER'),
    UNKNOWN: 'Xk29-qpwo-1123-zzt9-98a',
    DB_PASSWORD: 'hunter',
    SITE_WITH_USER: 'https://me:pw@example.com',
  }
  const { entry, secrets } = hideSecrets('s', { command: 'x', env })
  expect(entry.env).toEqual({
    ...env,
    UNKNOWN: ref('UNKNOWN'),
    DB_PASSWORD: ref('DB_PASSWORD'),
    SITE_WITH_USER: ref('SITE_WITH_USER'),
  })
  expect(secrets.map(({ where }) => where)).toEqual(['env.UNKNOWN', 'env.DB_PASSWORD', 'env.SITE_WITH_USER'])
})

it('hides every header but those that never hold a secret', () => {
  const headers = { Accept: 'text/html', Authorization: 'Bearer abc', 'X-Team': 'blue', Cookie: ref('C') }
  expect(hideSecrets('s', { url: 'https://u:p@a.b/', headers }).entry).toEqual({
    url: `https://${ref('S_CREDENTIALS')}@a.b/`,
    headers: {
      Accept: 'text/html',
      Authorization: `Bearer ${ref('S_AUTHORIZATION')}`,
      'X-Team': ref('S_X_TEAM'),
      Cookie: ref('C'),
    },
  })
})

it('never lets a token through, wherever it stands', () => {
  const place = constantFrom('env', 'args', 'flag', 'named', 'header', 'url', 'query')
  const token = string({ unit: constantFrom(...'abcXYZ019'), minLength: 12, maxLength: 40 }).map(
    (text) => `ghp_${text}`,
  )
  assert(
    property(
      place,
      token,
      string({ unit: constantFrom(...'ab -:='), maxLength: 6 }),
      (where, secret, around) => {
        const entries = {
          env: { command: 'x', env: { VALUE: `${around}${secret}` } },
          args: { command: 'x', args: [`${around} ${secret}`] },
          flag: { command: 'x', args: [`--flag=${around} ${secret}`] },
          named: { command: 'x', args: ['--api-key', `${secret}${around}`] },
          header: { url: 'https://a.b', headers: { 'X-Any': `${around}${secret}` } },
          url: { url: `https://me:${secret}@a.b/` },
          query: { url: `https://a.b/?x=${secret}` },
        }
        expect(JSON.stringify(hideSecrets('s', entries[where as keyof typeof entries]))).not.toContain(secret)
      },
    ),
  )
})
