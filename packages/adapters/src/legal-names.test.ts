import { describe, expect, it } from 'vitest'
import {
  ANTHROPIC_NAMES,
  createLegalNames,
  GEMINI_NAMES,
  type NameRule,
  OPENAI_NAMES,
} from './legal-names.ts'

const ODD = ['ok_name', '2fast', '-dash', 'a.b', 'a b', 'ünïcode', '漢字', 'x'.repeat(200), '', 'a/b', 'a:b']

describe.each<[string, NameRule]>([
  ['OpenAI', OPENAI_NAMES],
  ['Anthropic', ANTHROPIC_NAMES],
  ['Gemini', GEMINI_NAMES],
])('names for %s', (_provider, rule) => {
  it('are legal, no two are the same, and each leads back', () => {
    const names = createLegalNames(ODD, rule)
    const legal = ODD.map(names.legalOf)
    for (const name of legal) expect(name).toMatch(rule.legal)
    expect(new Set(legal).size).toBe(ODD.length)
    expect(legal.map(names.nameOf)).toEqual(ODD)
    expect(names.legalOf('ok_name')).toBe('ok_name')
    expect(names.nameOf('never_shown')).toBe('never_shown')
  })

  it('depend on nothing but the name, and make room for one that is there', () => {
    const alone = createLegalNames(['a b'], rule).legalOf('a b')
    expect(createLegalNames([...ODD].reverse(), rule).legalOf('a b')).toBe(alone)
    const beside = createLegalNames(['a b', alone], rule)
    expect(beside.legalOf(alone)).toBe(alone)
    expect(beside.legalOf('a b')).not.toBe(alone)
    expect(beside.nameOf(beside.legalOf('a b'))).toBe('a b')
  })
})
