import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CHOICES } from '../api/views.ts'
import { formatRoute, parseRoute, VIEW_NAMES } from './route.ts'

it('is read as it was written', () => {
  const routes = fc.record({
    view: fc.constantFrom(...VIEW_NAMES),
    query: fc.string({ unit: 'grapheme' }),
    group: fc.string(),
    only: fc.constantFrom(...CHOICES, '' as const),
    sort: fc.constantFrom('tokens' as const, '' as const),
    id: fc.string(),
  })
  fc.assert(
    fc.property(routes, (route) => {
      expect(parseRoute(formatRoute(route))).toEqual(route)
    }),
  )
})

it.each(['', '#', '#/', '#/nothing', '#token'])('%j is the first view', (hash) => {
  expect(parseRoute(hash)).toEqual({ view: 'tools', query: '', group: '', only: '', sort: '', id: '' })
})
