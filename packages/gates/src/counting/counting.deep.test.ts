import { expect, test } from 'vitest'
import { HOUSE } from '../fixtures/house.ts'
import { createTree } from '../fixtures/tree.ts'
import { parseSource } from '../source-files.ts'
import { countCodeLines, listFunctions } from './code-lines.ts'
import { countPackages, optionLeavesOf } from './count-packages.ts'

const parse = (text: string) => parseSource({ path: 'word.ts', text, isTest: false })

const OPTIONS = `/** What a gate takes. */
export interface GateOptions {
  readonly a: number
  readonly nested?: { readonly b: number; readonly c: () => { x: 1; y: 2 } } | undefined
  readonly limits?: GateLimits
}
/** Limits. */
export type GateLimits = { readonly d: number }
/** Makes a gate. */
export function createGate(options: GateOptions): GateOptions {
  return options
}
`

test('counts lines that hold a token, inside of a template too', () => {
  expect(countCodeLines(parse('/** Words.\n */\nconst a = 1 // one\n\n// none\nconst b = `x\n\ny`\n'))).toBe(
    4,
  )
  expect(countCodeLines(parse('/* nothing */\n\n'))).toBe(0)
})

test('names functions by what they are assigned to, with their lines', () => {
  const text =
    'const run = () => {\n  return 1\n}\nclass A {\n  b(): void {}\n}\ndeclare function c(): void\n'
  expect(listFunctions(parse(text))).toEqual([
    { name: 'run', lines: 3, line: 1 },
    { name: 'b', lines: 1, line: 5 },
  ])
})

test('counts names once, internal ones apart, and members of nested options', async () => {
  const root = await createTree({
    ...HOUSE,
    'packages/model/src/gate.ts': OPTIONS,
    'packages/model/src/index.ts':
      "export { createGate, type GateLimits, type GateOptions } from './gate.ts'\n",
  })
  const model = (await countPackages(root)).find(({ name }) => name === '@house/model')
  expect(model).toMatchObject({
    isPublished: true,
    exports: 3,
    internalExports: 0,
    options: 5,
    longFunctions: [],
  })
  expect(await optionLeavesOf(root, 'createGate')).toEqual(['a', 'limits.d', 'nested.b', 'nested.c'])
})
