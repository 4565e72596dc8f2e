import { expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'

const inputSchema = { type: 'object', properties: {} }
const DEFINITIONS = [
  { name: 'plan_trip', description: 'Plans a trip through a country', inputSchema },
  { name: 'plan_trip', kind: 'prompt', description: 'How to ask for a plan of a trip', inputSchema },
  { name: 'trip', kind: 'resource', uriTemplate: 'x://trips/{id}', description: 'A trip that was planned' },
  { name: 'packing', kind: 'skill', description: 'Packs well', body: 'Roll socks before shirts.' },
]

const open = () => {
  const index = createToolIndex()
  const report = index.registerMcp('trips', DEFINITIONS, { complete: true })
  return { index, report }
}

it('one index holds all kinds, and names of one kind take nothing from another', () => {
  const { index, report } = open()
  expect(report.failures).toEqual([])
  expect(index.list().map(({ summary: { id, kind } }) => [id, kind])).toEqual([
    ['trips:plan_trip', undefined],
    ['trips:prompt.plan_trip', 'prompt'],
    ['trips:resource.trip', 'resource'],
    ['trips:skill.packing', 'skill'],
  ])
  index.registerMcp('trips', DEFINITIONS.slice(0, 1), { complete: true })
  expect(index.ids()).toEqual(['trips:plan_trip'])
})

it('a search ranks them together, and a filter chooses kinds', async () => {
  const { index } = open()
  const ids = async (kinds?: ('tool' | 'prompt' | 'resource' | 'skill')[]) =>
    (await index.search('plan a trip', { filter: { kinds } })).hits.map(({ id }) => id)
  expect((await ids()).slice(0, 3).sort()).toEqual([
    'trips:plan_trip',
    'trips:prompt.plan_trip',
    'trips:resource.trip',
  ])
  expect(await ids(['tool'])).toEqual(['trips:plan_trip'])
  expect((await ids(['prompt', 'resource'])).sort()).toEqual([
    'trips:prompt.plan_trip',
    'trips:resource.trip',
  ])
  expect(await ids([])).toEqual([])
  expect(index.list({ kinds: ['skill'] }).map(({ summary }) => summary.id)).toEqual(['trips:skill.packing'])
})

it('a skill is found by what only its body says, and the verdict says what the best hit is', async () => {
  const { index } = open()
  const { hits, verdict } = await index.search('roll socks')
  expect([hits[0]?.id, verdict?.kind]).toEqual(['trips:skill.packing', 'skill'])
  const tools = await index.search('roll socks', { filter: { kinds: ['tool'] } })
  expect('kind' in (tools.verdict ?? {})).toBe(false)
  const both = await index.search(['plan trip through a country', 'roll socks'])
  expect([both.verdict?.query, both.verdict?.kind]).toEqual(['roll socks', 'skill'])
})

it('a kind that there is not is ignored in what a server lists', () => {
  const index = createToolIndex()
  const { notices } = index.registerMcp('trips', [{ name: 'a', kind: 'admin', inputSchema }])
  expect(index.ids()).toEqual(['trips:a'])
  expect(notices.map(({ code, path }) => [code, path])).toEqual([['MEMBER_IGNORED', 'kind']])
})
