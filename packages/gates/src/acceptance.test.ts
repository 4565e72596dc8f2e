import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ACCEPTANCE_PAGE, acceptance } from './acceptance.ts'

const root = await mkdtemp(join(tmpdir(), 'toolscout-acceptance-'))
afterAll(() => rm(root, { recursive: true }))

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), text)
}

it('finds the lines that neither a test nor the page names, with those of a range and those in words', async () => {
  await write(
    ACCEPTANCE_PAGE,
    '# Changed\n\n| ABC-001 | other |\n\n# The list\n\n- ABC: 001 002 003 004\n- XY: 001\n- DEF-001: a box is empty\n- DEF-002: and stays so\n',
  )
  await write('packages/a/src/one.test.ts', "it('ABC-002 to ABC-003: holds', it('is empty (DEF-001)'")
  const { checked, findings } = await acceptance.inspect(root)
  expect(checked).toBe(6)
  expect(findings.map(({ message }) => message.slice(0, 7))).toEqual(['ABC-004', 'DEF-002'])
})
