/** A table: titles, and as many cells in each row. */
export interface Table {
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** How a table is written: columns parted by spaces, or Markdown. */
export type TableFormat = 'text' | 'markdown'
/** All of them. */
export const TABLE_FORMATS: readonly TableFormat[] = Object.freeze(['text', 'markdown'])

const NUMBER = /^[-+]?[\d.,]+$|^–$/

/** Writes a table with columns of even width; columns of numbers are aligned to the right. Ends with a newline. */
export function formatTable({ titles, rows }: Table, format: TableFormat): string {
  const lines = [titles, ...rows].map((row) =>
    row.map((cell) => (format === 'markdown' ? escapeCell(cell) : cell)),
  )
  const columns = titles.map((_, i) => ({
    width: Math.max(3, ...lines.map((row) => [...(row[i] ?? '')].length)),
    isNumeric: rows.length > 0 && rows.every((row) => NUMBER.test(row[i] ?? '')),
  }))
  const written = lines.map((row) =>
    columns.map(({ width, isNumeric }, i) => {
      const cell = row[i] ?? ''
      const space = ' '.repeat(width - [...cell].length)
      return isNumeric ? `${space}${cell}` : `${cell}${space}`
    }),
  )
  if (format === 'text') return `${written.map((cells) => cells.join('  ').trimEnd()).join('\n')}\n`
  const rule = columns.map(({ width, isNumeric }) =>
    isNumeric ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  const [head = [], ...body] = written
  return `${[head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

function escapeCell(cell: string): string {
  return cell.replace(/[\\|]/g, '\\$&').replace(/\s+/g, ' ')
}

/** A number with three digits behind the point, a dash for what was not measured. */
export function formatNumber(value: number | undefined, digits = 3): string {
  return value === undefined ? '–' : value.toFixed(digits)
}
