import { expect, test } from 'vitest'
import type { Gate, Inspection } from './finding.ts'
import { createTree } from './fixtures/tree.ts'
import { GATES } from './gates.ts'
import { runGates } from './run-gates.ts'

function gateOf(name: string, inspect: () => Promise<Inspection>): Gate {
  return { name, rule: 'all is well', unit: 'things', inspect }
}

async function report(
  ...gates: readonly Gate[]
): Promise<{ readonly failed: number; readonly lines: readonly string[] }> {
  const lines: string[] = []
  let clock = 0
  const failed = await runGates('root', gates, {
    print: (line) => lines.push(line),
    now: () => (clock += 250),
  })
  return { failed, lines }
}

test('prints each gate with its time and count, its findings, and the sum as the last line', async () => {
  const good = gateOf('good', async () => ({ checked: 3, findings: [] }))
  const bad = gateOf('bad', async () => ({
    checked: 2,
    findings: [
      { file: 'a.ts', line: 7, message: 'is wrong' },
      { file: 'b.ts', message: 'is wrong too' },
    ],
  }))
  expect(await report(good, bad)).toEqual({
    failed: 1,
    lines: [
      'pass  good                 0.3 s  3 things  all is well',
      'FAIL  bad                  0.3 s  2 things  all is well',
      '      a.ts:7 is wrong',
      '      b.ts is wrong too',
      '1 passed, 1 failed',
    ],
  })
})

test('fails a gate that looked at nothing', async () => {
  const { failed, lines } = await report(gateOf('blind', async () => ({ checked: 0, findings: [] })))
  expect(failed).toBe(1)
  expect(lines).toContain('      . checked 0 things; a gate that looks at nothing cannot fail')
})

test('fails a gate that breaks, and goes on with the next', async () => {
  const broken = gateOf('broken', () => Promise.reject(new TypeError('no tree')))
  const good = gateOf('good', async () => ({ checked: 1, findings: [] }))
  const { failed, lines } = await report(broken, good)
  expect(failed).toBe(1)
  expect(lines.join('\n')).toContain('the gate broke: TypeError: no tree')
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
})

test('knows every gate by a name of its own', () => {
  const names = GATES.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toMatchInlineSnapshot(`
    [
      "layers",
      "cycles",
      "file-size",
      "budgets",
      "source-rules",
      "licence",
      "no-leaks",
      "plain-words",
      "documented",
      "readme",
      "errors-documented",
      "decisions",
      "acceptance",
      "format",
      "types",
      "unused",
      "package-shape",
      "docs-code",
      "examples",
      "site",
      "installed",
    ]
  `)
})

test('no gate passes an empty folder', async () => {
  const root = await createTree({ 'package.json': '{}' })
  const lines: string[] = []
  const failed = await runGates(root, GATES, { print: (line) => lines.push(line), now: () => 0 })
  expect(lines.filter((line) => line.startsWith('pass'))).toEqual([])
  expect(failed).toBe(GATES.length)
})
