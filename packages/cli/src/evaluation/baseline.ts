import { readFile, writeFile } from 'node:fs/promises'
import { isJsonObject, messageOf } from '@toolscout/model/internal'
import { ConfigFileError } from '../errors.ts'

/** What was measured, by name of the metric. */
export type MeasuredMetrics = Readonly<Record<string, number>>

/** What was measured before, as a file keeps it. */
export interface Baseline {
  readonly tools: number
  readonly questions: number
  readonly metrics: MeasuredMetrics
}

const FORMAT = 1
/** Metrics of which less is better. */
const LOWER_IS_BETTER = new Set(['falseReturnRate'])

/** Reads a baseline; `undefined` when there is no such file. Rejects with `CONFIG_FILE_INVALID`. */
export async function readBaseline(file: string): Promise<Baseline | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw new ConfigFileError(`The baseline ${file} cannot be read: ${messageOf(error)}`, file, error)
  }
  const value = parse(text)
  const metrics = isJsonObject(value) && value.format === FORMAT ? value.metrics : undefined
  if (!isJsonObject(value) || !isJsonObject(metrics) || !Object.values(metrics).every(Number.isFinite))
    throw new ConfigFileError(`${file} is no baseline; write it again with --update-baseline.`, file)
  return {
    tools: Number(value.tools),
    questions: Number(value.questions),
    metrics: metrics as MeasuredMetrics,
  }
}

/** Writes what was measured as the baseline of the next time, rounded so that it reads well in a diff. */
export async function writeBaseline(file: string, { tools, questions, metrics }: Baseline): Promise<void> {
  const rounded = Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [name, Number(value.toFixed(4))]),
  )
  await writeFile(
    file,
    `${JSON.stringify({ format: FORMAT, tools, questions, metrics: rounded }, undefined, 2)}\n`,
  )
}

/** What is worse than the baseline by more than the tolerance, a sentence each. */
export function regressions(
  now: MeasuredMetrics,
  before: MeasuredMetrics,
  tolerance: number,
): readonly string[] {
  return Object.entries(before).flatMap(([name, value]) => {
    const measured = now[name]
    if (measured === undefined) return [`${name} was ${value} and is not measured any more.`]
    const loss = LOWER_IS_BETTER.has(name) ? measured - value : value - measured
    // Rounding of the file is no loss.
    return loss > tolerance + 1e-4
      ? [`${name} is ${measured.toFixed(4)}; it was ${value.toFixed(4)}, and ${tolerance} is tolerated.`]
      : []
  })
}

/** What does not reach its least value, a sentence each. */
export function belowLeast(now: MeasuredMetrics, least: MeasuredMetrics): readonly string[] {
  return Object.entries(least).flatMap(([name, value]) => {
    const measured = now[name]
    if (measured === undefined)
      return [`There is no metric ${name}; there are ${Object.keys(now).join(', ')}.`]
    const isPassed = LOWER_IS_BETTER.has(name) ? measured <= value : measured >= value
    return isPassed ? [] : [`${name} is ${measured.toFixed(4)}; ${value} is wanted.`]
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
