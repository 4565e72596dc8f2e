import { expect, test } from 'vitest'
import { documented } from './documented.ts'
import { HOUSE, manifestOf } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'

const WORD = 'packages/model/src/word.ts'

test('passes a documented house, and counts each declaration once', async () => {
  const { checked, findings } = await documented.inspect(await createTree(HOUSE))
  expect(findings).toEqual([])
  // Two errors, the options with their member, toWord, searchWords, suite.
  expect(checked).toBe(7)
})

test('finds an export without a comment at its declaration, behind the entry', async () => {
  const text = HOUSE[WORD]?.replace('/** Writes a word. */\n', '// Writes a word.\n')
  expect(await findingsOf(documented, { ...HOUSE, [WORD]: text })).toEqual([
    `${WORD}:8 toWord is exported without a doc comment`,
  ])
})

test('finds a setting without a comment, also when it is inherited', async () => {
  const files = {
    ...HOUSE,
    [WORD]: `interface Spelling {
  readonly long: boolean
}

/** How a word is written. */
export interface WordOptions extends Spelling {
  readonly loud: boolean
}

/** Writes a word. */
export const toWord = (text: string, options: WordOptions): string => (options.loud ? text : '')
`,
  }
  expect(await findingsOf(documented, files)).toEqual([
    `${WORD}:2 WordOptions.long is exported without a doc comment`,
    `${WORD}:7 WordOptions.loud is exported without a doc comment`,
  ])
})

test('looks at every subpath, and finds one without a source', async () => {
  const exports = {
    '.': { '@toolscout/source': './src/index.ts', default: './dist/index.js' },
    './loud': { '@toolscout/source': './src/loud.ts', default: './dist/loud.js' },
    './lost': { default: './dist/lost.js' },
  }
  const files = {
    ...HOUSE,
    'packages/model/package.json': manifestOf('model', 0, { exports }),
    'packages/model/src/loud.ts': 'export const LOUD = true\n',
  }
  expect(await findingsOf(documented, files)).toEqual([
    'packages/model/package.json "@house/model/lost" names no source that exists (no source condition)',
    'packages/model/src/loud.ts:1 LOUD is exported without a doc comment',
  ])
})
