import { expect, test } from 'vitest'
import { HOUSE, manifestOf } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'
import { sourceRules } from './source-rules.ts'

function withSource(name: string, text: string): Promise<readonly string[]> {
  return findingsOf(sourceRules, { ...HOUSE, [`packages/model/src/${name}`]: text })
}

test('passes a house in order, and counts its files', async () => {
  const { checked, findings } = await sourceRules.inspect(await createTree(HOUSE))
  expect(findings).toEqual([])
  expect(checked).toBe(6)
})

test('finds any in types, in sources and tests alike', async () => {
  const text = '\nexport const words: Map<string, any[]> = new Map()\n'
  expect(await withSource('any.ts', text)).toEqual([
    'packages/model/src/any.ts:2 the type any; write unknown and narrow it',
  ])
  expect(await withSource('any.test.ts', text)).toEqual([
    'packages/model/src/any.test.ts:2 the type any; write unknown and narrow it',
  ])
})

test('finds a plain Error in sources, and leaves tests and other errors alone', async () => {
  const text =
    "throw new Error('no')\nthrow Error('no')\nthrow new TypeError('no')\nclass Own extends Error {}\n"
  expect(await withSource('plain.ts', text)).toEqual([
    'packages/model/src/plain.ts:1 a plain Error; throw a ToolscoutError, TypeError or RangeError',
    'packages/model/src/plain.ts:2 a plain Error; throw a ToolscoutError, TypeError or RangeError',
    'packages/model/src/plain.ts:4 a class that extends Error; extend ToolscoutError',
  ])
  expect(await withSource('plain.test.ts', text)).toEqual([])
})

test.each([
  "import { Client } from '@modelcontextprotocol/client'",
  "import type { Client } from '@modelcontextprotocol/sdk/client/index.js'",
  "export { Server } from '@modelcontextprotocol/server'",
  "export const load = () => import('@modelcontextprotocol/core')",
  "export type Client = import('@modelcontextprotocol/client').Client",
])('finds an SDK in %j, outside of the files that know it', async (text) => {
  expect(await withSource('era.ts', text)).toEqual([
    'packages/model/src/era.ts:1 an import of an SDK of MCP; one file a side and era knows it',
  ])
  expect(await withSource('era.test.ts', text)).toEqual([])
  const known = {
    'packages/mcp/package.json': manifestOf('mcp', 1),
    'packages/mcp/src/connection/sdk-client.ts': text,
  }
  expect(await findingsOf(sourceRules, { ...HOUSE, ...known })).toEqual([])
})

test.each([
  'export default 1',
  'export default function word() {}',
  'const word = 1\nexport { word as default }',
])('finds the default export in %j', async (text) => {
  expect(await withSource('main.ts', text)).toEqual([
    expect.stringMatching(/^packages\/model\/src\/main.ts:\d a default export; exports have names$/),
  ])
})

test('takes a default export of an entry whose manifest says who wants it', async () => {
  const toolscout = { layer: 0, defaultExport: 'A host loads it.' }
  const files = {
    'packages/model/package.json': manifestOf('model', 0, { toolscout }),
    'packages/model/src/index.ts': 'const word = 1\nexport { word, word as default }\n',
    'packages/model/src/other.ts': 'export default 1\n',
  }
  expect(await findingsOf(sourceRules, { ...HOUSE, ...files })).toEqual([
    'packages/model/src/other.ts:1 a default export; exports have names',
  ])
})

test('leaves alone what a declaration tells about the module of others', async () => {
  const text = "declare module 'wink' {\n  const wink: number\n  export default wink\n}\n"
  expect(await withSource('wink.d.ts', text)).toEqual([])
})

test('finds export * in an entry, and leaves it to inner files', async () => {
  expect(await withSource('index.ts', "export * from './word.ts'\n")).toEqual([
    'packages/model/src/index.ts:1 export * in a package entry; name what is exported',
  ])
  expect(await withSource('inner.ts', "export * from './word.ts'\n")).toEqual([])
})

test('finds promises and suppressions in comments, and not in strings', async () => {
  const text = `const text = 'TODO: // @ts-ignore'
/*
 * FIXME later
 */
const word = text // XXX odd
// @ts-expect-error wrong
const pattern = /TODO/
const mixed = \`\${text /* TODO inside */} TODO outside\`
`
  expect(await withSource('promise.ts', text)).toEqual([
    'packages/model/src/promise.ts:3 FIXME in a comment; do it, or drop it',
    'packages/model/src/promise.ts:5 XXX in a comment; do it, or drop it',
    'packages/model/src/promise.ts:6 @ts-expect-error silences the compiler; mend the type',
    'packages/model/src/promise.ts:8 TODO in a comment; do it, or drop it',
  ])
  expect(await withSource('typed.test.ts', '// @ts-expect-error a number is no word\ntoWord(1)\n')).toEqual(
    [],
  )
})

test('finds drawers among files and folders', async () => {
  expect(await withSource('utils.ts', 'export {}\n')).toEqual([
    'packages/model/src/utils.ts:1 "utils" is a drawer; name the file after its one idea',
  ])
  expect(await withSource('common/word.test.ts', 'export {}\n')).toEqual([
    'packages/model/src/common/word.test.ts:1 "common" is a drawer; name the file after its one idea',
  ])
})

test('finds errors behind globalThis, classes that extend Error, and thrown text', async () => {
  const text = `export class Own extends Error {}
export function fail(kind: number): never {
  if (kind === 1) throw new globalThis.Error('a')
  if (kind === 2) throw 'b'
  throw \`c \${kind}\`
}
`
  expect(await findingsOf(sourceRules, { ...HOUSE, 'packages/model/src/fail.ts': text })).toEqual([
    'packages/model/src/fail.ts:1 a class that extends Error; extend ToolscoutError',
    'packages/model/src/fail.ts:3 a plain Error; throw a ToolscoutError, TypeError or RangeError',
    'packages/model/src/fail.ts:4 a throw of something other than an error',
    'packages/model/src/fail.ts:5 a throw of something other than an error',
  ])
})
