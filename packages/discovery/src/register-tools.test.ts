import { ToolNotFoundError } from '@toolscout/model'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { git, inputSchema, open } from './fixtures/open-discovery.ts'

it('DSC-010, DSC-012, DSC-033: are found, described with their docs, and called', async () => {
  const scout = open()
  const example = { title: 'One', arguments: { path: 'a' } }
  const report = await scout.register(git, {
    toolDocs: { git_status: { summary: 'Is it clean?', notes: 'Fast.', examples: [example] } },
  })
  expect(report.registered).toEqual(['git_status', 'git_commit', 'docker:docker_ps'])
  expect((await scout.describe('git_status', { detail: 'full' })).docs).toMatchObject([
    { summary: 'Is it clean?', notes: 'Fast.', examples: [example] },
  ])
  await scout.addDocs('docker:docker_ps', {
    examples: [{ arguments: { path: 'x' } }, { arguments: { path: 'y' } }],
  })
  expect(await scout.toolDocs.listExamples('docker:docker_ps')).toHaveLength(2)
  expect(await scout.toolDocs.listExamples('docker:docker_ps', 1)).toHaveLength(1)
  expect(await scout.call('git_status', { path: '/repo' })).toEqual({
    content: [{ type: 'text', text: 'clean /repo' }],
  })
})

it('DSC-011: what is wrong with a doc keeps its tools out', async () => {
  const scout = open()
  const deep = { a: { b: { c: { d: { e: { f: 1 } } } } } }
  const wrong = [
    { git_status: { examples: [{ arguments: deep }] } },
    { git_status: { examples: [{ arguments: { path: 3 } }] } },
    { unknown: { summary: 'x' } },
  ]
  for (const docs of wrong) await expect(scout.register(git, { toolDocs: docs as never })).rejects.toThrow()
  expect([scout.index.size, scout.index.version]).toEqual([0, 0])
  await expect(scout.register({ a: { inputSchema }, b: { inputSchema: 3 as never } })).rejects.toMatchObject({
    code: 'REGISTRATION_FAILED',
  })
  expect(scout.index.size).toBe(0)
})

it('DSC-020 changed, DSC-070: a search finds, with scores that mean something', async () => {
  const scout = open()
  await scout.register(git)
  const { hits } = await scout.search('git', { explain: true })
  expect(hits.map((hit) => hit.id).sort()).toEqual(['git_commit', 'git_status'])
  for (const hit of hits) expect([hit.score > 0, hit.explanation?.value]).toEqual([true, hit.score])
})

it('DSC-022, DSC-023, DSC-030: pages, empty queries and namespaces', async () => {
  const scout = open()
  await scout.register(git)
  expect((await scout.search('git', { limit: 1 })).hits).toHaveLength(1)
  expect((await scout.search('')).hits).toHaveLength(3)
  expect(scout.namespaces()).toEqual(['', 'docker'])
})

it('DSC-031: listeners hear of changes', async () => {
  const scout = open()
  const types: string[] = []
  scout.onChange(({ changes }) => types.push(...changes.map(({ type }) => type)))
  await scout.register({ a: { inputSchema } })
  expect(types).toEqual(['registered'])
})

it('take defaults and refinements of zod', async () => {
  const scout = open()
  const schema = z.object({ city: z.string().min(2), days: z.number().default(3) })
  await scout.register({
    forecast: {
      inputSchema: schema,
      execute: (args: { days: number }) => ({ days: args.days }),
    },
  })
  expect((await scout.call('forecast', { city: 'Bern' })).structuredContent).toEqual({ days: 3 })
  const refused = await scout.call('forecast', { city: 'B' })
  expect(refused).toMatchObject({ isError: true, structuredContent: { error: 'INVALID_ARGUMENTS' } })
})

it('documentation is found by searches, and leaves with its tool', async () => {
  const scout = open()
  await scout.register(git)
  await scout.addDocs('git_commit', { notes: 'Also known as checkpointing.' })
  expect((await scout.search('checkpointing')).hits.map((hit) => hit.id)).toEqual(['git_commit'])
  scout.index.unregister('git_commit')
  expect(
    await scout.toolDocs.describe('git_commit', 'summary').catch((error: unknown) => error),
  ).toBeInstanceOf(ToolNotFoundError)
  await scout.register({ git_commit: { inputSchema } })
  expect((await scout.search('checkpointing')).hits).toEqual([])
})

it('what was adjusted is told, of definitions and of docs', async () => {
  const scout = open()
  const report = await scout.register(
    { 'Get Weather': { inputSchema, description: 'a\u200bb' }, plain: { inputSchema } },
    { toolDocs: { 'Get Weather': { summary: 'x'.repeat(5_000) } } },
  )
  const [id] = report.registered
  expect(report.notices.map((notice) => [notice.id, notice.code])).toEqual([
    [id, 'NAME_LEGALIZED'],
    [id, 'HIDDEN_CHARACTERS'],
  ])
  expect(report.docNotices).toEqual([{ id, path: 'summary', message: expect.any(String) }])
  expect([Object.isFrozen(report), Object.isFrozen(report.notices)]).toEqual([true, true])
})

