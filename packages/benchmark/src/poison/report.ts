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
  const times = `Time of the processor for an honest tool: ${figures.leastMs.toFixed(3)} ms at least, ${figures.medianMs.toFixed(3)} ms in the median of the rounds.\n`
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
