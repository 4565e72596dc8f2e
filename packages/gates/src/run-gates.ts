import { formatFinding, type Gate, type Inspection } from './finding.ts'

/** Whom the runner tells, and what it reads the time from. */
export interface GateRun {
  /** Receives each line of the report. */
  readonly print: (line: string) => void
  /** Milliseconds from any fixed point. */
  readonly now: () => number
}

/**
 * Runs gates one after the other, since most of them keep every core busy on their own, and reports each as it
 * ends. The last line is `N passed, N failed`. Gives the number of gates that failed.
 */
export async function runGates(
  root: string,
  gates: readonly Gate[],
  { print, now }: GateRun,
): Promise<number> {
  let failed = 0
  for (const gate of gates) {
    const start = now()
    const { checked, findings } = await inspectSafely(root, gate)
    const seconds = ((now() - start) / 1_000).toFixed(1)
    if (findings.length > 0) failed += 1
    const verdict = findings.length === 0 ? 'pass' : 'FAIL'
    print(
      `${verdict}  ${gate.name.padEnd(18)}${seconds.padStart(6)} s  ${checked} ${gate.unit}  ${gate.rule}`,
    )
    for (const finding of findings) print(`      ${formatFinding(finding)}`)
  }
  print(`${gates.length - failed} passed, ${failed} failed`)
  return failed
}

/** A gate that breaks, or that looked at nothing, has not passed. */
async function inspectSafely(root: string, gate: Gate): Promise<Inspection> {
  try {
    const inspection = await gate.inspect(root)
    if (inspection.checked > 0 || inspection.findings.length > 0) return inspection
    const message = `checked 0 ${gate.unit}; a gate that looks at nothing cannot fail`
    return { checked: 0, findings: [{ file: '.', message }] }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { checked: 0, findings: [{ file: '.', message: `the gate broke: ${message}` }] }
  }
}
