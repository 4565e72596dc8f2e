import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { pairTerm, rootsOf } from '../analysis/tokens.ts'
import { readSynonyms } from '../synonyms/read-synonyms.ts'
import { type Expanding, otherForms, synonymsOf } from './word-readings.ts'

const analyzer = createAnalyzer()

/** A catalog in which all terms are equally rare, but those that are given. */
const reading = (
  lines: readonly string[],
  rarities: { readonly [term: string]: number } = {},
): Expanding => ({
  synonyms: readSynonyms(lines, analyzer, true),
  rarityOf: (term) => rarities[term] ?? 1,
  frequencyOf: (term) => (term === 'absent*' ? 0 : 1),
})
const forms = (text: string, lines: readonly string[], rarities = {}) =>
  otherForms(rootsOf(analyzer.analyze(text)), reading(lines, rarities), () => 1)

describe('the synonyms of a word', () => {
  it('share its weight the more, the more of them tools hold', () => {
    const shares = (line: string): readonly number[] =>
      synonymsOf('delet*', reading([line])).map(({ share }) => share)
    expect(shares('delete remove')).toEqual([1])
    expect(shares('delete remove absent')).toEqual([1])
    expect(shares('delete remove erase')).toEqual([1 / 2 ** 0.4, 1 / 2 ** 0.4])
  })

  it('add no more than the word itself however rare they are', () => {
    const [found] = synonymsOf('delet*', reading(['delete purge'], { 'delet*': 2, 'purg*': 8 }))
    expect(found).toEqual({ term: 'purg*', share: 1 / 4 })
  })
})

describe('the other form', () => {
  it('of an abbreviation is its long form as a phrase, whose words alone count for a share and cover no name', () => {
    const found = forms('pr', ['pr = pull request'])
    expect(found.map(({ term, covers, root }) => [term, covers, root])).toEqual([
      ['pull*', false, 'pr'],
      ['request*', false, 'pr'],
      [pairTerm('pull*', 'request*'), true, 'pr'],
    ])
    expect(found.map(({ weight }) => weight)).toEqual([0.4, 0.4, 1])
  })

  it('of a long form is the abbreviation', () => {
    expect(forms('merge the pull request', ['pr = pull request'])).toEqual([
      { term: 'pr', weight: 1.2, covers: true, root: undefined },
    ])
    expect(forms('request a pull', ['pr = pull request'])).toEqual([])
  })

  it('counts less where there are several', () => {
    const [one] = forms('tz', ['tz = timezone', 'tz = tanzania'])
    expect(one?.weight).toBeCloseTo(1.2 / Math.sqrt(2))
  })

  it('adds no more than a word that it stands for however rare it is', () => {
    const [one] = forms('number', ['num = number'], { 'number*': 1, 'num*': 4 })
    expect(one).toMatchObject({ term: 'num*', weight: 1.2 / 4 })
  })
})
