import { createSlices } from '@toolscout/model/internal'
import { expect, it } from 'vitest'
import { fakeSource } from './fixtures/fake-source.ts'
import { open } from './fixtures/open-discovery.ts'
import { createSchemaNotices } from './register-tools.ts'

const huge = {
  name: 'huge',
  inputSchema: { type: 'object', 'x-data': Array.from({ length: 10_001 }, () => 0) },
}
const partly = {
  name: 'partly',
  inputSchema: { type: 'object', properties: { a: { pattern: '(?<=a)b' }, b: { minLength: 'x' } } },
}
const whole = { name: 'whole', inputSchema: { type: 'object', properties: { a: { type: 'string' } } } }

it('registering says which schemas no call can be checked against, and which not in full', async () => {
  const scout = open()
  const definitions = [huge, partly, whole]
  const local = await scout.register(definitions)
  const { source } = fakeSource({ name: 'own', list: () => ({ definitions, complete: true }) })
  const remote = await scout.addSource(source)
  for (const [report, prefix] of [
    [local, ''],
    [remote, 'own:'],
    [await scout.refreshSource('own'), 'own:'],
  ] as const) {
    expect(report?.notices.map(({ id, code, path }) => [id, code, path])).toEqual([
      [`${prefix}huge`, 'SCHEMA_REFUSED', 'inputSchema'],
      [`${prefix}partly`, 'SCHEMA_UNCHECKED', 'inputSchema'],
    ])
    const [first, second] = report?.notices ?? []
    expect(first?.message).toMatch(/every call of ".*huge" will fail\. .*10000/s)
    expect(second?.message).toMatch(/not checked in full.* 1 more/s)
  }
  expect(await scout.call('own:huge')).toMatchObject({ structuredContent: { error: 'UNSAFE_SCHEMA' } })
})

it('a schema is read once for as long as its tool is known', async () => {
  let inspected = 0
  const notices = createSchemaNotices({
    inspect: async () => {
      inspected += 1
      return []
    },
  })
  const scout = open()
  const ofPattern = { properties: { a: { type: 'string', pattern: '(?<=a)b' } } }
  await scout.register([whole, { name: 'odd', inputSchema: ofPattern }])
  const { tool } = scout.index.getOrThrow('odd')
  await notices([tool, tool, scout.index.getOrThrow('whole').tool], createSlices())
  expect(await notices([tool], createSlices())).toEqual([])
  expect(inspected).toBe(1)
})
