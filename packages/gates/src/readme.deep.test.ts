import { expect, test } from 'vitest'
import { HOUSE, pageOf } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'
import { readme } from './readme.ts'

const PAGE = 'packages/search/README.md'

test('passes complete pages, those of development packages as well', async () => {
  const { checked, findings } = await readme.inspect(await createTree(HOUSE))
  expect(findings).toEqual([])
  expect(checked).toBe(3)
})

test('finds a missing page', async () => {
  for (const page of [PAGE, 'packages/testkit/README.md'])
    expect(await findingsOf(readme, { ...HOUSE, [page]: undefined })).toEqual([`${page} is missing`])
})

test('finds a runtime export that neither API nor Errors names, and needs no types there', async () => {
  const text = `${pageOf('Finds words: `searchWordsNot`.')}\n`.replace(
    '## Use\n',
    '## Use\n\nCall searchWords.\n',
  )
  expect(await findingsOf(readme, { ...HOUSE, [PAGE]: text })).toEqual([
    `${PAGE}:11 neither API nor Errors names searchWords`,
  ])
})

test('finds a heading that is missing, out of order, or too many', async () => {
  const page = pageOf('`searchWords`')
  expect(await findingsOf(readme, { ...HOUSE, [PAGE]: page.replace('## Errors\n\n', '') })).toEqual([
    `${PAGE}:13 "## Errors" is expected here, not "## Guarantees"`,
  ])
  expect(await findingsOf(readme, { ...HOUSE, [PAGE]: page.replace('## Guarantees\n', '') })).toEqual([
    `${PAGE} "## Guarantees" is expected and missing`,
  ])
  expect(await findingsOf(readme, { ...HOUSE, [PAGE]: `${page}\n## History\n` })).toEqual([
    `${PAGE}:17 no further level-2 heading is expected here, not "## History"`,
  ])
})
