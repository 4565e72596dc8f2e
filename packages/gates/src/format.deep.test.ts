import { expect, test } from 'vitest'
import { createTree, findingsOf } from './fixtures/tree.ts'
import { format } from './format.ts'

const FILES = {
  'biome.json': '{ "root": true }\n',
  'word.ts': 'export const word = "one";\n',
}

test('passes a tree as the formatter writes it, and counts its files', async () => {
  const { checked, findings } = await format.inspect(await createTree(FILES))
  expect(findings).toEqual([])
  expect(checked).toBe(2)
})

test('finds what the formatter would change', async () => {
  const files = { ...FILES, 'word.ts': "export const word = 'one'\n" }
  expect(await findingsOf(format, files)).toEqual([expect.stringMatching(/^word\.ts\S* format: /)])
})

test('finds warnings as well as errors, with their lines', async () => {
  const files = { ...FILES, 'word.ts': '\nlet word = "one";\nexport const same = word == `two`;\n' }
  const findings = await findingsOf(format, files)
  expect(findings.join('\n')).toMatch(/^word\.ts:3 lint\/suspicious\/noDoubleEquals: /m)
})

test('finds a configuration that cannot be read', async () => {
  const findings = await findingsOf(format, { ...FILES, 'biome.json': '{ "no": "such key" }\n' })
  expect(findings.length).toBeGreaterThan(0)
})
