import { createRequire } from 'node:module'
import { type Finding, type Gate, type Inspection, inOrder } from './finding.ts'
import { outputTail, runCommand } from './run-command.ts'

/** A native program that needs a second. */
const TIMEOUT_MS = 120_000

/** Formatting and lint rules are decided only by the tool and its file at the root. */
export const format: Gate = {
  name: 'format',
  rule: 'biome has nothing to change and nothing to warn about',
  unit: 'files',
  inspect: inspectFormat,
}

/** The parts of biome's JSON report that are read. */
interface BiomeReport {
  readonly summary: { readonly changed: number; readonly unchanged: number }
  readonly diagnostics: readonly {
    readonly message: string
    readonly category: string
    readonly location?: { readonly path?: string; readonly start?: { readonly line: number } }
  }[]
}

async function inspectFormat(root: string): Promise<Inspection> {
  const script = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const parameters = [
    'ci',
    '--colors=off',
    '--reporter=json',
    '--max-diagnostics=none',
    '--diagnostic-level=warn',
  ]
  const run = await runCommand(process.execPath, [script, ...parameters, '--error-on-warnings', '.'], {
    cwd: root,
    timeoutMs: TIMEOUT_MS,
  })
  const report = parseReport(run.stdout)
  if (report === undefined) return { checked: 0, findings: [{ file: '.', message: outputTail(run.output) }] }
  const findings = report.diagnostics.map(({ message, category, location }): Finding => {
    const line = location?.start?.line
    const place = { file: location?.path ?? '.', ...(line === undefined || line === 0 ? {} : { line }) }
    return { ...place, message: `${category}: ${message}` }
  })
  if (run.exitCode !== 0 && findings.length === 0)
    findings.push({ file: '.', message: outputTail(run.output) })
  return { checked: report.summary.changed + report.summary.unchanged, findings: inOrder(findings) }
}

function parseReport(stdout: string): BiomeReport | undefined {
  try {
    return JSON.parse(stdout.slice(stdout.indexOf('{'))) as BiomeReport
  } catch {
    return undefined
  }
}
