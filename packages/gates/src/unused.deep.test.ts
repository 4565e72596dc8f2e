import { expect, test } from 'vitest'
import { createTree, findingsOf } from './fixtures/tree.ts'
import { unused } from './unused.ts'

const FILES = {
  'package.json': JSON.stringify({ name: 'house', type: 'module', main: 'src/index.ts' }),
  'knip.json': '{}',
  'src/index.ts': "import { word } from './word.ts'\n\nconsole.log(word)\n",
  'src/word.ts': "export const word = 'one'\n",
}

test('passes a tree where everything is used, and counts the files read', async () => {
  const { checked, findings } = await unused.inspect(await createTree(FILES))
  expect(findings).toEqual([])
  expect(checked).toBe(2)
})

test('finds unused files, exports and dependencies, and undeclared ones', async () => {
  const files = {
    ...FILES,
    'package.json': JSON.stringify({
      name: 'house',
      type: 'module',
      main: 'src/index.ts',
      dependencies: { zod: '4.6.7' },
    }),
    'src/word.ts': "import 'ajv'\n\nexport const word = 'one'\nexport const other = 'two'\n",
    'src/lost.ts': 'export const lost = 1\n',
  }
  expect(await findingsOf(unused, files)).toEqual([
    'package.json dependencies: zod',
    'src/lost.ts files: src/lost.ts',
    'src/word.ts:1 unlisted: ajv',
    'src/word.ts:4 exports: other',
  ])
})

test('finds a configuration that excuses what needs no excuse', async () => {
  const files = { ...FILES, 'knip.json': '{ "ignoreDependencies": ["gone"] }' }
  expect(await findingsOf(unused, files)).toEqual([expect.stringContaining('knip.json')])
})
