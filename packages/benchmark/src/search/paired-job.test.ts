import { expect, it } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { measurePaired } from './paired-job.ts'

it('asks each query when it is new and at once again, in each of two passes', async () => {
  const asked: string[] = []
  const engine = (name: string): Engine => ({
    name,
    packageName: name,
    maxTools: 10,
    isPairedByDefault: true,
    prepare: ({ id }) => id,
    prepareQuery: (text) => `${name} ${text}`,
    load: async () => ({
      build: async () => ({
        search: async (query) => {
          asked.push(query)
          return []
        },
        forget: async () => void asked.push(`${name} forgets`),
        close: () => undefined,
      }),
    }),
  })
  const queries = [{ text: 'x' }, { text: 'y' }]
  const exam = { warmUp: [{ text: 'w' }], queries, answers: [] }
  const job = { kind: 'paired', tools: 3, seed: 1, engines: ['a', 'b'], exam, budgetMs: 60_000 } as const
  const rows = await measurePaired([engine('a'), engine('b')], job)
  const pass = ['a forgets', 'b forgets', 'a x', 'a x', 'b x', 'b x', 'b y', 'b y', 'a y', 'a y']
  expect(asked).toEqual(['a w', 'a w', 'b w', 'b w', ...pass, ...pass])
  expect(rows).toMatchObject([
    { engine: 'a', tools: 3, queries: 2, fasterThanWink: null },
    { engine: 'b', tools: 3, queries: 2 },
  ])
})
