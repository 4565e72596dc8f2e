import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Analyzer, createAnalyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { loadEnglish } from '../english.ts'
import { builtInSynonyms, readSynonyms } from './read-synonyms.ts'

await loadEnglish()
const BUILT_IN_SYNONYMS = builtInSynonyms()

const analyzer = createAnalyzer()

/** Every root on a left with what it means, by reading all lines at once. */
function readAtOnce(sources: readonly string[], own: Analyzer = analyzer): Map<string, Set<string>> {
  const synonyms = new Map<string, Set<string>>()
  for (const line of sources) {
    if (/^#|=/.test(line)) continue
    const [left = '', right = left] = line.split('>')
    for (const root of rootsOf(own.analyze(left))) {
      const others = rootsOf(own.analyze(right)).filter((other) => other !== root)
      if (others.length > 0) synonyms.set(root, new Set([...(synonyms.get(root) ?? []), ...others]))
    }
  }
  return synonyms
}

describe('a synonyms', () => {
  const readers = [true, false].map(
    (isPorter) => [isPorter ? 'with stems' : 'with any analyzer', isPorter] as const,
  )

  it.each(readers)('links the words of a line with each other, by their roots, %s', (_, isPorter) => {
    const synonyms = readSynonyms(['photos image', '', 'picture photo'], analyzer, isPorter)
    expect([...(synonyms.get('photo*') ?? [])]).toEqual(['imag*', 'pictur*'])
    expect([...(synonyms.get('imag*') ?? [])]).toEqual(['photo*'])
    expect([synonyms.has('pictur*'), synonyms.has('photo')]).toEqual([true, false])
  })

  it.each(readers)('links left to right where a line has an arrow, %s', (_, isPorter) => {
    const synonyms = readSynonyms(['umbrella rain > weather'], analyzer, isPorter)
    expect([...(synonyms.get('rain*') ?? [])]).toEqual(['weather*'])
    expect(synonyms.get('weather*')).toBeUndefined()
  })

  it.each(readers)('finds the other form of an abbreviation or long form, as a whole, %s', (_, isPorter) => {
    const synonyms = readSynonyms(['pr = pull request', 'k8s = kubernetes'], analyzer, isPorter)
    const at = (text: string, start = 0): readonly (readonly string[])[] =>
      synonyms.formsAt(rootsOf(analyzer.analyze(text)), start).map(({ terms }) => terms)
    expect(at('pr')).toEqual([['pull*', 'request*']])
    expect(at('list pull requests', 1)).toEqual([['pr']])
    expect(at('list pull requests')).toEqual([])
    expect(at('pull the request of mine')).toEqual([['pr']])
    expect(at('pull apart')).toEqual([])
    expect(at('kubernetes')).toEqual([['k8s']])
    expect(['pr', 'pull*', 'request*'].filter(synonyms.has)).toEqual([])
  })

  it.each(readers)('takes lines that say nothing, %s', (_, isPorter) => {
    const synonyms = readSynonyms(['', '>', 'alone', ' > nothing', 'the a an'], analyzer, isPorter)
    expect(['alon*', 'noth*', 'the*', ''].filter(synonyms.has)).toEqual([])
  })

  it('says of every built-in word what reading all lines at once says, in the same order', () => {
    const synonyms = readSynonyms(BUILT_IN_SYNONYMS, analyzer, true)
    for (const [root, meant] of readAtOnce(BUILT_IN_SYNONYMS)) {
      expect([root, ...(synonyms.get(root) ?? [])]).toEqual([root, ...meant])
    }
  })

  it('says of any words what reading all lines at once says', () => {
    const ending = fc.constantFrom(
      'ies',
      'ys',
      'ying',
      'eds',
      'ed',
      'ing',
      's',
      'e',
      'y',
      'ation',
      'ness',
      '',
    )
    const anyWord = fc.oneof(
      fc
        .tuple(fc.string({ unit: fc.constantFrom(...'aeiouyst'), minLength: 1, maxLength: 3 }), ending)
        .map(([head, tail]) => head + tail),
      fc.constantFrom('k8s', 'c++', 'Mail', 'pull-request', 'été', '天气'),
    )
    const anyLine = fc
      .tuple(fc.array(anyWord, { minLength: 1, maxLength: 4 }), fc.array(anyWord, { maxLength: 2 }))
      .map(([left, right]) => [left.join(' '), ...(right.length === 0 ? [] : [right.join(' ')])].join(' > '))
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 6 }), fc.array(anyWord), (lines, words) => {
        const synonyms = readSynonyms(lines, analyzer, true)
        const expected = readAtOnce(lines)
        const asked = [...expected.keys(), ...rootsOf(analyzer.analyze(words.join(' ')))]
        for (const root of asked) expect(new Set(synonyms.get(root))).toEqual(new Set(expected.get(root)))
      }),
      { numRuns: 500 },
    )
  })

  it('reads with an analyzer whose roots begin otherwise', () => {
    const own = createAnalyzer({ stem: (word) => [...word].reverse().join('') })
    const synonyms = readSynonyms(BUILT_IN_SYNONYMS, own)
    for (const [root, meant] of readAtOnce(BUILT_IN_SYNONYMS, own))
      expect(new Set(synonyms.get(root))).toEqual(meant)
  })
})
