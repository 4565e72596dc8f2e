import type { Engine } from '../engines/engine.ts'
import { measureInstalled } from './installed-size.ts'
import type { CellResult } from './job.ts'
import { median } from './percentiles.ts'
import type { Figures, PairedRow, Row } from './row.ts'
import type { JobOutcome } from './run-job.ts'

/** Every figure, in the order of the report. */
// biome-ignore format: one list
const FIGURES: readonly (keyof Figures)[] = [
  'buildToolsPerSecond', 'p50Us', 'p99Us', 'queriesPerSecond', 'firstQueryMs', 'addUs', 'updateUs', 'removeUs',
  'queryAfterChangeUs', 'bytesPerTool', 'saveMs', 'loadMs', 'importMs', 'agreement', 'hitAt10', 'queries',
  'worstChangeMs', 'heapBytesPerTool', 'residentBytesPerTool', 'savedBytesPerTool',
]

/** Digits that mean something; more would only look exact. */
const SIGNIFICANT_DIGITS = 4

/** The rounds of an engine at a size, as one row of medians. */
export function combineRounds(
  engine: Engine,
  { tools, queries }: { readonly tools: number; readonly queries: number },
  outcomes: readonly JobOutcome<CellResult>[],
): Row {
  const results = outcomes.flatMap(({ result }) => (result === undefined ? [] : [result]))
  const figures = Object.fromEntries(
    FIGURES.map((figure) => [figure, medianOf(results.map((result) => result.figures[figure]))]),
  ) as unknown as Figures
  const installed = measureInstalled(engine.packageName, import.meta.url)
  const notes = new Set([
    ...(engine.note === undefined ? [] : [engine.note]),
    ...(outcomes.length === 0 ? [`not run at more than ${engine.maxTools} tools`] : []),
    ...(figures.queries !== null && figures.queries < queries
      ? [`answered ${figures.queries} of ${queries} queries in its time`]
      : []),
    ...results.flatMap((result) => result.notes),
    ...outcomes.flatMap(({ problem }) => (problem === undefined ? [] : [`failed: ${problem}`])),
  ])
  return {
    engine: engine.name,
    tools,
    ...figures,
    rounds: results.length,
    version: installed?.version ?? null,
    installedKb: installed === undefined ? null : Math.round(installed.bytes / 1_024),
    note: [...notes].join('; '),
  }
}

/** The paired rounds of a size, as medians; ratios are medians of the ratios within each round. */
export function combinePairedRounds(rounds: readonly (readonly PairedRow[])[]): readonly PairedRow[] {
  return (rounds[0] ?? []).map(({ engine, tools }, place) => {
    const rows = rounds.flatMap((round) => round[place] ?? [])
    const middle = (read: (row: PairedRow) => number | null): number | null => medianOf(rows.map(read))
    return {
      engine,
      tools,
      queries: middle((row) => row.queries) ?? 0,
      p50Us: middle((row) => row.p50Us) ?? 0,
      p95Us: middle((row) => row.p95Us) ?? 0,
      p99Us: middle((row) => row.p99Us) ?? 0,
      againUs: middle((row) => row.againUs) ?? 0,
      builtPerSecond: middle((row) => row.builtPerSecond) ?? 0,
      fasterThanWink: middle((row) => row.fasterThanWink),
      fasterThanMinisearch: middle((row) => row.fasterThanMinisearch),
    }
  })
}

function medianOf(numbers: readonly (number | null)[]): number | null {
  const middle = median(numbers.filter((number) => number !== null))
  return middle === null ? null : Number(middle.toPrecision(SIGNIFICANT_DIGITS))
}
