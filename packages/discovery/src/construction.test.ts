import { createToolIndex } from '@toolscout/index'
import type { SearchDocument, Searcher } from '@toolscout/model'
import { createRegexSearcher } from '@toolscout/search'
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
    onError: ({ kind }) => warned.push(kind),
    countTokens: () => 5,
    calls: { maxResultBytes: 1_024 },
  })
  scout.onChange(() => {
    throw new RangeError('listener')
  })
  await scout.register(git, {
    toolDocs: { git_status: { examples: [{ arguments: { path: 'a' } }] } },
  })
  expect((await scout.search('anything')).hits.map((hit) => hit.score)).toEqual([7, 7, 7])
  expect(warned[0]).toBe('listener')
  expect((await scout.render(['git_status'], { budgetTokens: 5, format: 'signature' })).tokens).toBe(5)
  expect((await scout.call('git_status', { path: 'a'.repeat(2_000) })).content.at(-1)).toMatchObject({
    text: expect.stringMatching(/^\[Cut/),
  })
})

it('DSC-035: an index of one’s own is the one in use', async () => {
  const index = createToolIndex({ searcher: createRegexSearcher() })
  const scout = open({ index })
  await scout.register(git)
  expect([scout.index, scout.size]).toEqual([index, 3])
  expect((await scout.search('^git_')).hits.map((hit) => hit.id)).toEqual(['git_commit', 'git_status'])
})
