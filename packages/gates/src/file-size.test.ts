import { expect, test } from 'vitest'
import { countLines, createFileSizeGate, fileSize, MAX_LINES } from './file-size.ts'
import { HOUSE } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'

const LONG = 'packages/model/src/long.ts'

function linesOf(count: number): string {
  return '// line\n'.repeat(count)
}

test('passes files up to the limit, and tests of any length', async () => {
  const files = {
    ...HOUSE,
    [LONG]: linesOf(MAX_LINES),
    'packages/model/src/long.test.ts': linesOf(9 * MAX_LINES),
  }
  const { checked, findings } = await fileSize.inspect(await createTree(files))
  expect(findings).toEqual([])
  expect(checked).toBe(6)
})

test('finds a file one line over the limit', async () => {
  expect(await findingsOf(fileSize, { ...HOUSE, [LONG]: linesOf(MAX_LINES + 1) })).toEqual([
    `${LONG} 251 lines, 250 allowed; move a decision to a file of its own`,
  ])
})

test('allows a long file for a reason, as long as it is long', async () => {
  const gate = createFileSizeGate(new Map([[LONG, 'a table']]))
  expect(await findingsOf(gate, { ...HOUSE, [LONG]: linesOf(MAX_LINES + 1) })).toEqual([])
  expect(await findingsOf(gate, { ...HOUSE, [LONG]: linesOf(MAX_LINES) })).toEqual([
    `${LONG} is allowed to be long ("a table") and is not`,
  ])
})

test('finds an allowance without a reason', async () => {
  const gate = createFileSizeGate(new Map([[LONG, ' ']]))
  expect(await findingsOf(gate, { ...HOUSE, [LONG]: linesOf(MAX_LINES + 1) })).toEqual([
    `${LONG} is allowed to be long without a reason`,
  ])
})

test('counts lines, whether or not the last one ends', () => {
  expect(['', 'a', 'a\n', 'a\nb', 'a\nb\n'].map(countLines)).toEqual([0, 1, 1, 2, 2])
})
