import { createWordSearcher, searcherObligations } from '@toolscout/testkit'
import { describe, it } from 'vitest'
import { scriptedModel } from './fixtures/scripted-model.ts'
import { createRerankedSearcher } from './reranked-searcher.ts'

describe.each([
  ['without a model', {}],
  ['in fast', { model: scriptedModel(''), defaultMode: 'fast' as const }],
  [
    'whose model says nothing of use',
    { model: scriptedModel('no'), defaultMode: 'accurate' as const, now: (): number => 0 },
  ],
  ['that prefers the first', { reranker: firstIsBest(), now: (): number => 0 }],
])('an assisted searcher %s', (_how, options) => {
  it.each([...searcherObligations()])('$name', async ({ check }) => {
    await check(() => createRerankedSearcher({ searcher: createWordSearcher(), ...options }))
  })
})

/** Rates the first candidate best and every second one not at all. */
function firstIsBest(): NonNullable<Parameters<typeof createRerankedSearcher>[0]['reranker']> {
  return {
    name: 'first',
    rerank: async (_query, candidates, { signal }) => {
      signal?.throwIfAborted()
      return candidates.flatMap(({ id }, i) =>
        i % 2 === 0 ? [{ id, score: 1 / (i + 1), reason: 'early' }] : [],
      )
    },
  }
}
