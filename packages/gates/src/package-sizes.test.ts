import { expect, test } from 'vitest'
import { formatFinding } from './finding.ts'
import { manifestOf } from './fixtures/house.ts'
import { createTree, type TreeFiles } from './fixtures/tree.ts'
import { checkSizes, measureSizes, SIZES_FILE } from './package-sizes.ts'
import { readPackages } from './workspace.ts'

/** Two packages of ours beside two of others, as npm lays them down: one version at the top, another inside. */
const INSTALLED: TreeFiles = {
  'packages/model/package.json': manifestOf('model', 0),
  'packages/search/package.json': manifestOf('search', 1),
  'node_modules/@house/model/package.json': '{}',
  'node_modules/@house/model/index.js': 'x'.repeat(100),
  'node_modules/@house/model/index.d.ts': 'x'.repeat(50),
  'node_modules/@house/search/package.json':
    '{"dependencies":{"@house/model":"1","left":"1"},"optionalDependencies":{"other-system":"1"},"peerDependencies":{"peer":"1"}}',
  'node_modules/@house/search/lib/index.js': 'x'.repeat(10),
  'node_modules/left/package.json': '{"dependencies":{"deep":"1"}}',
  'node_modules/left/data.bin': 'x'.repeat(1_000),
  'node_modules/left/node_modules/deep/package.json': '{"dependencies":{"left":"1"}}',
  'node_modules/deep/package.json': '{}',
  'node_modules/deep/large.js': 'x'.repeat(9_999),
  'node_modules/peer/package.json': '{}',
}

const lengthOf = (...files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (INSTALLED[`node_modules/${file}`]?.length ?? 0), 0)

test('weighs the code of a package, and all that comes with it once', async () => {
  const root = await createTree(INSTALLED)
  const model = lengthOf('@house/model/package.json', '@house/model/index.js', '@house/model/index.d.ts')
  const left = lengthOf('left/package.json', 'left/data.bin', 'left/node_modules/deep/package.json')
  const own = lengthOf('@house/search/package.json', '@house/search/lib/index.js')
  expect(await measureSizes(await readPackages(root), root)).toEqual({
    '@house/model': { bundleBytes: 100, installBytes: model },
    '@house/search': { bundleBytes: 10, installBytes: model + left + own },
  })
})

async function findings(budgets: object): Promise<readonly string[]> {
  const root = await createTree({ ...INSTALLED, [SIZES_FILE]: JSON.stringify(budgets) })
  return (await checkSizes(root, await readPackages(root), root)).map(formatFinding)
}

test('finds what is over its budget, or over that of packages without one, and budgets of nobody', async () => {
  const plenty = { bundleBytes: 100, installBytes: 9_999 }
  expect(await findings({ default: plenty })).toEqual([])
  expect(await findings({ default: plenty, '@house/model': { ...plenty, bundleBytes: 99 } })).toEqual([
    'packages/model/package.json bundleBytes 100, the budget is 99; make it smaller, or say why: npm run sizes',
  ])
  expect(await findings({ default: { ...plenty, bundleBytes: 50 }, '@house/search': plenty })).toEqual([
    expect.stringMatching(/^packages\/model\/package\.json bundleBytes 100, the budget is 50/),
  ])
  expect(await findings({ default: plenty, '@house/gone': plenty })).toEqual([
    `${SIZES_FILE} @house/gone is no package any more`,
  ])
})