it('tools come with their docs as one change', async () => {
  const scout = open()
  const events: unknown[] = []
  scout.onChange(({ changes }) => events.push(changes.map(({ type }) => type)))
  const toolDocs = {
    git_commit: { notes: 'Also known as checkpointing.' },
    git_status: { summary: 'Clean?' },
  }
  const report = await scout.register(git, { toolDocs })
  expect([events, report.version]).toEqual([[['registered', 'registered', 'registered']], 1])
  expect((await scout.search('checkpointing')).hits.map((hit) => hit.id)).toEqual(['git_commit'])
  await scout.register(git, {
    toolDocs: { git_commit: { examples: [{ title: 'Rebasing', arguments: { path: 'a' } }] } },
  })
  for (const query of ['checkpointing', 'rebasing'])
    expect((await scout.search(query)).hits.map((hit) => hit.id)).toEqual(['git_commit'])
})

it('docs that came before their tool are found with it', async () => {
  const scout = open()
  await scout.toolDocs.register('git_commit', { notes: 'checkpointing' })
  await scout.register(git)
  expect((await scout.search('checkpointing')).hits.map((hit) => hit.id)).toEqual(['git_commit'])
})

it('an id stands once in a call; what ran before still runs', async () => {
  const scout = open()
  const tool = (result: string) => ({ name: 'a', inputSchema: { type: 'object' }, execute: () => result })
  await scout.register([tool('first')])
  await expect(scout.register([tool('second'), tool('third')])).rejects.toMatchObject({
    code: 'REGISTRATION_FAILED',
    details: { failures: [{ position: 1, name: 'a' }] },
  })
  expect((await scout.call('a')).content).toEqual([{ type: 'text', text: 'first' }])
})

it('a listener may call what was just registered', async () => {
  const scout = open()
  const calls: Promise<unknown>[] = []
  scout.onChange(() => calls.push(scout.call('git_status', { path: 'x' })))
  await scout.register({ git_status: git.git_status })
  await expect(Promise.all(calls)).resolves.toHaveLength(1)
})

it('a doc of no tool says which was probably meant', async () => {
  const scout = open()
  const misspelt = scout.register(git, { toolDocs: { git_statsu: { summary: 's' } } })
  await expect(misspelt).rejects.toThrow(/"git_statsu".*Did you mean "git_status"\?/)
  await expect(misspelt).rejects.toMatchObject({ details: { suggestions: ['git_status'] } })
  expect(scout.index.size).toBe(0)
})

it('a doc by a name that two tools have belongs to neither', async () => {
  const scout = open()
  const tools = ['x', 'y'].map((namespace) => ({ name: 'a', namespace, inputSchema }))
  await expect(scout.register(tools, { toolDocs: { a: { summary: 's' } } })).rejects.toMatchObject({
    code: 'TOOL_NOT_FOUND',
  })
  await expect(scout.register(tools, { toolDocs: { 'x:a': { summary: 's' } } })).resolves.toBeDefined()
})

it('nothing is registered or documented once the facade is closed', async () => {
  const scout = open()
  await scout.register(git)
  await scout.close()
  await expect(scout.register({ late: { inputSchema } })).rejects.toMatchObject({ code: 'DISCOVERY_CLOSED' })
  await expect(scout.addDocs('git_status', {})).rejects.toMatchObject({ code: 'DISCOVERY_CLOSED' })
  expect(await scout.call('git_status', {})).toMatchObject({
    structuredContent: { error: 'DISCOVERY_CLOSED' },
  })
  expect((await scout.search('status')).hits).toHaveLength(1)
  expect((await scout.describe('git_status')).docs[0]?.id).toBe('git_status')
})

it('registering with no signal leaves no composite signal behind', async () => {
  const scout = open()
  const any = vi.spyOn(AbortSignal, 'any')
  await scout.register(git)
  await scout.call('git_status', { path: '.' })
  expect(any).not.toHaveBeenCalled()
  any.mockRestore()
})

it('a batch that fails as a whole prints in few lines and names its first mistakes', async () => {
  const { inspect } = await import('node:util')
  const scout = open()
  const wrong = Array.from({ length: 500 }, (_, at) => ({ name: `tool_${at}`, inputSchema: 3 as never }))
  const error = await scout.register(wrong).catch((failed: unknown) => failed)
  const { message, details } = error as { message: string; details: { failures: readonly unknown[] } }
  expect(message).toMatch(/^500 of 500 .*"tool_0".*"tool_1".*"tool_2".*and 497 more$/s)
  expect(details.failures).toHaveLength(500)
  expect(inspect(error).split('\n').length).toBeLessThan(60)
})
