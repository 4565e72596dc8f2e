import { toExportName } from '@toolscout/model'
import { expect, it } from 'vitest'
import { git, inputSchema, open } from './fixtures/open-discovery.ts'

it('an unknown reference is TOOL_NOT_FOUND with the nearest ids', async () => {
  const scout = open()
  await scout.register(git)
  const suggestions = expect.arrayContaining(['git_status'])
  expect(await scout.call('git:status')).toMatchObject({
    isError: true,
    structuredContent: { error: 'TOOL_NOT_FOUND', outcome: 'notRun', tool: 'git:status', suggestions },
  })
  expect(await scout.describe('git:status')).toMatchObject({
    docs: [],
    failures: [{ id: 'git:status', error: { code: 'TOOL_NOT_FOUND', details: { suggestions } } }],
  })
  for (const reference of ['', ' ', `${'x'.repeat(255)}👍`]) {
    expect((await scout.describe(reference)).failures).toMatchObject([{ error: { code: 'TOOL_NOT_FOUND' } }])
    expect(await scout.call(reference)).toMatchObject({ structuredContent: { error: 'TOOL_NOT_FOUND' } })
  }
})

it('a searcher that fails takes only the suggestions', async () => {
  const search = (): Promise<never> => Promise.reject(new RangeError('out of order'))
  const scout = open({ searcher: { name: 'own', apply: () => {}, search } })
  expect((await scout.describe('x')).failures).toMatchObject([{ error: { code: 'TOOL_NOT_FOUND' } }])
  expect(await scout.call('x')).toMatchObject({ structuredContent: { error: 'TOOL_NOT_FOUND' } })
})

it('what has nothing to do with any tool has no suggestions, whatever the digits of its version match', async () => {
  const scout = open()
  await scout.register({
    read_v1: { description: 'Read version 1.0 of 0 files', inputSchema, execute: () => '' },
  })
  const { failures } = await scout.describe('pay:invoice:1.0.0')
  expect(failures).toMatchObject([{ error: { details: { suggestions: [] } } }])
})

it('the name a model is shown means its tool, as long as the tool is there', async () => {
  const scout = open()
  const execute = (): string => 'done'
  const names = ['create_issue', 'a__b', 'dotted.name', 'x'.repeat(80)]
  await scout.register(
    names.map((name) => ({ name, namespace: 'github', inputSchema: { type: 'object' }, execute })),
  )
  await scout.register([{ name: 'versioned', version: '1.0.0', inputSchema, execute }])
  const ids = scout.index.list().map(({ tool }) => tool.id)
  expect((await scout.call('github__create_issue')).content).toEqual([{ type: 'text', text: 'done' }])
  for (const id of ids) expect((await scout.describe(toExportName(id))).docs[0]?.id).toBe(id)
  const rendered = await scout.render(ids.map(toExportName), { format: 'markdown', budgetTokens: 9_999 })
  expect(rendered.tools.map(({ id }) => id)).toEqual(ids)
  scout.index.unregister('github:create_issue')
  expect(await scout.call('github__create_issue')).toMatchObject({
    structuredContent: { error: 'TOOL_NOT_FOUND' },
  })
})

it('an id goes before a name', async () => {
  const scout = open()
  const tool = (name: string, namespace?: string) => ({ name, namespace, inputSchema: { type: 'object' } })
  await scout.register([tool('a__b'), tool('b', 'a')])
  expect((await scout.describe('a__b')).docs[0]?.id).toBe('a__b')
})

it('a name means its tool where no other has it, whatever the namespace', async () => {
  const scout = open()
  const tool = (name: string, namespace?: string, version?: string) => ({
    ...{ name, namespace, version, inputSchema: { type: 'object', properties: { n: { type: 'integer' } } } },
    execute: () => `${namespace}`,
  })
  await scout.register([tool('create', 'a'), tool('create', 'b'), tool('only', 'a', '1.0.0')])
  await scout.register([tool('only', 'a', '2.0.0'), tool('Do It!', 'a'), tool('a', 'a')])
  const idOf = async (name: string) => (await scout.describe(name)).docs[0]?.id
  expect(await idOf('only')).toBe('a:only:2.0.0')
  expect(await idOf('a')).toBe('a:a')
  expect(await idOf('Do It!')).toMatch(/^a:Do_It\./)
  expect((await scout.call('only')).content).toEqual([{ type: 'text', text: 'a' }])
  expect((await scout.describe('create')).failures).toMatchObject([
    { error: { details: { suggestions: ['a:create', 'b:create'] } } },
  ])
  scout.index.unregister('b:create')
  expect(await idOf('create')).toBe('a:create')
  await scout.register([tool('create')])
  expect(await idOf('create')).toBe('create')
  // What an error says can be called.
  const { content } = await scout.call('only', { n: 'x' })
  expect(content[0]).toMatchObject({
    text: expect.stringContaining('It is called as: a:only:2.0.0(n?: integer)'),
  })
})

it('hits are references', async () => {
  const scout = open()
  await scout.register(git)
  const { hits } = await scout.search('working tree status')
  const rendered = await scout.render(hits, { format: 'signature', budgetTokens: 500 })
  expect(rendered.tools.map(({ id }) => id)).toEqual(hits.map(({ id }) => id))
  const [best] = hits
  expect((await scout.describe(hits)).docs).toHaveLength(hits.length)
  expect((await scout.call(best as { id: string }, { path: 'x' })).content).toEqual([
    { type: 'text', text: 'clean x' },
  ])
})
