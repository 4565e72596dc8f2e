import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findShortestCycles, type Graph } from './shortest-cycles.ts'

function graphOf(arrows: Readonly<Record<string, string>>): Graph {
  return new Map(Object.entries(arrows).map(([node, targets]) => [node, [...targets]]))
}

test('finds nothing where arrows only go down', () => {
  expect(findShortestCycles(graphOf({ a: 'bc', b: 'd', c: 'd', d: '' }))).toEqual([])
})

test('gives the shortest way round, once for each knot', () => {
  const graph = graphOf({ a: 'bc', b: 'c', c: 'da', d: 'e', e: 'd', f: 'a' })
  expect(findShortestCycles(graph)).toEqual([
    ['a', 'c'],
    ['d', 'e'],
  ])
})

test('finds a cycle exactly when no order of the nodes puts every arrow downwards', () => {
  const nodes = [...'abcdef']
  const arrows = fc.array(fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)), { maxLength: 12 })
  fc.assert(
    fc.property(arrows, (pairs) => {
      const graph = new Map(
        nodes.map((node) => [node, pairs.flatMap(([from, to]) => (from === node ? [to] : []))]),
      )
      const remaining = new Set(nodes)
      // Taking away what has no arrow to the rest leaves something over only when there is a cycle.
      for (let before = -1; before !== remaining.size; ) {
        before = remaining.size
        for (const node of nodes)
          if (!graph.get(node)?.some((to) => remaining.has(to))) remaining.delete(node)
      }
      const found = findShortestCycles(graph)
      expect(found.length > 0).toBe(remaining.size > 0)
      for (const cycle of found) {
        for (const [at, node] of cycle.entries()) {
          expect(graph.get(node)).toContain(cycle[(at + 1) % cycle.length])
        }
      }
    }),
  )
})
