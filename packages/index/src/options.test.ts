import { expect, it } from 'vitest'
import { createToolIndex } from './create-tool-index.ts'

const wrong = (value: unknown): never => value as never
const index = createToolIndex()
index.register({ name: 'a', inputSchema: { type: 'object' } }, { kind: 'local', handler: 'a' })

it('refuses options that nobody reads', async () => {
  expect(() => createToolIndex(wrong({ sercher: {} }))).toThrow(
    /"sercher" is no member .*; did you mean searcher/,
  )
  await expect(index.search('a', wrong({ limits: 3 }))).rejects.toThrow(/did you mean limit/)
  await expect(index.searchPage('a', wrong({ curser: '' }))).rejects.toThrow(/did you mean cursor/)
  await expect(index.search('a', wrong({ cursor: '' }))).rejects.toThrow(TypeError)
  await expect(index.search('a', wrong(null))).rejects.toThrow(TypeError)
  await expect(index.page(wrong({ filters: {} }))).rejects.toThrow(/did you mean filter/)
  expect(() => index.namespacesPage(wrong({ filter: {} }))).toThrow(TypeError)
})

it.each([[null], [3], [{}]])('%j is neither cursor nor filter', async (value) => {
  await expect(index.page({ cursor: wrong(value) })).rejects.toThrow(TypeError)
  expect(() => index.namespacesPage({ cursor: wrong(value) })).toThrow(TypeError)
  await expect(index.searchPage('a', { cursor: wrong(value) })).rejects.toThrow(TypeError)
  await expect(index.searchPage('', { cursor: wrong(value) })).rejects.toThrow(TypeError)
})

it.each([[null], [3], [{ tag: [] }], [{ tags: 'x' }]])('%j is no filter', async (filter) => {
  for (const query of ['', 'a']) {
    await expect(index.search(query, { filter: wrong(filter) })).rejects.toThrow(TypeError)
    await expect(index.searchPage(query, { filter: wrong(filter) })).rejects.toThrow(TypeError)
  }
  await expect(index.page({ filter: wrong(filter) })).rejects.toThrow(TypeError)
  expect(() => index.list(wrong(filter))).toThrow(TypeError)
})

it('an aborted signal ends a search, even one that only lists', async () => {
  const signal = AbortSignal.abort(new RangeError('enough'))
  for (const query of ['', 'a']) {
    await expect(index.search(query, { signal })).rejects.toThrow('enough')
    await expect(index.searchPage(query, { signal })).rejects.toThrow('enough')
  }
})

it('gives frozen lists and pages', async () => {
  const page = await index.page()
  const searched = await index.searchPage('a')
  for (const value of [page, page.items, index.list(), index.namespaces(), searched, searched.hits])
    expect(Object.isFrozen(value)).toBe(true)
})
