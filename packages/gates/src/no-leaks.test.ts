import { expect, test } from 'vitest'
import { createTree, findingsOf } from './fixtures/tree.ts'
import { createNoLeaksGate } from './no-leaks.ts'
import { runCommand } from './run-command.ts'

const gate = createNoLeaksGate(new Map())

test('passes what has meaning everywhere', async () => {
  const files = {
    'README.md': `Put it into /home/user/tools or /home/you, see https://example.org/home/page and ./work/list.
The root/child of \${HOME}/work/x is ~/work/y; homework/root/ is no path, and $(pwd)/work/z is yours.
`,
    'data.bin': 'a\0/root/x',
  }
  const { checked, findings } = await gate.inspect(await createTree(files))
  expect(findings).toEqual([])
  expect(checked).toBe(2)
})

test('finds paths of a machine and names from outside, in texts and in names', async () => {
  const files = {
    'a.md': 'See "/work/main/x.ts"\nand file:///root/y or (/home/jane/z).\n',
    'b/Farm-Bench.md': 'farm-studio\n',
  }
  expect(await findingsOf(gate, files)).toEqual([
    'a.md:1 "/work/main" has no meaning elsewhere',
    'a.md:2 "/root/y" has no meaning elsewhere',
    'a.md:2 "/home/jane" has no meaning elsewhere',
    'b/Farm-Bench.md:1 "Farm-Bench" has no meaning elsewhere',
    'b/Farm-Bench.md:1 "farm-studio" has no meaning elsewhere',
  ])
})

test('finds what a merge left, as it is and as a formatter makes it', async () => {
  const [ours, theirs, quoted] = ['<'.repeat(7), '>'.repeat(7), '> '.repeat(7).trim()]
  const files = {
    'a.md': `${ours} HEAD\none\n${theirs} 1234567 (Docs)\n`,
    'b.md': `two\n\n${quoted} 1234567 (Docs)\n\n> > a quotation\n`,
  }
  expect(await findingsOf(gate, files)).toEqual([
    `a.md:1 "${ours} HEAD" has no meaning elsewhere`,
    `a.md:3 "${theirs} 1234567 (Docs)" has no meaning elsewhere`,
    `b.md:3 "${quoted} 1234567 (Docs)" has no meaning elsewhere`,
  ])
})

test('allows an exception as long as it is needed', async () => {
  const excepting = createNoLeaksGate(new Map([['a.md', 'says so']]))
  expect(await findingsOf(excepting, { 'a.md': '/work/x' })).toEqual([])
  expect(await findingsOf(excepting, { 'a.md': 'nothing' })).toEqual([
    'a.md is an exception ("says so") and needs none',
  ])
})

test('reads what git tracks or is about to, and leaves out what is ignored or deleted', async () => {
  const root = await createTree({
    '.gitignore': 'ignored.md\n',
    'tracked.md': '/work/a',
    'new.md': '/work/b',
    'deleted.md': '/work/c',
    'ignored.md': '/work/d',
  })
  const git = (...parameters: readonly string[]) =>
    runCommand('git', parameters, { cwd: root, timeoutMs: 30_000 })
  await git('init', '--quiet')
  await git('add', 'tracked.md', 'deleted.md')
  await runCommand('rm', ['deleted.md'], { cwd: root, timeoutMs: 30_000 })
  const { checked, findings } = await gate.inspect(root)
  expect(findings.map(({ file }) => file)).toEqual(['new.md', 'tracked.md'])
  expect(checked).toBe(3)
})

test('finds homes of macOS and Windows, and secrets', async () => {
  const key = `${'AKIA'}ABCDEFGHIJKLMNOP`
  const files = {
    'a.md': String.raw`In /Users/bob/x, C:\Users\bob\x and C:\Users\you\x or /Users/you/x, see api/Users/list`,
    'b.md': `${key} sk-short ghp_${'a1'.repeat(18)}\nsk-proj-${'b2'.repeat(20)}`,
  }
  expect(await findingsOf(gate, files)).toEqual([
    'a.md:1 "/Users/bob" has no meaning elsewhere',
    String.raw`a.md:1 "C:\Users\bob" has no meaning elsewhere`,
    `b.md:1 "${key}" has no meaning elsewhere`,
    `b.md:1 "ghp_${'a1'.repeat(18)}" has no meaning elsewhere`,
    `b.md:2 "sk-proj-${'b2'.repeat(20)}" has no meaning elsewhere`,
  ])
})
