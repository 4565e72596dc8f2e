import { expect, it } from 'vitest'
import { requireKnownMembers } from './options.ts'

const KNOWN = ['summary', 'notes', 'examples']

it('passes what is known, and what is absent', () => {
  for (const given of [{}, { notes: 1 }, { summary: undefined, examples: [] }]) {
    expect(() => requireKnownMembers('a tool doc', given, KNOWN)).not.toThrow()
  }
})

it('names the member that was probably meant, else all there are', () => {
  expect(() => requireKnownMembers('a tool doc', { sumary: 's' }, KNOWN)).toThrow(
    new TypeError('"sumary" is no member of a tool doc; did you mean summary?'),
  )
  expect(() => requireKnownMembers('a tool doc', { '\u202ex': 1 }, KNOWN)).toThrow(
    new TypeError('"\\u{202e}x" is no member of a tool doc; it may have summary, notes, examples.'),
  )
})

it.each([null, undefined, 5, 'text', ['notes'], () => 1])('refuses %s, which is no object', (given) => {
  expect(() => requireKnownMembers('a tool doc', given, KNOWN)).toThrow(TypeError)
})
