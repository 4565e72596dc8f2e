import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { type LinkedTool, Prerequisites } from './tools-by-key.ts'

const analyzer = createAnalyzer()
const rootsIn = (name: string): readonly string[] => rootsOf(analyzer.analyze(name))

it('leads from who needs an identifier to who finds the thing, within a server', () => {
  const prerequisites = new Prerequisites(analyzer)
  const tools: readonly LinkedTool[] = [
    { nameRoots: rootsIn('search_movies'), namespace: 'films', required: ['query'] },
    { nameRoots: rootsIn('list_movies'), namespace: 'other', required: [] },
    { nameRoots: rootsIn('get_cast'), namespace: 'films', required: ['movieId'] },
    { nameRoots: rootsIn('find_similar_movies'), namespace: 'films', required: ['movie_id'] },
    { nameRoots: rootsIn('search_movies'), namespace: '', required: [] },
  ]
  tools.forEach((tool, docId) => {
    prerequisites.place(docId, tool)
  })
  expect(tools.map((_, docId) => prerequisites.producersFor(docId))).toEqual([[], [], [0], [0], []])
})

it('knows the same however tools came and went', () => {
  const anyTool = fc.record({
    nameRoots: fc
      .constantFrom('search_movies', 'list movies by user', 'findUsers', 'get_cast', 'delete')
      .map(rootsIn),
    namespace: fc.constantFrom('', 'films', 'people'),
    required: fc.array(fc.constantFrom('movie_id', 'userIds', 'id', 'query'), { maxLength: 3 }),
  })
  const anyStep = fc.record({ docId: fc.nat({ max: 9 }), tool: fc.option(anyTool, { nil: undefined }) })
  const answersOf = (prerequisites: Prerequisites): unknown =>
    Array.from({ length: 12 }, (_, docId) =>
      [...prerequisites.producersFor(docId)].sort((one, other) => one - other),
    )
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
      const stepwise = new Prerequisites(analyzer)
      const tools = new Map<number, LinkedTool>()
      for (const { docId, tool } of steps) {
        if (tool === undefined) stepwise.remove(docId)
        else stepwise.place(docId, tool)
        if (tool === undefined) tools.delete(docId)
        else tools.set(docId, tool)
      }
      const atOnce = new Prerequisites(analyzer)
      for (const [docId, tool] of tools) atOnce.place(docId, tool)
      expect(answersOf(stepwise)).toEqual(answersOf(atOnce))
    }),
  )
})
