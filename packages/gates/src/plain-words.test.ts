import { expect, test } from 'vitest'
import { HOUSE } from './fixtures/house.ts'
import { createTree, findingsOf } from './fixtures/tree.ts'
import { plainWords } from './plain-words.ts'
import { runCommand } from './run-command.ts'

test('finds the dialect in comments and pages, and leaves code and decisions alone', async () => {
  const files = {
    ...HOUSE,
    'packages/model/src/word.ts': "/** Whoever calls is told. */\nexport const strangers = 'nobody'\n",
    'docs/a.md': 'Plain.\n\nWhat no word matches is none.\n',
    'docs/decisions/old.md': 'Nobody.\n',
  }
  expect(await findingsOf(plainWords, files)).toEqual([
    'docs/a.md:3 "What no word matches is none"; say what it is',
    'packages/model/src/word.ts:1 "Whoever"; name who: the caller, the application, the implementation',
    'packages/model/src/word.ts:1 "is told"; write "is reported", "is passed" or "receives"',
  ])
})

test('reads the pages git tracks or is about to', async () => {
  const root = await createTree({
    ...HOUSE,
    '.gitignore': 'ignored.md\n',
    'ignored.md': 'anew\n',
    'a.md': 'again\n',
  })
  await runCommand('git', ['init', '-q'], { cwd: root, timeoutMs: 20_000 })
  expect((await plainWords.inspect(root)).findings).toEqual([])
})
