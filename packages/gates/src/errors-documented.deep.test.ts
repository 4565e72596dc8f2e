import { expect, test } from 'vitest'
import { errorsDocumented } from './errors-documented.ts'
import { HOUSE } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'

const ERRORS = 'packages/search/src/errors.ts'
const PAGE = 'docs/errors.md'

/** The house with more errors in `search`, after a first line that imports the base. */
function withErrors(text: string, page = HOUSE[PAGE]): Promise<readonly string[]> {
  const source = `import { ToolscoutError, WordMissingError } from '@house/model'\n${text}\n`
  return findingsOf(errorsDocumented, { ...HOUSE, [ERRORS]: source, [PAGE]: page })
}

test('passes a page with a heading for each code', async () => {
  const { checked, findings } = await errorsDocumented.inspect(await createTree(HOUSE))
  expect(findings).toEqual([])
  expect(checked).toBe(1)
})

test('finds a code without a heading, across packages', async () => {
  const text = "class QueryError extends ToolscoutError { constructor() { super('QUERY_EMPTY', 'Ask.') } }"
  expect(await withErrors(text)).toEqual([`${ERRORS}:2 ${PAGE} has no heading for QUERY_EMPTY of QueryError`])
})

test('reads codes that are constants or parameters, and those handed on by a class between', async () => {
  const text = `const CODE = 'FROM_CONSTANT'
class A extends ToolscoutError { constructor() { super(CODE, 'a') } }
class B extends ToolscoutError { constructor(code: 'FIRST' | 'SECOND') { super(code, 'b') } }
abstract class C extends ToolscoutError { constructor(code: string) { super(code, 'c') } }
class D extends C { constructor() { super('BELOW') } }
class E extends WordMissingError {}
class F extends B { constructor() { super('FIRST') } }`
  const page = `${HOUSE[PAGE]}## FROM_CONSTANT\n## FIRST\n## SECOND\n### BELOW\n`
  expect(await withErrors(text, page)).toEqual([`${ERRORS}:8 F has the code FIRST of B (${ERRORS})`])
})

test('takes the message of a class that has its code already for no code', async () => {
  const text = `class A extends ToolscoutError { constructor(message: string) { super('A_CODE', message) } }
class B extends A { constructor() { super('a message') } }`
  expect(await withErrors(text, `${HOUSE[PAGE]}## A_CODE\n`)).toEqual([])
})

test('finds a code that cannot be read', async () => {
  const text = `class A extends ToolscoutError { constructor(code: string) { super(code, 'a') } }
class B extends ToolscoutError {}`
  const hint = 'is no literal; hand super() a string literal or a parameter of a literal union'
  expect(await withErrors(text)).toEqual([
    `${ERRORS}:2 the code of A ${hint}`,
    `${ERRORS}:3 the code of B ${hint}`,
  ])
})

test('finds headings without a code and headings said twice', async () => {
  const page = `${HOUSE[PAGE]}\n## GONE\n\n## How to read this page\n\n### WORD_MISSING\n`
  expect(await findingsOf(errorsDocumented, { ...HOUSE, [PAGE]: page })).toEqual([
    `${PAGE}:9 no error has the code GONE`,
    `${PAGE}:13 WORD_MISSING has a heading already`,
  ])
})

test('finds every code undocumented when there is no page', async () => {
  expect(await findingsOf(errorsDocumented, { ...HOUSE, [PAGE]: undefined })).toEqual([
    `packages/model/src/errors.ts:11 ${PAGE} has no heading for WORD_MISSING of WordMissingError`,
  ])
})
