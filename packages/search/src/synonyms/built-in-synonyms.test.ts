import { stemmer } from 'stemmer'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { ENGLISH_STOP_WORDS } from '../analysis/split-words.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { loadEnglish } from '../english.ts'
import builtIn from './built-in-synonyms.json' with { type: 'json' }
import { builtInSynonyms } from './read-synonyms.ts'

await loadEnglish()
const BUILT_IN_SYNONYMS = builtInSynonyms()

interface Line {
  readonly text: string
  readonly left: readonly string[]
  /** Empty in a symmetrical group. */
  readonly right: readonly string[]
}

const WORD = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}+]*$/u
const MAX_GROUPS_OF_A_WORD = 6

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')
const stem = (word: string): string => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word)

const forms = BUILT_IN_SYNONYMS.filter((line) => line.includes('='))
const lines: readonly Line[] = BUILT_IN_SYNONYMS.filter((line) => !/^#|=/.test(line)).map((text) => {
  const [left = '', right = ''] = text.split(' > ')
  return { text, left: words(left), right: words(right) }
})
const groups = lines.filter(({ right }) => right.length === 0)

describe('the synonyms', () => {
  it('has words for every subject', () => {
    for (const [subject, topics] of Object.entries(builtIn))
      expect(Object.values(topics).flat().length, subject).toBeGreaterThan(50)
  })

  it('has lines that parse', () => {
    for (const { text, left, right } of lines) {
      const all = [...left, ...right]
      expect(text, 'one arrow at most, single spaces').toBe(
        right.length === 0 ? left.join(' ') : `${left.join(' ')} > ${right.join(' ')}`,
      )
      expect(all.length, text).toBeGreaterThan(1)
      expect(text.length, text).toBeLessThanOrEqual(110)
      expect(
        all.filter((word) => !WORD.test(word)),
        text,
      ).toEqual([])
    }
  })

  it('has no stop word, which is never looked for', () => {
    const stops = lines.flatMap(({ text, left, right }) =>
      [...left, ...right].filter((word) => ENGLISH_STOP_WORDS.has(word)).map((word) => `${word}: ${text}`),
    )
    expect(stops).toEqual([])
  })

  it('has no line in which two words have one stem', () => {
    const repeated = lines.filter(({ left, right }) => {
      const stems = [...left, ...right].map(stem)
      return new Set(stems).size < stems.length
    })
    expect(repeated.map(({ text }) => text)).toEqual([])
  })

  it('has no line twice, whatever the order of its words', () => {
    const seen = new Set<string>()
    const twice = lines.filter(({ left, right }) => {
      const key = `${left.map(stem).sort().join(' ')} > ${right.map(stem).sort().join(' ')}`
      return seen.size === seen.add(key).size
    })
    expect(twice.map(({ text }) => text)).toEqual([])
  })

  it('has no group that another group holds already', () => {
    const sets = groups.map(({ text, left }) => ({ text, stems: new Set(left.map(stem)) }))
    const held = sets.filter(({ stems }) =>
      sets.some(
        (other) => other.stems.size > stems.size && [...stems].every((word) => other.stems.has(word)),
      ),
    )
    expect(held.map(({ text }) => text)).toEqual([])
  })

  it('leads no word where other lines lead it already', () => {
    const pairs = ({ left, right }: Line): readonly string[] =>
      left.flatMap((from) => (right.length === 0 ? left : right).map((to) => `${stem(from)} > ${stem(to)}`))
    const counts = new Map<string, number>()
    for (const pair of lines.flatMap(pairs)) counts.set(pair, (counts.get(pair) ?? 0) + 1)
    const needless = lines
      .filter(({ right }) => right.length > 0)
      .flatMap(({ text, left, right }) =>
        left
          .filter((from) => pairs({ text, left: [from], right }).every((pair) => (counts.get(pair) ?? 0) > 1))
          .map((from) => `${from}: ${text}`),
      )
    expect(needless).toEqual([])
  })

  it('has no word in so many groups that it means nothing', () => {
    const counts = new Map<string, number>()
    for (const word of groups.flatMap(({ left }) => left.map(stem))) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count > MAX_GROUPS_OF_A_WORD)).toEqual([])
  })

  it('has abbreviations with one long form a line, each once, that differ in their words', () => {
    const analyzer = createAnalyzer()
    const roots = (side: string): readonly string[] => rootsOf(analyzer.analyze(side))
    for (const line of forms) {
      const [short = '', long = '', ...rest] = line.split(' = ')
      expect(rest, line).toEqual([])
      expect(roots(short).length, line).toBeGreaterThan(0)
      expect(roots(long).length, line).toBeGreaterThan(0)
      expect(roots(short), line).not.toEqual(roots(long))
    }
    expect(new Set(forms).size).toBe(forms.length)
  })
})
