import type { Hit, Searcher, Verdict } from '@toolscout/model'
import { compareHits } from '@toolscout/model'
import { createWordSearcher, searcherObligations } from '@toolscout/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFeedback, type Feedback } from './feedback.ts'
import { createFeedbackSearcher } from './feedback-searcher.ts'

const fixed = (hits: readonly Hit[], verdict?: Verdict['level']): Searcher => ({
  name: 'fixed',
  apply: () => {},
  search: async ({ limit }) => ({
    hits: [...hits].sort(compareHits).slice(0, limit),
    ...(verdict === undefined ? {} : { verdict: { level: verdict, confidence: 0.5, nearMisses: [] } }),
  }),
})
const usedFor = (query: string, id: string, times = 1_000): Feedback => {
  const feedback = createFeedback({ now: () => 0 })
  for (let i = 0; i < times; i += 1) feedback.record(query, id)
  return feedback
}
const order = async (
  searcher: Searcher,
  feedback: Feedback,
  options: { maxBoost?: number; window?: number } = {},
): Promise<readonly string[]> =>
  (
    await createFeedbackSearcher({ searcher, feedback, ...options }).search({ query: 'mail', limit: 10 })
  ).hits.map(({ id }) => id)

describe.each([
  ['that learned nothing', createFeedback()],
  ['that learned much', usedFor('git status list files', 'git:a')],
])('a searcher %s', (_what, feedback) => {
  it.each([...searcherObligations()])('$name', async ({ check }) => {
    await check(() => createFeedbackSearcher({ searcher: createWordSearcher(), feedback }))
  })
})

describe('what was used', () => {
  const near = [
    { id: 'a', score: 10 },
    { id: 'b', score: 9 },
    { id: 'c', score: 5 },
  ]

  it('comes before what is as good', async () => {
    expect(await order(fixed(near), usedFor('mail', 'b'))).toEqual(['b', 'a', 'c'])
    expect(await order(fixed(near), usedFor('letter', 'b'))).toEqual(['a', 'b', 'c'])
  })

  it('never comes before what is clearly better, and is not found by use alone', async () => {
    expect(await order(fixed(near), usedFor('mail', 'c'))).toEqual(['a', 'b', 'c'])
    expect(await order(fixed(near), usedFor('mail', 'z'))).toEqual(['a', 'b', 'c'])
    expect(await order(fixed(near), usedFor('mail', 'b'), { maxBoost: 0 })).toEqual(['a', 'b', 'c'])
    expect(await order(fixed(near), usedFor('mail', 'b'), { window: 1 })).toEqual(['a', 'b', 'c'])
  })

  it('changes nothing about a strong match', async () => {
    expect(await order(fixed(near, 'strong'), usedFor('mail', 'b'))).toEqual(['a', 'b', 'c'])
    expect(await order(fixed(near, 'weak'), usedFor('mail', 'b'))).toEqual(['b', 'a', 'c'])
  })

  it('is boosted by less than the cap, whatever was learned and whatever the scores', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const anyHits = fc
      .array(
        fc.oneof(
          fc.double({ min: 0, max: 1e308, noNaN: true }),
          fc.constantFrom(0, 1, 1.1, 1.2, Number.MAX_VALUE),
        ),
        {
          maxLength: 5,
        },
      )
      .map((scores) => scores.map((score, i) => ({ id: ids[i] as string, score })))
    const anyUses = fc.array(
      fc.tuple(fc.constantFrom('mail', 'mail Bob', 'letter'), fc.constantFrom(...ids)),
      {
        maxLength: 60,
      },
    )
    const anyLift = fc.double({ min: 0, max: 1, noNaN: true })
    await fc.assert(
      fc.asyncProperty(anyHits, anyUses, anyLift, fc.nat(5), async (hits, uses, maxBoost, limit) => {
        const feedback = createFeedback({ now: () => 0 })
        for (const [query, id] of uses) feedback.record(query, id)
        const searcher = createFeedbackSearcher({ searcher: fixed(hits), feedback, maxBoost })
        const boosted = (await searcher.search({ query: 'mail', limit: 9 })).hits
        expect([...boosted].sort(compareHits)).toEqual(boosted)
        expect(new Set(boosted.map(({ id }) => id))).toEqual(new Set(hits.map(({ id }) => id)))
        expect((await searcher.search({ query: 'mail', limit })).hits).toEqual(boosted.slice(0, limit))
        const place = new Map(boosted.map(({ id }, i) => [id, i]))
        for (const { score } of boosted) expect(Number.isFinite(score) && score >= 0).toBe(true)
        for (const better of hits)
          for (const worse of hits)
            if (better.score > worse.score * (1 + maxBoost))
              expect(place.get(better.id) as number).toBeLessThan(place.get(worse.id) as number)
      }),
    )
  })

  it('is explained', async () => {
    const hits = [{ id: 'a', score: 10, explanation: { label: 'words', value: 10 } }]
    const searcher = createFeedbackSearcher({ searcher: fixed(hits), feedback: usedFor('mail', 'a', 3) })
    const answer = await searcher.search({ query: 'mail', limit: 1, explain: true })
    expect(answer.hits).toEqual([
      {
        id: 'a',
        score: 11,
        explanation: {
          label: 'score times boost by use',
          value: 11,
          children: [
            { label: 'words', value: 10 },
            {
              label: 'boost by use, at most 1.2',
              value: 1.1,
              children: [{ label: 'share of its uses after "mail"', value: 0.5 }],
            },
          ],
        },
      },
    ])
  })
})

it.each([undefined, null, 'x', {}, { hits: 3 }, { hits: [null, 3] }])(
  'leaves %j to its reader',
  async (given) => {
    const inner: Searcher = { name: 'own', apply: () => {}, search: async () => given as never }
    const searcher = createFeedbackSearcher({ searcher: inner, feedback: usedFor('mail', 'a') })
    expect(await searcher.search({ query: 'mail', limit: 1 })).toEqual(given)
  },
)

it.each([
  [{ searcher: {} }, TypeError],
  [{ feedback: {} }, TypeError],
  [{ maxBoost: 1.1 }, RangeError],
  [{ maxBoost: Number.NaN }, RangeError],
  [{ window: 0 }, RangeError],
  [{ lift: 1 }, TypeError],
])('refuses the options %j', (options, error) => {
  const whole = { searcher: createWordSearcher(), feedback: createFeedback(), ...options }
  expect(() => createFeedbackSearcher(whole as never)).toThrow(error)
})
