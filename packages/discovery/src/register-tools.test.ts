import { ToolNotFoundError } from '@toolscout/model'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { git, inputSchema, open } from './fixtures/open-discovery.ts'

it('DSC-010, DSC-012, DSC-033: are found, described with their docs, and called', async () => {
  const scout = open()
  const example = { title: 'One', arguments: { path: 'a' } }
  const report = await scout.register(git, {
    docs: { git_status: { summary: 'Is it clean?', notes: 'Fast.', examples: [example] } },
  })
  expect(report.registered).toEqual(['git_status', 'git_commit', 'docker:docker_ps'])
  expect(await scout.describe('git_status', { detail: 'full' })).toMatchObject({
    summary: 'Is it clean?',
    notes: 'Fast.',
    examples: [example],
  })
  await scout.document('docker:docker_ps', {
    examples: [{ arguments: { path: 'x' } }, { arguments: { path: 'y' } }],
  })
  expect(await scout.docs.listExamples('docker:docker_ps')).toHaveLength(2)
  expect(await scout.docs.listExamples('docker:docker_ps', 1)).toHaveLength(1)
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
  for (const docs of wrong) await expect(scout.register(git, { docs: docs as never })).rejects.toThrow()
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
  expect((await scout.searchPage('git', { limit: 1 })).hits).toHaveLength(1)
  expect((await scout.search('')).hits).toHaveLength(3)
  expect(scout.namespaces()).toEqual(['', 'docker'])
})

it('DSC-031: listeners and readers hear of changes', async () => {
  const scout = open()
  const types: string[] = []
  scout.onChange(({ changes }) => types.push(...changes.map(({ type }) => type)))
  const events = scout.changes()
  await scout.register({ a: { inputSchema } })
  expect(types).toEqual(['registered'])
  expect((await events.next()).value).toMatchObject({ version: 1 })
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
  await scout.document('git_commit', { notes: 'Also known as checkpointing.' })
  expect((await scout.search('checkpointing')).hits.map((hit) => hit.id)).toEqual(['git_commit'])
  scout.index.unregister('git_commit')
  expect(await scout.docs.describe('git_commit', 'summary').catch((error: unknown) => error)).toBeInstanceOf(
    ToolNotFoundError,
  )
  await scout.register({ git_commit: { inputSchema } })
  expect((await scout.search('checkpointing')).hits).toEqual([])
})
