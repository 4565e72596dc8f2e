import { cleanText, oneLine, truncate } from '@toolscout/model/internal'

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

/** Longest foreign text of many lines that is printed, in code points. */
const MAX_SHOWN_TEXT = 100_000

/** Foreign text for one line of a terminal: cleaned, bounded, without line breaks. */
export function shown(text: string, maxCodePoints = 200): string {
  // Cut first: cleaning reads all of a text that may be megabytes.
  return truncate(oneLine(truncate(text, maxCodePoints * 4)), maxCodePoints)
}

/** Foreign text of many lines for a terminal: without escapes and hidden characters, bounded. */
export function shownText(text: string, maxCodePoints: number = MAX_SHOWN_TEXT): string {
  return cleanText(truncate(text, maxCodePoints))
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

/** A time span for people, in its largest unit: `3 min`. */
export function formatAge(ms: number): string {
  for (const [size, unit] of UNITS) if (ms >= size) return `${Math.floor(ms / size)} ${unit}`
  return '0 s'
}

/** A number of things and what is said of them: `1 tool is`, `3 tools are`. */
export function numberOf(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}
