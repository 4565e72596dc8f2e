import { readJudgments, STARTER_SET } from '@toolscout/evaluation'
import { describe, expect, it } from 'vitest'
import { fitVerdict } from './fit.ts'

describe('fitting the verdict', () => {
  it('gives the same weights again, for words alone and with vectors, and judges each set by the others', async () => {
    const starter = await readJudgments(STARTER_SET)
    const sets = ['one', 'other'].map((name, half) => ({
      ...starter,
      name,
      // Small catalogs are made of servers.
      tools: half === 0 ? starter.tools : starter.tools.map((tool) => ({ ...tool, namespace: 'all' })),
      queries: starter.queries.filter((_, i) => i % 2 === half),
    }))
    const seen: string[] = []
    const small = [{ ...starter, name: 'few', queries: starter.queries.slice(0, 30) }]
    const options = { draws: 1, seed: 1, apart: undefined, small, onSet: (name: string) => seen.push(name) }
    const { weights, unseen } = await fitVerdict(sets, options)
    expect(seen).toEqual(['one', 'other', 'few'])
    expect(Object.keys(weights.words.confidence)).not.toContain('similar')
    expect(Object.keys(weights.words.confidence)).not.toContain('small')
    const { similar = 0, alone = 0 } = weights.meaning.confidence
    expect(similar + alone).toBeGreaterThan(0)
    expect(weights.words.certainty.score).toBeGreaterThan(0)
    expect(unseen.map(({ variant, set }) => `${variant} ${set}`)).toEqual([
      ...['words one', 'words one, small catalogs', 'words other', 'words few, small catalogs'],
      ...['meaning one', 'meaning one, small catalogs', 'meaning other', 'meaning few, small catalogs'],
    ])
    for (const { auc, calledNone } of unseen) {
      expect(auc).toBeGreaterThan(0.5)
      expect(calledNone).toBeLessThan(0.5)
    }
    expect((await fitVerdict(sets, options)).weights).toEqual(weights)
  })
})
