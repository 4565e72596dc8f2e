import { readJudgments, STARTER_SET } from '@toolscout/evaluation'
import { describe, expect, it } from 'vitest'
import { fitVerdict } from './fit.ts'

describe('fitting the verdict', () => {
  it('gives the same weights again, for words alone and with vectors, and judges each set by the others', async () => {
    const starter = await readJudgments(STARTER_SET)
    const sets = ['one', 'other'].map((name, half) => ({
      ...starter,
      name,
      queries: starter.queries.filter((_, i) => i % 2 === half),
    }))
    const seen: string[] = []
    const options = { draws: 1, seed: 1, apart: undefined, onSet: (name: string) => seen.push(name) }
    const { weights, unseen } = await fitVerdict(sets, options)
    expect(seen).toEqual(['one', 'other'])
    expect(Object.keys(weights.words.confidence)).not.toContain('similar')
    expect(weights.meaning.confidence.similar).toBeGreaterThan(0)
    expect(weights.words.certainty.score).toBeGreaterThan(0)
    expect(unseen.map(({ variant, set }) => `${variant} ${set}`)).toEqual([
      'words one',
      'words other',
      'meaning one',
      'meaning other',
    ])
    for (const { auc } of unseen) expect(auc).toBeGreaterThan(0.5)
    expect((await fitVerdict(sets, options)).weights).toEqual(weights)
  })
})
