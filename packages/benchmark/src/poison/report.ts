import { formatTable, type TableFormat } from '@toolscout/evaluation/internal'
import type { PoisonFigures, ScanCounts } from './measure-poison.ts'

/** Writes a table of attacks, one of their classes, one of honest tools, and the time. */
export function formatPoison(figures: PoisonFigures, format: TableFormat): string {
  const table = (title: string, rows: readonly ScanCounts[]): string =>
    formatTable(
      {
        titles: [title, 'tools', 'suspected', 'share', 'poisoned', 'share of these'],
        rows: rows.map(({ name, tools, suspected, poisoned }) => [
          name,
          String(tools),
          String(suspected),
          percent(suspected, tools),
          String(poisoned),
          percent(poisoned, tools),
        ]),
      },
      format,
    )
  const micros = (ms: number): string => `${(1_000 * ms).toFixed(1)} µs`
  const times = `Time of the processor for an honest tool in the mean: ${micros(figures.leastMs)} in the fastest round, ${micros(figures.medianMs)} in the median of the rounds.
The tool in the middle takes ${micros(figures.middleToolMs)} by the clock.\n`
  return [
    table('attacks', figures.attacks),
    table('class', figures.byClass),
    table('honest', figures.honest),
    times,
  ].join('\n')
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
