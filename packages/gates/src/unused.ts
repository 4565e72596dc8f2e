import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { outputTail, runCommand } from './run-command.ts'

/** It reads every file of the tree; some seconds. */
const TIMEOUT_MS = 300_000

/** Files, exports and dependencies without a use puzzle every reader. */
export const unused: Gate = {
  name: 'unused',
  rule: 'no file, export or dependency is unused, and none is used without being declared',
  unit: 'files',
  inspect: inspectUse,
}

/** One issue of knip's JSON report, or a group of names for the same thing. */
type KnipIssue = { readonly name: string; readonly line?: number } | readonly { readonly name: string }[]

/** Issues of one file: under each kind a list. */
type KnipRow = Readonly<Record<string, string | readonly KnipIssue[]>> & { readonly file: string }

/** Knip's own report does not say how many files it read, and one that reads none finds nothing. */
const COUNTING_REPORTER = `
import { writeFileSync } from 'node:fs'
export default ({ counters, options }) => writeFileSync(JSON.parse(options).file, String(counters.processed))
`

async function inspectUse(root: string): Promise<Inspection> {
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-unused-'))
  try {
    const reporter = join(folder, 'count.mjs')
    const countFile = join(folder, 'count')
    await writeFile(reporter, COUNTING_REPORTER)
    await writeFile(countFile, '0')
    // The package exports no path to its command, so it is found from its entry.
    const entry = createRequire(import.meta.url).resolve('knip')
    const script = join(dirname(dirname(entry)), 'bin', 'knip.js')
    const reporters = ['--reporter', 'json', '--reporter', reporter, '--reporter-options']
    const parameters = [...reporters, JSON.stringify({ file: countFile }), '--treat-config-hints-as-errors']
    const run = await runCommand(process.execPath, [script, '--no-progress', ...parameters], {
      cwd: root,
      timeoutMs: TIMEOUT_MS,
    })
    const findings = parseRows(run.stdout).flatMap(findingsOf)
    if (run.exitCode !== 0 && findings.length === 0) {
      findings.push({ file: 'knip.json', message: outputTail(run.output) })
    }
    return { checked: Number(await readFile(countFile, 'utf8')), findings: inOrder(findings) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function parseRows(stdout: string): readonly KnipRow[] {
  const line = stdout.split('\n').find((candidate) => candidate.startsWith('{"issues"'))
  return line === undefined ? [] : (JSON.parse(line) as { readonly issues: readonly KnipRow[] }).issues
}

function findingsOf(row: KnipRow): readonly Finding[] {
  return Object.entries(row).flatMap(([kind, issues]) => {
    if (typeof issues === 'string') return []
    return issues.map((issue): Finding => {
      if (!('name' in issue))
        return { file: row.file, message: `${kind}: ${issue.map(({ name }) => name).join(', ')}` }
      return {
        file: row.file,
        ...(issue.line === undefined ? {} : { line: issue.line }),
        message: `${kind}: ${issue.name}`,
      }
    })
  })
}
