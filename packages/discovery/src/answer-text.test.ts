import type { Verdict } from '@toolscout/model'
import type { ToolDoc } from '@toolscout/tooldoc'
import { describe, expect, it } from 'vitest'
import { bestHits, firstSentence, headLines, toolLines } from './answer-text.ts'

const verdictOf = (level: Verdict['level'], missing?: readonly string[]): Verdict => ({
  level,
  confidence: 0.5,
  nearMisses: [],
  ...(missing && { missing }),
})
const hitsOf = (scores: readonly number[]) => scores.map((score) => ({ score }))
const answerOf = (level: Verdict['level'], scores: readonly number[]) =>
  ({ hits: hitsOf(scores), verdict: verdictOf(level) }) as never

describe('an answer shows', () => {
  it.each([
    ['strong', [10, 9, 8, 7, 6], {}, 3],
    ['weak', [10, 9, 8, 7, 6, 5, 5], {}, 5],
    ['none', [10, 9, 8, 7, 6, 5], {}, 3],
    ['weak', [10, 4.5, 4.49, 1], {}, 2],
    ['strong', [10, 4], {}, 1],
    ['weak', [], {}, 0],
    ['strong', [10, 9, 8, 7, 6], { limit: 2 }, 2],
    ['strong', [10, 9, 8, 7, 6, 1], { limit: 10 }, 5],
    ['none', [10, 9], { searches: 3 }, 0],
    ['weak', [10, 9], { searches: 3 }, 2],
  ] as const)('of a %s one with scores %j and %j the best %d', (level, scores, options, shown) => {
    expect(bestHits(answerOf(level, scores), options)).toHaveLength(shown)
  })

  it('ten tools of a listing', () => {
    expect(bestHits({ hits: hitsOf(Array.from({ length: 12 }, () => 1)) })).toHaveLength(10)
  })
})

describe('an answer begins with', () => {
  const headOf = (level: Verdict['level'] | undefined, hits: number, searches = 1) =>
    headLines({ hits: Array.from({ length: hits }), verdict: level && verdictOf(level) }, { searches })

  it.each([
    ['strong', 1, 1, 'The first very likely fits.'],
    ['strong', 1, 9, 'The first very likely fits.'],
    ['weak', 1, 1, 'Nearest, best first:'],
    ['none', 1, 1, 'Probably nothing here does that. If none of these does, tell the user:'],
    ['weak', 1, 2, 'You have searched for this twice. If none of these does it, tell the user:'],
    ['none', 0, 2, 'You have searched for this twice; nothing here does it. Tell the user.'],
    ['weak', 1, 3, 'You have searched for this three times. If none of these does it, tell the user:'],
    ['none', 0, 3, 'You have searched for this three times; nothing here does it. Tell the user.'],
    ['none', 0, 4, 'You have searched for this 4 times; nothing here does it. Tell the user.'],
    ['none', 0, 1, 'No tool matches. Search once more in other words, or tell the user.'],
    [undefined, 0, 1, 'No tools.'],
    [undefined, 1, 1, 'Tools by id:'],
  ] as const)('what %s with %d hits at search %d comes to', (level, hits, searches, line) => {
    expect(headOf(level, hits, searches)).toEqual([line])
  })

  it('the names of the nearest where nothing fits and they have no lines', () => {
    const textOf = (names: readonly string[]) =>
      headLines({ hits: [1], verdict: verdictOf('none') }, { names }).join('')
    expect(textOf(['a:b', 'c:d'])).toBe(
      'Probably nothing here does that. Nearest: a:b, c:d. If none of these does it, tell the user.',
    )
    expect(textOf([])).toBe('Probably nothing here does that. Tell the user.')
  })

  it('what is missing, whatever the level, but for what is only not connected', () => {
    for (const level of ['strong', 'weak', 'none'] as const) {
      const verdict = verdictOf(level, ['Kafka', 'Slack', 'Qdrant'])
      const [first, second] = headLines({ hits: [1], verdict }, { configured: (name) => name === 'Slack' })
      expect(first).toBe('No server or tool for Kafka, Qdrant.')
      expect(second).not.toContain('very likely')
    }
    const long = verdictOf(
      'none',
      Array.from({ length: 8 }, (_, i) => `${i}`.repeat(40)),
    )
    expect(headLines({ hits: [1], verdict: long })[0]?.length).toBeLessThanOrEqual(185)
  })
})

describe('two lines', () => {
  const docOf = (summary: string, properties: object): ToolDoc =>
    ({ id: 'a:b', detail: 'schema', summary, tool: { inputSchema: { type: 'object', properties } } }) as never

  it('are the signature and the first sentence', () => {
    const doc = docOf('Sends a mail. Args: to.', { to: { type: 'string' }, cc: { enum: ['x', 'y'] } })
    expect(toolLines(doc, 'a:b')).toBe('a:b(to?: string, cc?: "x" | "y")\n  Sends a mail.')
    expect(toolLines(docOf('', {}), 'a:b')).toBe('a:b()')
    expect(toolLines({ summary: 'Sends it' }, 'a:b')).toBe('a:b\n  Sends it')
    expect(toolLines({ summary: 'Plans it', kind: 'prompt' }, 'a:prompt.b')).toBe(
      'a:prompt.b\n  A prompt. Plans it',
    )
    expect(toolLines({ summary: '', kind: 'skill' }, 'a:skill.b')).toBe('a:skill.b\n  A skill.')
  })

  it.each([
    ['choice', 170],
    ['best', 300],
  ] as const)('have, of a %s, at most %d code points of signature, and 120 of prose', (kind, most) => {
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`field_${i}`, { type: 'string' }]))
    const [signature = '', prose = ''] = toolLines(docOf('word '.repeat(90), many), 'a:b', kind).split('\n  ')
    expect(signature.length).toBeLessThanOrEqual(most)
    expect(signature.length).toBeGreaterThan(most - 30)
    expect(prose.length).toBeLessThanOrEqual(120)
  })

  it.each([
    ['Gets it. Then more.', 'Gets it.'],
    ['Gets things, e.g. these. More', 'Gets things, e.g. these.'],
    ['Version 1.2 of it', 'Version 1.2 of it'],
    ['取得します。次', '取得します。'],
    ['Gets the weather\n\nArgs:\n  city: a name', 'Gets the weather'],
    ['Create a page\nError Responses:\n400: Bad request', 'Create a page'],
    ['Gets it Returns: a text', 'Gets it'],
    ['Returns: a text', 'Returns: a text'],
    ['', ''],
  ])('of %j has %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence)
  })
})
