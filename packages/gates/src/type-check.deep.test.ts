import { expect, test } from 'vitest'
import { createTree, findingsOf } from './fixtures/tree.ts'
import { typeCheck } from './type-check.ts'

const FILES = {
  'tsconfig.test.json': JSON.stringify({
    compilerOptions: { strict: true, noEmit: true, types: [] },
    include: ['packages/*/src/**/*.ts'],
  }),
  'packages/model/src/word.ts': 'export const word: string = "one"\n',
  'packages/model/src/word.test.ts': 'import { word } from "./word"\n\nword.toUpperCase()\n',
}

test('passes sources and tests without errors, and counts them', async () => {
  const { checked, findings } = await typeCheck.inspect(await createTree(FILES))
  expect(findings).toEqual([])
  expect(checked).toBe(2)
})

test('finds an error that only a test has', async () => {
  const files = {
    ...FILES,
    'packages/model/src/word.test.ts': '\nexport const word: { a: string } = { a: 1 }\n',
  }
  expect(await findingsOf(typeCheck, files)).toEqual([
    "packages/model/src/word.test.ts:2 TS2322: Type 'number' is not assignable to type 'string'.",
  ])
})

test('finds a project without files', async () => {
  const files = { 'tsconfig.test.json': FILES['tsconfig.test.json'] }
  expect(await findingsOf(typeCheck, files)).toEqual([
    expect.stringMatching(/^\. TS18003: No inputs were found/),
  ])
})
