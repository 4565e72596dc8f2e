import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { rootsOf } from '../analysis/tokens.ts'
import { createSuppliers, type SuppliedTool, type Suppliers } from './prerequisites.ts'

const analyzer = createAnalyzer()
const rootsIn = (name: string): readonly string[] => rootsOf(analyzer.analyze(name))

it('leads from who needs an identifier to who finds the thing, within a server', () => {
  const suppliers = createSuppliers(analyzer)
  const tools: readonly SuppliedTool[] = [
    { nameRoots: rootsIn('search_movies'), namespace: 'films', required: ['query'] },
    { nameRoots: rootsIn('list_movies'), namespace: 'other', required: [] },
    { nameRoots: rootsIn('get_cast'), namespace: 'films', required: ['movieId'] },
    { nameRoots: rootsIn('find_similar_movies'), namespace: 'films', required: ['movie_id'] },
    { nameRoots: rootsIn('search_movies'), namespace: '', required: [] },
  ]
  tools.forEach((tool, handle) => {
    suppliers.place(handle, tool)
  })
  expect(tools.map((_, handle) => suppliers.suppliersOf(handle))).toEqual([[], [], [0], [0], []])
})

it('knows the same however tools came and went', () => {
  const anyTool = fc.record({
    nameRoots: fc
      .constantFrom('search_movies', 'list movies by user', 'findUsers', 'get_cast', 'delete')
      .map(rootsIn),
    namespace: fc.constantFrom('', 'films', 'people'),
    required: fc.array(fc.constantFrom('movie_id', 'userIds', 'id', 'query'), { maxLength: 3 }),
  })
  const anyStep = fc.record({ handle: fc.nat({ max: 9 }), tool: fc.option(anyTool, { nil: undefined }) })
  const answersOf = ({ suppliersOf }: Suppliers): unknown =>
    Array.from({ length: 12 }, (_, handle) => [...suppliersOf(handle)].sort((one, other) => one - other))
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
      const stepwise = createSuppliers(analyzer)
      const tools = new Map<number, SuppliedTool>()
      for (const { handle, tool } of steps) {
        if (tool === undefined) stepwise.remove(handle)
        else stepwise.place(handle, tool)
        if (tool === undefined) tools.delete(handle)
        else tools.set(handle, tool)
      }
      const atOnce = createSuppliers(analyzer)
      for (const [handle, tool] of tools) atOnce.place(handle, tool)
      expect(answersOf(stepwise)).toEqual(answersOf(atOnce))
    }),
  )
})
