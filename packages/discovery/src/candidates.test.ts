import type { CandidateRequest, CandidateRetriever, Searcher } from '@toolscout/model'
import { expect, it } from 'vitest'
import { createCandidateRetriever } from './candidates.ts'

function spy(ids: readonly string[]): {
  readonly engine: CandidateRetriever
  readonly asked: CandidateRequest[]
} {
  const asked: CandidateRequest[] = []
  const retrieve = async (request: CandidateRequest): Promise<readonly string[]> => {
    asked.push(request)
    return ids.slice(0, request.limit)
  }
  return { engine: { name: 'own', retrieve }, asked }
}

it('asks for words that mean the same, in English for what is asked in another language', async () => {
  const { engine, asked } = spy(['a'])
  const retriever = createCandidateRetriever({ engine })
  const filter = { tags: ['x'] }
  expect(await retriever.retrieve({ query: 'remove a photo', limit: 5, filter })).toEqual(['a'])
  expect(asked[0]).toMatchObject({ query: 'remove a photo', limit: 5, filter })
  expect(asked[0]?.expansions?.has('delete')).toBe(true)
  await retriever.retrieve({ query: 'lösche die Datei', limit: 5 })
  expect(asked[1]?.query).toMatch(/delete.*lösche die datei$/s)
})

it('puts the nearest by meaning between the others, each once, up to the limit', async () => {
  const { engine } = spy(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  const meaning: Searcher = {
    name: 'meaning',
    apply: () => undefined,
    search: async () => ({ hits: ['x', 'a', 'y', 'z'].map((id) => ({ id, score: 1 })) }),
  }
  const retriever = createCandidateRetriever({ engine, meaning })
  const ask = (limit: number): Promise<readonly string[]> => retriever.retrieve({ query: 'lamp', limit })
  expect(await ask(20)).toEqual(['x', 'a', 'b', 'c', 'd', 'e', 'f', 'y', 'g', 'z'])
  expect(await ask(3)).toEqual(['x', 'a', 'b'])
  expect(
    await createCandidateRetriever({ engine: spy([]).engine, meaning }).retrieve({ query: 'lamp', limit: 2 }),
  ).toEqual(['x', 'a'])
})
