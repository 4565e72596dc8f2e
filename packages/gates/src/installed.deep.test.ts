import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatFinding } from './finding.ts'
import { manifestOf } from './fixtures/house.ts'
import { createTree, type TreeFiles } from './fixtures/tree.ts'
import { installed } from './installed.ts'
import type { Manifest } from './workspace.ts'

const ENTRY = {
  require: { types: './dist/index.d.cts', default: './dist/index.cjs' },
  types: './dist/index.d.ts',
  default: './dist/index.js',
}
const SHAPE = { files: ['dist'], publishConfig: { exports: { '.': ENTRY } } }
const PAGE = (code: string): string => `# Model\n\n\`\`\`ts\n${code}\n\`\`\`\n`
const GOOD = "import { word } from '@toolscout/model'\nif (word !== 'one') process.exit(1)"

async function findings(
  files: TreeFiles,
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const { packageManager = '', devDependencies = {} } = JSON.parse(text) as Manifest
  const types = { '@types/node': devDependencies['@types/node'] }
  const base = JSON.parse(manifestOf('model', 0)) as object
  const root = await createTree({
    LICENSE: 'MIT License\n',
    'package.json': JSON.stringify({ name: 'house', private: true, packageManager, devDependencies: types }),
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\nmanagePackageManagerVersions: false\n',
    'packages/model/package.json': JSON.stringify({
      ...base,
      ...SHAPE,
      name: '@toolscout/model',
      ...manifest,
    }),
    'packages/model/README.md': PAGE(GOOD),
    'packages/model/dist/index.js': "export const word = 'one'\n",
    'packages/model/dist/index.d.ts': 'export declare const word: string\n',
    'packages/model/dist/index.cjs': "module.exports = require('./index.js')\n",
    'packages/model/dist/index.d.cts': 'export declare const word: string\n',
    ...files,
  })
  const { checked, findings: found } = await installed.inspect(root)
  expect(checked).toBe(1)
  return found.map(formatFinding)
}

/** Three installations by npm, each of which may have to ask its registry. */
const TIMEOUT_MS = 240_000

test('passes packages that install, compile and run', async () => {
  expect(await findings({})).toEqual([])
})

test(
  'finds code of a page that fails once it is installed, types that do not resolve, nothing for CommonJS, and install scripts',
  async () => {
    const failing = PAGE("import { word } from '@toolscout/model'\nif (word !== 'two') process.exit(3)")
    expect(await findings({ 'packages/model/README.md': failing })).toEqual([
      expect.stringMatching(/^packages\/model\/README\.md:\d+ exited with 3/),
    ])
    expect(
      await findings({ 'packages/model/dist/index.d.ts': 'export declare const word: Missing\n' }),
    ).toEqual([expect.stringMatching(/nodenext: TS2304/), expect.stringMatching(/bundler: TS2304/)])
    expect(await findings({ 'packages/model/dist/index.cjs': '' })).toEqual([
      expect.stringMatching(/^scripts\/commonjs\.mjs exited with 1:.*@toolscout\/model gives nothing/s),
    ])
    expect(await findings({}, { scripts: { postinstall: 'node -e 0' } })).toEqual([
      'package.json installing runs postinstall of @toolscout/model',
    ])
  },
  TIMEOUT_MS,
)
