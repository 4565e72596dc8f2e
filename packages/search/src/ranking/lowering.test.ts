import type { SearchDocument } from '@toolscout/model'
import { sketchDocument } from '@toolscout/testkit/internal'
import { expect, it } from 'vitest'
import { loadEnglish } from '../english.ts'
import { createLexicalSearcher } from '../lexical-searcher.ts'

await loadEnglish()

const firstOf = async (query: string, upserts: readonly SearchDocument[]): Promise<string | undefined> => {
  const searcher = createLexicalSearcher()
  searcher.apply({ upserts, removals: [] })
  return (await searcher.search({ query, limit: 1 })).hits[0]?.id
}

const sum = sketchDocument({ name: 'get_sum', description: 'Returns the total weight of two parcels' })
const add = sketchDocument({ name: 'add_note', description: 'Add a note to the notebook' })

it('a tool that shares only the verb does not come before one for the thing that is asked for', async () => {
  expect(await firstOf('add two parcels', [sum, add])).toBe('get_sum')
})

it('adding numbers is a sum', async () => {
  const multiply = sketchDocument({ name: 'multiply', description: 'Multiply two numbers' })
  const total = sketchDocument({ name: 'get_sum', description: 'Sum of a list of numbers' })
  expect(await firstOf('add two numbers', [multiply, total, add])).not.toBe('add_note')
  expect(await firstOf('add up the numbers', [total, add])).toBe('get_sum')
})

it('the verb decides among tools for one thing', async () => {
  const others = ['get', 'delete', 'add'].map((verb) => sketchDocument({ name: `${verb}_parcel` }))
  expect(await firstOf('add two parcels', [sum, ...others])).toBe('add_parcel')
})

it('what is to be done names no server', async () => {
  const fetch = sketchDocument({ name: 'get_page', namespace: 'fetch', description: 'Get a page' })
  const read = sketchDocument({ name: 'read_page', namespace: 'wiki', description: 'A page of the wiki' })
  expect(await firstOf('fetch a page of the wiki', [fetch, read])).toBe('wiki:read_page')
})

it('another name is given by what renames, not by what shows names', async () => {
  const move = sketchDocument({ name: 'move_file', description: 'Move or rename a file' })
  const others = ['read', 'list', 'create'].map((verb) =>
    sketchDocument({ name: `${verb}_file`, description: `${verb} a file by its name` }),
  )
  expect(await firstOf('give this file another name', [...others, move])).toBe('move_file')
})

it.each([
  ['remove the dashboard of the sales team', 'dock:remove_dashboard'],
  ['show the dashboard of the sales team', 'dock:list_dashboards'],
])('what finds the thing does not come before what changes it: %s', async (query, first) => {
  const namespace = 'dock'
  const description = 'Lists every dashboard of a sales team'
  const list = sketchDocument({ name: 'list_dashboards', namespace, description })
  const remove = sketchDocument({ name: 'remove_dashboard', namespace, description: 'Takes one away' })
  expect(await firstOf(query, [list, { ...remove, required: ['dashboard_id'] }])).toBe(first)
})

it.each([
  ['degrees to radians', 'degrees_to_radians'],
  ['radians to degrees', 'radians_to_degrees'],
  ['turn 90 degrees into radians', 'degrees_to_radians'],
  ['what are two radians converted to degrees', 'radians_to_degrees'],
])('one way is not the other: %s', async (query, name) => {
  const tools = ['degrees_to_radians', 'radians_to_degrees'].map((each) => sketchDocument({ name: each }))
  expect(await firstOf(query, tools)).toBe(name)
})

it('which way a tool goes is read from its description and from names with a digit too', async () => {
  const tools = [
    sketchDocument({ name: 'celsius2kelvin' }),
    sketchDocument({ name: 'kelvin2celsius' }),
    sketchDocument({ name: 'angle', description: 'Converts radians to degrees' }),
    sketchDocument({ name: 'bend', description: 'Converts degrees to radians' }),
  ]
  expect(await firstOf('kelvin to celsius', tools)).toBe('kelvin2celsius')
  expect(await firstOf('degrees to radians', tools)).toBe('bend')
  expect(await firstOf('radians to degrees', tools)).toBe('angle')
})
