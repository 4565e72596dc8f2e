import { expect, it } from 'vitest'
import type { McpServerConfig } from '../config/server-config.ts'
import { forgetEra, knownEra, learnEra, recallEra } from './server-eras.ts'

const at = (path: string, headers: Record<string, string> = {}): McpServerConfig => ({
  name: 'a',
  transport: 'http',
  url: `http://127.0.0.1/eras/${path}`,
  headers,
})

it('is known by what reaches a server and its credentials, and by nothing else', () => {
  const config = at('one', { authorization: 'Bearer secret' })
  learnEra(config, 'stateless')
  const known = knownEra({ ...config, name: 'b', timeoutMs: 5, tags: ['x'] })
  expect(known).toMatchObject({ era: 'stateless' })
  expect(knownEra(at('one', { authorization: 'Bearer other' }))).toBeUndefined()
  expect(JSON.stringify(known)).not.toMatch(/secret|127/)
  forgetEra(config)
  expect(knownEra(config)).toBeUndefined()
})

it('goes on in another process for a day, and never before what was learned later', () => {
  const config = at('two')
  learnEra(config, 'session')
  const known = knownEra(config)
  if (known === undefined) throw new TypeError('It was just learned.')
  recallEra({ ...known, era: 'stateless', learnedAt: known.learnedAt - 1 })
  expect(knownEra(config)?.era).toBe('session')
  for (const days of [-2, 2]) {
    forgetEra(config)
    recallEra({ ...known, learnedAt: known.learnedAt + days * 86_400_000 })
    expect(knownEra(config)).toBeUndefined()
  }
  recallEra(known)
  expect(knownEra(config)).toEqual(known)
})

it('is kept of a thousand servers', () => {
  for (let i = 0; i <= 1_000; i += 1) learnEra(at(`many/${i}`), 'session')
  expect(knownEra(at('many/0'))).toBeUndefined()
  expect(knownEra(at('many/1'))).toMatchObject({ era: 'session' })
  expect(knownEra(at('many/1000'))).toMatchObject({ era: 'session' })
})
