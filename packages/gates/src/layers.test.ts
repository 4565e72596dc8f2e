import { expect, test } from 'vitest'
import { HOUSE, manifestOf, projectOf } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'
import { layers } from './layers.ts'

const MODEL_INDEX = HOUSE['packages/model/src/index.ts']
const SEARCH_INDEX = HOUSE['packages/search/src/index.ts']

test('passes a house whose arrows go down, and counts its imports', async () => {
  const { checked, findings } = await layers.inspect(await createTree(HOUSE))
  expect(findings).toEqual([])
  expect(checked).toBe(9)
})

test('finds an import that goes up, also when it is a type', async () => {
  const files = {
    ...HOUSE,
    'packages/model/src/index.ts': `import type { searchWords } from '@house/search'\n${MODEL_INDEX}`,
  }
  expect(await findingsOf(layers, files)).toEqual([
    'packages/model/src/index.ts:1 @house/model (layer 0) imports @house/search (layer 1); arrows only go down',
  ])
})

test.each([
  ["type Found = import('@house/search').Found"],
  ["export { searchWords } from '@house/search'"],
  ["const found = await import('@house/search')"],
  ["const place = import.meta.resolve('@house/search')"],
  ["import found = require('@house/search')"],
])('finds the arrow in %s', async (line) => {
  const files = { ...HOUSE, 'packages/model/src/index.ts': `${MODEL_INDEX}\n${line}\n` }
  expect(await findingsOf(layers, files)).toEqual([
    'packages/model/src/index.ts:4 @house/model (layer 0) imports @house/search (layer 1); arrows only go down',
  ])
})

test('finds an import between siblings, in the source and in the manifest', async () => {
  const files = {
    ...HOUSE,
    'pnpm-workspace.yaml': `packages:
  - packages/model # layer 0: what is a word?
  - packages/guard # layer 1: may this word be said?
  - packages/search # layer 1: which words match?
  - packages/testkit # dev: what must every word do?
`,
    'packages/guard/package.json': manifestOf('guard', 1, {
      dependencies: { '@house/search': 'workspace:*' },
    }),
    'packages/guard/tsconfig.json': projectOf('search'),
    'packages/guard/src/index.ts': "import { searchWords } from '@house/search'\n\nsearchWords('x')\n",
  }
  expect(await findingsOf(layers, files)).toEqual([
    expect.stringMatching(
      /^packages\/guard\/package.json:\d+ @house\/guard \(layer 1\) has in its dependencies @house\/search \(layer 1\); arrows only go down$/,
    ),
    'packages/guard/src/index.ts:1 @house/guard (layer 1) imports @house/search (layer 1); arrows only go down',
  ])
})

test('finds a development package in what ships, and allows it in tests', async () => {
  const files = {
    ...HOUSE,
    'packages/search/src/index.ts': `import { suite } from '@house/testkit'\n${SEARCH_INDEX}`,
  }
  expect(await findingsOf(layers, files)).toEqual([
    'packages/search/src/index.ts:1 @house/search (layer 1) imports @house/testkit (layer 9); arrows only go down',
  ])
})

test('allows a devDependency that is packed into the bundle, one of ours with its project reference', async () => {
  const files = {
    ...HOUSE,
    'packages/search/package.json': manifestOf('search', 1, {
      toolscout: { layer: 1, inlined: ['@house/model', 'zod'] },
      devDependencies: { '@house/model': 'workspace:*', '@house/testkit': 'workspace:*', zod: 'catalog:' },
    }),
    'packages/search/src/index.ts': `import { z } from 'zod'\n${SEARCH_INDEX}`,
  }
  expect(await findingsOf(layers, files)).toEqual([])
})

test('finds what is not declared, and what only tests may use', async () => {
  const files = {
    ...HOUSE,
    'packages/search/src/index.ts': `import ajv from 'ajv/dist/2020.js'\nimport { z } from 'zod'\nimport { test } from 'vitest'\n`,
  }
  expect(await findingsOf(layers, files)).toEqual([
    'packages/search/src/index.ts:1 "ajv" is not declared in packages/search/package.json',
    'packages/search/src/index.ts:2 "zod" is only a devDependency, and this is no test; move it to dependencies',
    'packages/search/src/index.ts:3 "vitest" is not declared in packages/search/package.json',
  ])
})

test('finds a path out of the package and the package in itself', async () => {
  const files = {
    ...HOUSE,
    'packages/search/src/index.ts':
      "import { toWord } from '../../model/src/word.ts'\nimport { searchWords } from '@house/search'\n",
  }
  expect(await findingsOf(layers, files)).toEqual([
    'packages/search/src/index.ts:1 "../../model/src/word.ts" leaves packages/search; import the package by its name',
    'packages/search/src/index.ts:2 "@house/search" is this package itself; import the file',
  ])
})

test('finds a project reference that is missing and one that is too many', async () => {
  const files = { ...HOUSE, 'packages/search/tsconfig.json': projectOf('testkit') }
  expect(await findingsOf(layers, files)).toEqual([
    'packages/search/tsconfig.json does not refer to packages/model, a dependency of @house/search',
    'packages/search/tsconfig.json refers to packages/testkit, which is no dependency of @house/search',
  ])
})

test('finds a package without a layer', async () => {
  const files = {
    ...HOUSE,
    'packages/testkit/package.json': manifestOf('testkit', 0.5, {
      dependencies: { '@house/search': 'workspace:*' },
    }),
  }
  expect(await findingsOf(layers, files)).toEqual([
    expect.stringMatching(/^packages\/testkit\/package.json:\d+ needs "toolscout": \{ "layer": n \}/),
  ])
})

test('finds a workspace out of order, without a question, and incomplete', async () => {
  const files = {
    ...HOUSE,
    'pnpm-workspace.yaml': `packages:
  - packages/search # layer 1: which words match?
  - 'packages/model'
  - examples/*
catalog:
  - packages/testkit # dev: not in the list
`,
  }
  expect(await findingsOf(layers, files)).toEqual([
    'pnpm-workspace.yaml packages/testkit is missing from the list of packages',
    'pnpm-workspace.yaml:3 packages/model has no comment with its question',
    'pnpm-workspace.yaml:3 packages/model (layer 0) stands after packages/search (layer 1); the list is ordered by layer',
  ])
})
