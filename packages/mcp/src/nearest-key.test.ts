import { describe, expect, it } from 'vitest'
import { nearestKey } from './nearest-key.ts'

const KNOWN = ['command', 'args', 'env', 'environment', 'url', 'headers', 'timeout', 'timeoutMs']

describe('nearestKey', () => {
  it.each([
    ['comand', 'command'],
    ['Command', 'command'],
    ['arg', 'args'],
    ['header', 'headers'],
    ['timeout_ms', 'timeoutMs'],
    ['enviroment', 'environment'],
    ['urll', 'url'],
  ])('takes %s for %s', (key, meant) => {
    expect(nearestKey(key, KNOWN)).toBe(meant)
  })

  it.each(['autoApprove', 'xyz', 'args2you', 'e', 'c'.repeat(10_000)])(
    'takes a key like %.20s for nothing',
    (key) => {
      expect(nearestKey(key, KNOWN)).toBeUndefined()
    },
  )
})
