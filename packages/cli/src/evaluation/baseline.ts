import { writeFile } from 'node:fs/promises'
import { isJsonObject, parseJson } from '@toolscout/model/internal'
import { readText } from '../config/read-text.ts'
import { CliError } from '../errors.ts'

/** What was measured, by name of the metric. */
export type MeasuredMetrics = Readonly<Record<string, number>>

/** What was measured, as a file keeps it. */
export interface Baseline {
  readonly tools: number
  readonly questions: number
  readonly metrics: MeasuredMetrics
}

const FORMAT = 1

/** What was measured before; `undefined` when there is no such file. Rejects with `CONFIG_FILE_INVALID`. */
export async function readBaseline(file: string): Promise<MeasuredMetrics | undefined> {
  const text = await readText(file)
  if (text === undefined) return undefined
  const value = parseJson(text)
  const metrics = isJsonObject(value) && value.format === FORMAT ? value.metrics : undefined
  if (!isJsonObject(metrics) || !Object.values(metrics).every(Number.isFinite))
    throw new CliError(
      'CONFIG_FILE_INVALID',
      `${file} is not a baseline; delete it, and the next run writes a new one.`,
    )
  return metrics as MeasuredMetrics
}

/** Writes what was measured as the baseline of the next time, rounded so that it reads well in a diff. */
export async function writeBaseline(file: string, { tools, questions, metrics }: Baseline): Promise<void> {
  const rounded = Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [name, Number(value.toFixed(4))]),
  )
  const baseline = { format: FORMAT, tools, questions, metrics: rounded }
  await writeFile(file, `${JSON.stringify(baseline, undefined, 2)}\n`)
}

/** What is worse than the baseline by more than the tolerance, a sentence each. */
export function regressions(
  now: MeasuredMetrics,
  before: MeasuredMetrics,
  tolerance: number,
): readonly string[] {
  return Object.entries(before).flatMap(([name, value]) => {
    const measured = now[name]
    if (measured === undefined) return [`${name} was ${value} and is no longer measured.`]
    // Of false returns less is better.
    const loss = name === 'falseReturnRate' ? measured - value : value - measured
    // Rounding of the file is no loss.
    return loss > tolerance + 1e-4
      ? [`${name} is ${measured.toFixed(4)}; it was ${value.toFixed(4)}, and ${tolerance} is tolerated.`]
      : []
  })
}
