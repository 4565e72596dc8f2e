import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFeedback } from './feedback.ts'

const DAY = 86_400_000
const priorOf = (feedback: ReturnType<typeof createFeedback>, query: string, id: string): number =>
  feedback.priorsOf(query).get(id)?.value ?? 0

describe('what use teaches', () => {
  it('is the mean share of a tool in the uses of the words', () => {
    const feedback = createFeedback({ now: () => 0 })
    for (let i = 0; i < 3; i += 1) feedback.record('Open an ISSUE!', 'git:create_issue')
    feedback.record('open the door', 'home:open')
    // `open`: 3 / (3 + 3 + 1); `issue`: 3 / (3 + 3); `quickly`: nothing.
    const prior = feedback.priorsOf('open issue quickly').get('git:create_issue')
    expect(prior?.value).toBeCloseTo((3 / 7 + 3 / 6 + 0) / 3, 12)
    expect(prior?.shares).toEqual([
      { word: 'open', share: 3 / 7 },
      { word: 'issue', share: 3 / 6 },
    ])
    expect(priorOf(feedback, 'open', 'home:open')).toBeCloseTo(1 / 7, 12)
    expect(feedback.priorsOf('zebra').size).toBe(0)
    expect(feedback.priorsOf('').size).toBe(0)
  })

  it('counts half after each half-life', () => {
    let nowMs = 0
    const feedback = createFeedback({ now: () => nowMs, halfLifeMs: 10 * DAY })
    feedback.record('mail', 'a')
    expect(priorOf(feedback, 'mail', 'a')).toBe(1 / 4)
    nowMs = 10 * DAY
    expect(priorOf(feedback, 'mail', 'a')).toBe(0.5 / 3.5)
    feedback.record('mail', 'a')
    nowMs = 20 * DAY
    expect(priorOf(feedback, 'mail', 'a')).toBe(0.75 / 3.75)
    nowMs = 5_000 * DAY
    expect(priorOf(feedback, 'mail', 'a')).toBeLessThan(1e-9)
  })

  it('grows by no clock that goes back', () => {
    let nowMs = 10 * DAY
    const feedback = createFeedback({ now: () => nowMs, halfLifeMs: DAY })
    feedback.record('mail', 'a')
    nowMs = 0
    expect(priorOf(feedback, 'mail', 'a')).toBe(1 / 4)
    feedback.record('mail', 'a')
    nowMs = 10 * DAY
    expect(priorOf(feedback, 'mail', 'a')).toBe(2 / 5)
  })

  it('can be unlearned, however often it was confirmed', () => {
    let nowMs = 0
    const feedback = createFeedback({ now: () => nowMs, halfLifeMs: DAY })
    for (let i = 0; i < 10_000; i += 1) feedback.record('mail', 'old')
    nowMs = 7 * DAY
    for (let i = 0; i < 5; i += 1) feedback.record('mail', 'new')
    expect(priorOf(feedback, 'mail', 'new')).toBeGreaterThan(priorOf(feedback, 'mail', 'old'))
  })

  it('is bounded in pairs, words and lengths', () => {
    const feedback = createFeedback({ maxPairs: 10 })
    for (let i = 0; i < 1_000; i += 1) feedback.record(`word${i}`, 'a')
    expect(feedback.size).toBe(10)
    expect(feedback.priorsOf('word989').size).toBe(0)
    expect(feedback.priorsOf('word990').size).toBe(1)
    const wide = createFeedback()
    wide.record(Array.from({ length: 999 }, (_, i) => `w${i}`).join(' '), 'a')
    wide.record('x'.repeat(1_000_000), 'a')
    expect(wide.size).toBe(33)
    expect(createFeedback({ maxPairs: 0 }).size).toBe(0)
    const none = createFeedback({ maxPairs: 0 })
    none.record('mail', 'a')
    expect([none.size, none.priorsOf('mail').size]).toEqual([0, 0])
  })

  it('has shares of a word that are less than one together, whatever was used', () => {
    const words = fc.constantFrom('a b', 'b c', 'constructor', '__proto__ a', '天气 b')
    const uses = fc.array(fc.tuple(words, fc.constantFrom('x', 'y', 'toString'), fc.nat(1_000)), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(uses, words, (history, query) => {
        let nowMs = 0
        const feedback = createFeedback({ now: () => nowMs, halfLifeMs: 500 })
        for (const [text, id, at] of history) {
          nowMs = at
          feedback.record(text, id)
        }
        const values = [...feedback.priorsOf(query).values()].map(({ value }) => value)
        for (const value of values) expect(value >= 0 && value < 1).toBe(true)
        expect(values.reduce((sum, value) => sum + value, 0)).toBeLessThan(1)
      }),
    )
  })
})

