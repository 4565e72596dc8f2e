import { expect, test } from 'vitest'
import { HOUSE, manifestOf, ROOT_MANIFEST } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'
import { licence } from './licence.ts'
import type { Manifest } from './workspace.ts'

const MODEL = 'packages/model/package.json'

function withModel(changes: Partial<Manifest>): Promise<readonly string[]> {
  return findingsOf(licence, { ...HOUSE, [MODEL]: manifestOf('model', 0, changes) })
}

test('passes complete manifests with pinned versions', async () => {
  const { checked, findings } = await licence.inspect(await createTree(HOUSE))
  expect(findings).toEqual([])
  expect(checked).toBe(4)
})

test.each<[Partial<Manifest>, string]>([
  [{ license: 'ISC' }, '"license" is not "MIT"'],
  [{ description: ' ' }, '"description" is missing'],
  [{ type: 'commonjs' }, '"type" is not "module"'],
  [{ repository: { directory: 'packages/search' } }, '"repository" names no directory "packages/model"'],
  [{ engines: {} }, '"engines" names no node'],
  [{ keywords: [] }, '"keywords" is missing'],
  [{ homepage: 'https://example.org' }, '"homepage" leads to no page of "packages/model"'],
  [{ bugs: {} }, '"bugs" names no url'],
  [{ author: undefined }, '"author" is missing'],
  [{ sideEffects: true }, '"sideEffects" is not false'],
])('finds what %j says', async (changes, message) => {
  expect(await withModel(changes)).toEqual([`${MODEL} ${message}`])
})

test('wants nothing that npm shows of what is not published', async () => {
  expect(await withModel({ private: true, keywords: [], homepage: '' })).toEqual([])
})

test('finds versions that may change, and takes aliases and peers as they are', async () => {
  const changes = {
    dependencies: { ajv: '^8.20.0', zod: 'catalog:', old: 'npm:typescript@6.0.2' },
    optionalDependencies: { libsql: '*' },
    peerDependencies: { react: '^19' },
  }
  expect(await withModel(changes)).toEqual([
    expect.stringMatching(
      /^packages\/model\/package.json:\d+ "ajv": "\^8.20.0" is not pinned to one version$/,
    ),
    expect.stringMatching(/^packages\/model\/package.json:\d+ "libsql": "\*" is not pinned to one version$/),
  ])
})

test('finds a catalog entry that is not pinned', async () => {
  const text = `catalog:\n  # why\n  ajv: 8.20.0\n  "@scope/name": ~1.2.3\n\nother: ^1.0.0\n`
  expect(await findingsOf(licence, { ...HOUSE, 'pnpm-workspace.yaml': text })).toEqual([
    'pnpm-workspace.yaml:4 "@scope/name": "~1.2.3" is not pinned to one version',
  ])
})

test('finds a root that could be published, and a missing licence', async () => {
  const root = JSON.stringify({ ...ROOT_MANIFEST, private: false })
  expect(await findingsOf(licence, { ...HOUSE, 'package.json': root, LICENSE: undefined })).toEqual([
    'LICENSE is not the MIT License',
    'package.json "private" is not true',
  ])
})

test('finds data of others without a NOTICE, and a NOTICE that is not packed', async () => {
  const changes = { name: '@toolscout/search', dependencies: { '@house/model': 'workspace:*' } }
  const house = { ...HOUSE, 'packages/search/package.json': manifestOf('search', 1, changes) }
  expect(await findingsOf(licence, house)).toEqual([
    'packages/search/NOTICE is missing; it names whose data the package ships',
  ])
  expect(await findingsOf(licence, { ...house, 'packages/search/NOTICE': 'Words of others.\n' })).toEqual([
    'packages/search/package.json "files" lacks NOTICE',
  ])
})
