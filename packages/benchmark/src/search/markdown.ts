import type { Machine } from '../command/machine.ts'
import type { PairedRow, Row } from './row.ts'

/** What a report says. */
export interface Report {
  readonly machine: Machine
  /** When it was made, ISO 8601. */
  readonly date: string
  readonly seed: number
  /** How to make it again. */
  readonly command: string
  readonly rows: readonly Row[]
  readonly paired?: readonly PairedRow[]
}

/** A column of a table: one figure or several of a kind. */
interface Column<Line> {
  readonly title: string
  readonly figures: readonly (keyof Line)[]
  /** Whether the ratio to the first engine stands beside it. */
  readonly hasRatio?: boolean
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'build tools/s', figures: ['buildToolsPerSecond'], hasRatio: true },
  { title: 'p50 µs', figures: ['p50Us'], hasRatio: true },
  { title: 'p99 µs', figures: ['p99Us'], hasRatio: true },
  { title: 'queries/s', figures: ['queriesPerSecond'], hasRatio: true },
  { title: 'first ms', figures: ['firstQueryMs'], hasRatio: true },
  { title: 'add / update / remove µs', figures: ['addUs', 'updateUs', 'removeUs'] },
  { title: 'query after µs', figures: ['queryAfterChangeUs'] },
  { title: 'worst change ms', figures: ['worstChangeMs'] },
  { title: 'bytes/tool', figures: ['bytesPerTool'], hasRatio: true },
  { title: 'heap / resident', figures: ['heapBytesPerTool', 'residentBytesPerTool'] },
  { title: 'save / load ms', figures: ['saveMs', 'loadMs'] },
  { title: 'import ms', figures: ['importMs'] },
  { title: 'installed kB', figures: ['installedKb'] },
  { title: 'agreement', figures: ['agreement'] },
  { title: 'hit@10', figures: ['hitAt10'] },
]

const PAIRED_COLUMNS: readonly Column<PairedRow>[] = [
  { title: 'queries', figures: ['queries'] },
  { title: 'p50 µs', figures: ['p50Us'] },
  { title: 'p95 µs', figures: ['p95Us'] },
  { title: 'p99 µs', figures: ['p99Us'] },
  { title: 'asked again µs', figures: ['againUs'] },
  { title: 'times faster than wink', figures: ['fasterThanWink'] },
  { title: 'than MiniSearch', figures: ['fasterThanMinisearch'] },
  { title: 'tools/s built', figures: ['builtPerSecond'] },
]

/** The report as Markdown: a table for every size, absolute figures with ratios to the first engine in brackets. */
export function formatMarkdown(report: Report): string {
  const { machine } = report
  const sizes = [...new Set(report.rows.map(({ tools }) => tools))]
  const parts = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, Node.js ${machine.node}, ${machine.os}; ${report.date}; seed ${report.seed}`,
    `\`${report.command}\``,
  ]
  for (const size of sizes) {
    const rows = report.rows.filter(({ tools }) => tools === size)
    const paired = report.paired?.filter(({ tools }) => tools === size) ?? []
    parts.push(`## ${group(size)} tools`, formatTable(rows, COLUMNS))
    const notes = rows.filter(({ note }) => note !== '').map(({ engine, note }) => `- ${engine}: ${note}`)
    if (notes.length > 0) parts.push(notes.join('\n'))
    if (paired.length > 0) {
      parts.push(
        'The same queries by turns in one process, by processor time:',
        formatTable(paired, PAIRED_COLUMNS),
      )
    }
  }
  return `${parts.join('\n\n')}\n`
}

function formatTable<Line extends { readonly engine: string }>(
  lines: readonly Line[],
  columns: readonly Column<Line>[],
): string {
  const first = lines[0]
  const cells = lines.map((line) => [
    line.engine,
    ...columns.map((column) => formatCell(line, first, column)),
  ])
  const titles = ['engine', ...columns.map(({ title }) => title)]
  const rule = titles.map((_, i) => (i === 0 ? '---' : '--:'))
  return [titles, rule, ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function formatCell<Line>(line: Line, first: Line | undefined, { figures, hasRatio }: Column<Line>): string {
  const values = figures.map((figure) => line[figure] as number | null)
  const text = values.every((value) => value === null) ? '–' : values.map(formatFigure).join(' / ')
  const value = values[0]
  const base = first?.[figures[0] as keyof Line] as number | null | undefined
  if (hasRatio !== true || line === first || value == null || base == null || base === 0) return text
  return `${text} (${formatFigure(value / base)}x)`
}

/** Three digits that count, thousands in groups. */
function formatFigure(value: number | null): string {
  if (value === null) return '–'
  const size = Math.abs(value)
  if (size >= 100 || Number.isInteger(value)) return group(Math.round(value))
  return value.toFixed(size >= 10 ? 1 : size >= 0.1 ? 2 : 3)
}

function group(number: number): string {
  return `${number}`.replace(/\B(?=(?:\d{3})+$)/g, ',')
}
