import { expect, test } from 'vitest'
import { cycles } from './cycles.ts'
import { HOUSE } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'

test('passes a house without cycles, and counts its files', async () => {
  const { checked, findings } = await cycles.inspect(await createTree(HOUSE))
  expect(findings).toEqual([])
  expect(checked).toBe(6)
})

test('finds a cycle of types within a package', async () => {
  const files = {
    ...HOUSE,
    'packages/model/src/word.ts': `import type { Sentence } from './sentence.ts'\n\nexport type Word = Sentence\n`,
    'packages/model/src/sentence.ts': `\nimport type { Word } from './word.ts'\n\nexport type Sentence = Word\n`,
  }
  expect(await findingsOf(cycles, files)).toEqual([
    'packages/model/src/sentence.ts:2 imports itself: packages/model/src/sentence.ts -> packages/model/src/word.ts -> packages/model/src/sentence.ts',
  ])
})

test('finds a cycle that runs through two packages by their names', async () => {
  const files = {
    ...HOUSE,
    'packages/model/src/word.ts': `export const search = () => import('@house/search')\n`,
  }
  expect(await findingsOf(cycles, files)).toEqual([
    'packages/model/src/index.ts:2 imports itself: packages/model/src/index.ts -> packages/model/src/word.ts -> packages/search/src/index.ts -> packages/model/src/index.ts',
  ])
})

test('finds a file that imports itself', async () => {
  const files = { ...HOUSE, 'packages/model/src/word.ts': `export * as self from './word.ts'\n` }
  expect(await findingsOf(cycles, files)).toEqual([
    'packages/model/src/word.ts:1 imports itself: packages/model/src/word.ts -> packages/model/src/word.ts',
  ])
})

test('finds an import that leads nowhere, and a package it cannot see into', async () => {
  const files = {
    ...HOUSE,
    'packages/model/src/word.ts': `import './lost.ts'\n`,
    'packages/testkit/src/index.ts': undefined,
  }
  expect(await findingsOf(cycles, files)).toEqual([
    'packages/model/src/word.ts:1 "./lost.ts" leads to packages/model/src/lost.ts, which does not exist',
    'packages/search/src/index.test.ts:3 "@house/testkit" leads to packages/testkit/src/index.ts, which does not exist',
    'packages/testkit has no source files to look at',
  ])
})
