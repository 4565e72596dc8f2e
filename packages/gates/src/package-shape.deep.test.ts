import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatFinding } from './finding.ts'
import { manifestOf } from './fixtures/house.ts'
import { createTree, type TreeFiles } from './fixtures/tree.ts'
import { packageShape } from './package-shape.ts'
import type { Manifest } from './workspace.ts'

const ENTRY = {
  require: { types: './dist/index.d.cts', default: './dist/index.cjs' },
  types: './dist/index.d.ts',
  default: './dist/index.js',
}

/** The pnpm of this repository, so that a tree is packed with the one that publishes. */
async function packageManager(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as Manifest).packageManager ?? ''
}

async function inspect(
  files: TreeFiles,
): Promise<{ readonly checked: number; readonly findings: readonly string[] }> {
  const root = await createTree({
    LICENSE: 'MIT License\n',
    'package.json': JSON.stringify({ name: 'house', private: true, packageManager: await packageManager() }),
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\nmanagePackageManagerVersions: false\n',
    'packages/model/package.json': publishable({}),
    'packages/model/README.md': '# Model\n',
    'packages/model/src/index.ts': "export const word = 'one'\n",
    'packages/model/dist/index.js': "export const word = 'one'\n",
    'packages/model/dist/index.cjs': "module.exports = require('./index.js')\n",
    'packages/model/dist/index.d.cts': 'export declare const word: string\n',
    'packages/model/dist/index.d.ts': 'export declare const word: string\n',
    'packages/testkit/package.json': manifestOf('testkit', 9, { private: true }),
    ...files,
  })
  const { checked, findings } = await packageShape.inspect(root)
  return { checked, findings: findings.map(formatFinding) }
}

function publishable(changes: Readonly<Record<string, unknown>>): string {
  const base = JSON.parse(manifestOf('model', 0)) as object
  const shape = { files: ['dist', '!dist/.tsbuildinfo'], publishConfig: { exports: { '.': ENTRY } } }
  return JSON.stringify({ ...base, ...shape, ...changes })
}

test('passes a package that is complete, and packs none that is private', async () => {
  expect(await inspect({ 'packages/model/dist/.tsbuildinfo': '{}' })).toEqual({ checked: 1, findings: [] })
})

test('finds what is missing, what should not be there, and what leads nowhere', async () => {
  const { findings } = await inspect({
    'packages/model/package.json': publishable({ publishConfig: {} }),
    'packages/model/README.md': undefined,
    'packages/model/dist/index.d.ts': undefined,
    'packages/model/dist/index.d.cts': undefined,
    'packages/model/dist/word.test.js': 'export {}\n',
    'packages/model/dist/fixtures/house.js': 'export {}\n',
  })
  const file = 'packages/model/package.json'
  expect(findings).toEqual(
    expect.arrayContaining([
      `${file} the archive lacks README.md`,
      `${file} the archive holds dist/fixtures/house.js`,
      `${file} the archive holds dist/word.test.js`,
      `${file} the packed package.json still says "@toolscout/source"`,
      expect.stringMatching(/publint: .*types is \.\/dist\/index\.d\.ts but the file does not exist/),
      `${file} attw: the archive has no types`,
    ]),
  )
})

test('finds what was built from a source that is gone, unless packing removes it', async () => {
  const stale = {
    'packages/model/dist/sub/old.js': 'export {}\n',
    'packages/model/dist/sub/old.d.ts': 'export {}\n',
  }
  expect([...(await inspect(stale)).findings].sort()).toEqual([
    'packages/model/package.json the archive holds dist/sub/old.d.ts, whose source is gone',
    'packages/model/package.json the archive holds dist/sub/old.js, whose source is gone',
  ])
  const read = (name: string): Promise<string> =>
    readFile(new URL(`../../../scripts/${name}`, import.meta.url), 'utf8')
  const { scripts } = JSON.parse(
    await readFile(new URL('../../evaluation/package.json', import.meta.url), 'utf8'),
  )
  const mended = {
    ...stale,
    'scripts/remove-stale.mjs': await read('remove-stale.mjs'),
    'scripts/commonjs.mjs': await read('commonjs.mjs'),
    'packages/model/package.json': publishable({ scripts: { prepack: scripts.prepack } }),
  }
  expect(await inspect(mended)).toEqual({ checked: 1, findings: [] })
})

test('finds types that CommonJS cannot have', async () => {
  const { require: _, ...exports } = ENTRY
  const { findings } = await inspect({
    'packages/model/package.json': publishable({ publishConfig: { exports: { '.': exports } } }),
  })
  expect(findings).toEqual(['packages/model/package.json attw: CJSResolvesToESM at "." under node16-cjs'])
})

test('finds a bundle that was not made', async () => {
  const exports = { '.': { ...ENTRY, default: './bundle/index.js' } }
  const { findings } = await inspect({
    'packages/model/package.json': publishable({ files: ['bundle', 'dist'], publishConfig: { exports } }),
  })
  expect(findings).toContain('packages/model/package.json the archive lacks bundle/index.js')
})

test('finds types that do not tell the truth about the code', async () => {
  const { findings } = await inspect({
    'packages/model/dist/index.d.ts': "export { word } from './word'\n",
    'packages/model/src/word.ts': "export const word = 'one'\n",
    'packages/model/dist/word.d.ts': 'export declare const word: string\n',
  })
  expect(findings).toEqual(['packages/model/package.json attw: InternalResolutionError'])
})
