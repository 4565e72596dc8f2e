import { describe, expect, it } from 'vitest'
import { CAPABILITY_RULES, rateCapabilities } from './capabilities.ts'

const names = (name: string, description = '', capabilities?: readonly string[]): readonly string[] =>
  rateCapabilities({ name, description, ...(capabilities && { capabilities }) }).map((rated) => rated.name)

describe('false capabilities are absent', () => {
  it.each([
    'already',
    'thread',
    'spread',
    'latest',
    'digital',
    'podcast',
    'information',
    'capital',
    'graphql',
    'profile',
  ])('%s says nothing', (word) => expect(names('thing', `The ${word} thing`)).toEqual([]))
})

it('every word of the sixteen says it, as a whole, in any spelling of a name, and in the plural', () => {
  expect(Object.keys(CAPABILITY_RULES)).toHaveLength(16)
  for (const [capability, { surely, perhaps = [] }] of Object.entries(CAPABILITY_RULES)) {
    for (const word of [...surely, ...perhaps]) {
      expect(names(`do_${word}`)).toContain(capability)
      expect(names(`do${word.charAt(0).toUpperCase()}${word.slice(1)}`)).toContain(capability)
      expect(names('x', `Does ${word}s.`)).toContain(capability)
    }
  }
  expect(names('x', 'All directories, queries and branches')).toEqual([
    'file_io',
    'database',
    'search',
    'git',
  ])
  expect(names('HTTPRequest')).toEqual(['http'])
  expect(names('x', 'REST APIs')).toEqual(['http'])
})

it('what a tool says itself wins, and is sure', () => {
  expect(rateCapabilities({ name: 'read_file', capabilities: ['billing'] })).toEqual([
    { name: 'billing', confidence: 1, isExplicit: true },
  ])
  expect(names('read_file', '', [])).toEqual([])
})

it('more and clearer words are surer, never quite sure', () => {
  const sure = (name: string, description = ''): number =>
    rateCapabilities({ name, description }).find((rated) => rated.name === 'file_io')?.confidence ?? 0
  expect(sure('x', 'read')).toBeLessThan(sure('x', 'file'))
  expect(sure('x', 'file')).toBeLessThan(sure('file'))
  expect(sure('file')).toBeLessThan(sure('read_file'))
  expect(sure('read_file_write_directory_path')).toBeLessThan(1)
  expect(rateCapabilities({ name: 'read' })).toEqual([
    { name: 'file_io', confidence: expect.closeTo(0.5), isExplicit: false },
  ])
})

it('rules can be others', () => {
  const rules = { ...CAPABILITY_RULES, money: { surely: ['invoice'] } }
  expect(rateCapabilities({ name: 'pay_invoice' }, rules).map(({ name }) => name)).toEqual(['money'])
})
