import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { listRepositoryFiles } from './repository-files.ts'

/**
 * Folders in which people and machines keep checkouts. The slash must begin a path: the end of an address or of a
 * relative path is no leak, and neither is the home of `user` or `you`, who stand for the reader in examples.
 */
const MACHINE_PATH = /(?<![\w.~*)}>-])\/(?:work|root|home(?!\/(?:user|you)\b))\/[\w.-]*/g

/** Homes on macOS and Windows, except those of the reader in examples. */
const HOME_PATH =
  /(?<![\w.~*)}>-])(?:\/Users\/(?!you\b|user\b|me\b)|\b[A-Z]:\\{1,2}Users\\{1,2}(?!you\b|user\b|me\b))[\w.-]+/g

/** Keys of Amazon, OpenAI, Anthropic, GitHub, Slack and npm, and private keys. */
const SECRET =
  /\b(?:AKIA[0-9A-Z]{16}|sk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,}|xox[abp]-[\w-]{20,}|npm_[A-Za-z0-9]{36})\b|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/g

/** Names from outside the project. */
const FOREIGN_NAME = /farm-(?:studio|bench)/gi

/** What a merge puts into a file until somebody decides; in Markdown, a formatter makes quotations of it. */
const MERGE_MARKER = /^(?:<{7}|>{7}|\|{7}|(?:> ){6}>) .*/g

const TRACES: readonly RegExp[] = [MACHINE_PATH, HOME_PATH, SECRET, FOREIGN_NAME, MERGE_MARKER]

/** Files that hold such texts on purpose, each with the reason. An entry that is not needed any more is a finding. */
const LEAK_EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['packages/gates/src/no-leaks.test.ts', 'shows what is found and what is not'],
  ['packages/mcp/src/redactor.test.ts', 'shows which keys are redacted'],
  ['packages/benchmark/data/poison/benign-hard.jsonl', 'an honest tool that takes a private key'],
  [
    'packages/guard/training/texts.jsonl',
    'attacks that ask for files of made-up people, and honest texts like them',
  ],
])

/** What is in the repository works on any machine and speaks of nothing but itself. */
export const noLeaks: Gate = createNoLeaksGate(LEAK_EXCEPTIONS)

/** The gate with exceptions of its own: paths from the root, each with the reason why it may hold such texts. */
export function createNoLeaksGate(exceptions: ReadonlyMap<string, string>): Gate {
  return {
    name: 'no-leaks',
    rule: 'no file of the repository holds a path of a machine, a name from outside or what a merge left',
    unit: 'files',
    inspect: (root) => inspectFiles(root, exceptions),
  }
}

async function inspectFiles(root: string, exceptions: ReadonlyMap<string, string>): Promise<Inspection> {
  const findings: Finding[] = []
  const needed = new Set<string>()
  let checked = 0
  for (const file of await listRepositoryFiles(root)) {
    checked += 1
    const text = await readFile(join(root, file), 'utf8')
    const leaks = [...findLeaks(file, file), ...(text.includes('\0') ? [] : findLeaks(file, text))]
    if (leaks.length > 0) needed.add(file)
    if (!exceptions.has(file)) findings.push(...leaks)
  }
  for (const [file, reason] of exceptions) {
    if (!needed.has(file)) findings.push({ file, message: `is an exception ("${reason}") and needs none` })
  }
  return { checked, findings: inOrder(findings) }
}

function findLeaks(file: string, text: string): readonly Finding[] {
  return text.split('\n').flatMap((content, index) =>
    TRACES.flatMap((trace) => [...content.matchAll(trace)]).map((match) => ({
      file,
      line: index + 1,
      message: `"${match[0]}" has no meaning elsewhere`,
    })),
  )
}
