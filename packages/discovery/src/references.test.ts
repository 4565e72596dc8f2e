import { toExportName } from '@toolscout/model'
import { expect, it } from 'vitest'
import { git, inputSchema, open } from './fixtures/open-discovery.ts'

it('an unknown reference is TOOL_NOT_FOUND with the nearest ids', async () => {
  const scout = open()
  await scout.register(git)
  await expect(scout.call('git:status')).rejects.toMatchObject({
    code: 'TOOL_NOT_FOUND',
    details: { id: 'git:status', suggestions: expect.arrayContaining(['git_status']) },
  })
  for (const reference of ['', ' ', `${'x'.repeat(255)}👍`])
    await expect(scout.describe(reference)).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' })
})

it('a searcher that fails over a suggestion is not kept secret, one that refuses the words is', async () => {
  const failing = (error: unknown) =>
    open({ searcher: { name: 'own', apply: () => {}, search: () => Promise.reject(error) } })
  await expect(failing(new RangeError('out of order')).describe('x')).rejects.toThrow('out of order')
  const { InvalidToolIdError } = await import('@toolscout/model')
  await expect(failing(new InvalidToolIdError('unreadable', 'x')).describe('x')).rejects.toMatchObject({
    code: 'TOOL_NOT_FOUND',
  })
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
  for (const id of ids) expect((await scout.describe(toExportName(id))).id).toBe(id)
  const rendered = await scout.render(ids.map(toExportName), { format: 'json', budgetTokens: 9_999 })
  expect(rendered.tools.map(({ id }) => id)).toEqual(ids)
  scout.index.unregister('github:create_issue')
  await expect(scout.call('github__create_issue')).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' })
})

it('an id goes before a name', async () => {
  const scout = open()
  const tool = (name: string, namespace?: string) => ({ name, namespace, inputSchema: { type: 'object' } })
  await scout.register([tool('a__b'), tool('b', 'a')])
  expect((await scout.describe('a__b')).id).toBe('a__b')
})

it('hits are references', async () => {
  const scout = open()
  await scout.register(git)
  const { hits } = await scout.search('working tree status')
  const rendered = await scout.render(hits, { format: 'signature', budgetTokens: 500 })
  expect(rendered.tools.map(({ id }) => id)).toEqual(hits.map(({ id }) => id))
  const [best] = hits
  expect((await scout.describeMany(hits)).docs).toHaveLength(hits.length)
  expect((await scout.call(best as { id: string }, { path: 'x' })).content).toEqual([
    { type: 'text', text: 'clean x' },
  ])
})
