/** Lays rows out in columns with two spaces between; the last column is as long as it is. */
export function toColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))
  }
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd(),
  )
}

/** Cuts each line to the width of a terminal; colours take none of it. */
export function fitLine(line: string, columns: number | undefined): string {
  if (columns === undefined || widthOf(line) <= columns) return line
  let shown = ''
  let width = 0
  for (const part of line.matchAll(PARTS)) {
    const [text] = part
    if (text.startsWith('\u001b')) shown += text
    else if (width < columns - 1) {
      shown += text
      width += 1
    } else if (width === columns - 1) {
      shown += '…'
      width += 1
    }
  }
  return shown
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours are what is looked for
const PARTS = /\u001b\[\d+m|./gsu
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours are what is left out
const COLOURS = /\u001b\[\d+m/g

function widthOf(text: string): number {
  return [...text.replace(COLOURS, '')].length
}
