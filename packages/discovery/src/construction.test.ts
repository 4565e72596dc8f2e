import { createToolIndex } from '@toolscout/index'
import type { SearchDocument, Searcher } from '@toolscout/model'
import { createRegexSearcher } from '@toolscout/search'
import { createToolDocStore } from '@toolscout/tooldoc'
import { expect, it } from 'vitest'
import { git, open } from './fixtures/open-discovery.ts'

it('DSC-001: works with no options', async () => {
  const scout = open()
  expect([scout.index.searcher.name, scout.namespaces(), (await scout.search('x')).hits]).toEqual([
    'hybrid',
    [],
    [],
  ])
})

it('DSC-034, W-03: every option takes effect', async () => {
  const log: SearchDocument[] = []
  const searcher: Searcher = {
    name: 'own',
    apply: ({ upserts }) => void log.push(...upserts),
    search: async () => ({ hits: log.map(({ id }) => ({ id, score: 7 })) }),
  }
  const warned: unknown[] = []
  const scout = open({
    searcher,
    selectBackend: (backends) => backends.at(-1) as never,
    onListenerError: (error) => warned.push(error),
    maxExamples: 1,
    countTokens: () => 5,
    maxResultBytes: 1_024,
  })
  scout.onChange(() => {
    throw new RangeError('listener')
  })
  await scout.register(git, {
    toolDocs: { git_status: { examples: [{ arguments: { path: 'a' } }, { arguments: { path: 'b' } }] } },
  })
  expect((await scout.search('anything')).hits.map((hit) => hit.score)).toEqual([7, 7, 7])
  expect(warned.length).toBeGreaterThan(0)
  expect((await scout.describe('git_status', { detail: 'full' })).examples).toHaveLength(1)
  expect((await scout.render(['git_status'], { budgetTokens: 5, format: 'signature' })).tokens).toBe(5)
  expect((await scout.call('git_status', { path: 'a'.repeat(2_000) })).content.at(-1)).toMatchObject({
    text: expect.stringMatching(/^\[Cut/),
  })
  scout.index.register({ name: 'git_status', ...git.git_status, execute: undefined } as never, {
    kind: 'mcp',
    server: 'late',
  })
  await expect(scout.call('git_status', { path: 'a' })).rejects.toMatchObject({ code: 'SOURCE_MISSING' })
})

it('DSC-034, DSC-035: an index and docs of one’s own are the ones in use', async () => {
  const index = createToolIndex({ searcher: createRegexSearcher() })
  const docs = createToolDocStore({ getTool: (id) => index.get(id)?.tool })
  const scout = open({ index, toolDocs: docs })
  await scout.register(git)
  expect([scout.index, scout.toolDocs, index.size]).toEqual([index, docs, 3])
  expect((await scout.search('^git_')).hits.map((hit) => hit.id)).toEqual(['git_commit', 'git_status'])
})
