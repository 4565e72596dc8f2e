import { stripVTControlCharacters } from 'node:util'
import { cleanText, countKinds, ENTRY_KINDS, oneLine, truncate } from '@toolscout/model/internal'

/** Lays rows out in columns with two spaces between; the last column is as long as it is, or as fits on a terminal. */
export function toColumns(
  rows: readonly (readonly string[])[],
  terminalWidth: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))
  }
  return rows.map((row) => {
    const before = row.slice(0, -1).map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell) + 2))
    const left = Math.max(LEAST_CUT, terminalWidth - widthOf(before.join('')))
    const last = row.at(-1) ?? ''
    return `${before.join('')}${widthOf(last) > left ? truncate(last, left) : last}`.trimEnd()
  })
}

/** A column that is cut shows this much of its text, on however narrow a terminal. */
const LEAST_CUT = 10

function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length
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

/** How many there are of each kind, such as `13 tools, 1 prompt`; tools are named where there is nothing. */
export function numberOfKinds(entries: readonly unknown[]): string {
  return textOfKinds(countKinds(entries))
}

/** The same of what was counted. */
export function textOfKinds(kinds: ReturnType<typeof countKinds>): string {
  const told = ENTRY_KINDS.filter((kind) => kinds[kind] > 0)
  return (told.length === 0 ? (['tool'] as const) : told)
    .map((kind) => numberOf(kinds[kind], kind, `${kind}s`))
    .join(', ')
}

/** Words, tools or changes that one line names. */
const MAX_NAMED = 3

/** The first of some words, and how many more there are: `a, b, c and 2 more`. */
export function listed(words: readonly string[]): string {
  const more = words.length > MAX_NAMED ? ` and ${words.length - MAX_NAMED} more` : ''
  return `${words.slice(0, MAX_NAMED).join(', ')}${more}`
}
