import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { docsCode } from './docs-code.ts'
import { formatFinding } from './finding.ts'
import { manifestOf } from './fixtures/house.ts'
import { createTree, linkInstalled, type TreeFiles } from './fixtures/tree.ts'

/** A tree as a build leaves it, so that pages can import `@house/model`. */
const BUILT: TreeFiles = {
  'package.json': '{}',
  'packages/model/package.json': manifestOf('model', 0),
  'packages/model/dist/index.js': 'export const toWord = (text) => text.toUpperCase()\n',
  'packages/model/dist/index.d.ts': 'export declare const toWord: (text: string) => string\n',
}

function block(code: string, info = 'ts'): string {
  return `# Page\n\n\`\`\`${info}\n${code}\n\`\`\`\n`
}

async function inspect(
  pages: TreeFiles,
): Promise<{ readonly checked: number; readonly findings: readonly string[]; readonly root: string }> {
  const root = await createTree({ ...BUILT, ...pages })
  await linkInstalled(root, '@types')
  const { checked, findings } = await docsCode.inspect(root)
  return { checked, findings: findings.map(formatFinding), root }
}

test('runs the blocks of all pages against the built packages, and leaves nothing behind', async () => {
  const good = block("import { toWord } from '@house/model'\n\nif (toWord('a') !== 'A') process.exit(1)")
  const { checked, findings, root } = await inspect({
    'README.md': good,
    'packages/model/README.md': `${good}${block('exit 1', 'sh')}`,
    'docs/guide/use.md': good,
    'docs/decisions/one.md': `${good}${block('const future: Unknown', 'ts sketch')}`,
  })
  expect(findings).toEqual([])
  expect(checked).toBe(4)
  expect(existsSync(join(root, '.tmp')) ? await readdir(join(root, '.tmp')) : []).toEqual([])
})

test('finds a block that does not compile, at its line of the page', async () => {
  const { findings } = await inspect({
    'README.md': block(
      "import { toWord } from '@house/model'\n\nconst word: number = toWord('a')\nconsole.log(word)",
    ),
    'docs/use.md': block("import { noWord } from '@house/model'\n\nnoWord()", 'typescript'),
  })
  expect(findings).toEqual([
    "README.md:6 TS2322: Type 'string' is not assignable to type 'number'.",
    expect.stringMatching(/^docs\/use.md:4 TS2724: .* has no exported member named 'noWord'/),
  ])
})

test('finds a block that fails, with the line of the page in the trace', async () => {
  const code = "import { toWord } from '@house/model'\n\nif (toWord('a') !== 'a') throw new TypeError('loud')"
  const { findings } = await inspect({ 'README.md': block(code) })
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatch(/^README.md:4 exited with 1: /)
  expect(findings[0]).toContain('README.md:6:')
  expect(findings[0]).toContain('TypeError: loud')
})

test('sees each block as a module of its own', async () => {
  const { findings } = await inspect({ 'README.md': `${block('const a = 1')}${block('console.log(a)')}` })
  expect(findings).toEqual(["README.md:9 TS2304: Cannot find name 'a'."])
})

test('takes no sketch outside the decisions', async () => {
  const { findings } = await inspect({ 'docs/use.md': block('process.exit(2)', 'ts sketch') })
  expect(findings).toEqual([expect.stringMatching(/^docs\/use.md:4 exited with 2/)])
})

test('finds JavaScript that does not parse', async () => {
  const { findings } = await inspect({
    'docs/use.md': `${block('const a = (', 'js')}${block('const b = 1', 'js')}`,
  })
  expect(findings).toEqual([expect.stringMatching(/^docs\/use.md:\d+ .*expected/)])
})
