import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path'
import type { Finding } from './finding.ts'
import { describeFailure, runCommand } from './run-command.ts'

/** Native, so the whole tree takes about a second; a minute means that it hangs. */
const TIMEOUT_MS = 120_000

/** What a run of the compiler said. */
export interface CompilerRun {
  /** One for each error, its file relative to the folder the compiler ran in. */
  readonly findings: readonly Finding[]
  /** The files it read, relative to that folder; those outside are left out. */
  readonly files: readonly string[]
}

/** Runs `tsc` in a folder with the given parameters: the compiler of the build, not the one that has an API. */
export async function runCompiler(folder: string, parameters: readonly string[]): Promise<CompilerRun> {
  const package7 = createRequire(import.meta.url).resolve('typescript-7/package.json')
  const script = join(dirname(package7), 'bin', 'tsc')
  const run = await runCommand(
    process.execPath,
    [script, '--pretty', 'false', '--listFiles', ...parameters],
    {
      cwd: folder,
      timeoutMs: TIMEOUT_MS,
    },
  )
  const lines = run.stdout.split('\n')
  const findings = parseDiagnostics(lines)
  if (run.exitCode !== 0 && findings.length === 0) {
    findings.push({ file: '.', message: `the compiler ${describeFailure(run, TIMEOUT_MS) ?? 'failed'}` })
  }
  const inside = lines
    .filter((line) => isAbsolute(line))
    .map((line) => relative(folder, line).split(sep).join(posix.sep))
    .filter((path) => !path.startsWith('..') && !path.includes('node_modules/'))
  return { findings, files: inside }
}

/** An error's first line names its place; the lines below, indented, say more about it. */
function parseDiagnostics(lines: readonly string[]): Finding[] {
  const findings: Finding[] = []
  for (const line of lines) {
    const match = /^(?:(.+?)\((\d+),\d+\): )?error (TS\d+: .*)$/.exec(line)
    const last = findings.at(-1)
    if (match !== null) {
      const [, file = '.', at, message = ''] = match
      findings.push({ file, ...(at === undefined ? {} : { line: Number(at) }), message })
    } else if (last !== undefined && /^\s+\S/.test(line)) {
      findings[findings.length - 1] = { ...last, message: `${last.message} ${line.trim()}` }
    }
  }
  return findings
}