describe('saved feedback', () => {
  it('goes on where it was, through JSON', () => {
    let nowMs = 0
    const now = (): number => nowMs
    const feedback = createFeedback({ now })
    feedback.record('open issue', 'git:create_issue')
    nowMs = DAY
    feedback.record('open door', 'home:open')
    const saved: unknown = JSON.parse(JSON.stringify(feedback))
    const again = createFeedback({ now, saved })
    expect(again.toJSON()).toEqual(feedback.toJSON())
    for (const query of ['open', 'issue', 'door open'])
      expect(again.priorsOf(query)).toEqual(feedback.priorsOf(query))
    expect(
      createFeedback({ saved, maxPairs: 2 })
        .toJSON()
        .pairs.map(([word]) => word),
    ).toEqual(['open', 'door'])
    expect(JSON.stringify(saved)).not.toContain('open issue')
  })

  it('can be read again whatever was asked', () => {
    const query = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(fc.array(query, { maxLength: 5 }), (queries) => {
        const feedback = createFeedback({ now: () => 0 })
        for (const text of queries) feedback.record(text, 'a')
        const saved: unknown = JSON.parse(JSON.stringify(feedback))
        expect(createFeedback({ saved }).toJSON()).toEqual(feedback.toJSON())
      }),
    )
  })

  it.each([
    [null, 'format'],
    [{ format: 2, pairs: [] }, 'format'],
    [{ format: 1 }, 'pairs'],
    [
      {
        format: 1,
        pairs: [
          ['a', 'x', 1, 0],
          ['two words', 'x', 1, 0],
        ],
      },
      'pairs[1]',
    ],
    [{ format: 1, pairs: [['', 'x', 1, 0]] }, 'pairs[0]'],
    [{ format: 1, pairs: [['a', 'no id', 1, 0]] }, 'pairs[0]'],
    [{ format: 1, pairs: [['a', 'x', 1e9, 0]] }, 'pairs[0]'],
    [{ format: 1, pairs: [['a', 'x', Number.NaN, 0]] }, 'pairs[0]'],
    [{ format: 1, pairs: [['a', 'x', 1, null]] }, 'pairs[0]'],
    [{ format: 1, pairs: [3] }, 'pairs[0]'],
  ])('that is none is refused: %j', (saved, path) => {
    expect(() => createFeedback({ saved })).toThrow(
      expect.objectContaining({ code: 'INVALID_FEEDBACK', details: { path } }),
    )
  })
})

it.each([
  [{ halfLifeMs: 0 }, RangeError],
  [{ halfLifeMs: Number.NaN }, RangeError],
  [{ maxPairs: -1 }, RangeError],
  [{ maxPairs: 1_000_001 }, RangeError],
  [{ halfLife: 1 }, TypeError],
])('refuses the options %j', (options, error) => {
  expect(() => createFeedback(options as never)).toThrow(error)
})

it('learns nothing of what is no query and no tool', () => {
  const feedback = createFeedback()
  expect(() => feedback.record(3 as never, 'a')).toThrow(TypeError)
  expect(() => feedback.record('mail', 'no id')).toThrow(expect.objectContaining({ code: 'INVALID_TOOL_ID' }))
  expect(feedback.size).toBe(0)
})
