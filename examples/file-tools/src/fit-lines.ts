import { takeCodePoints } from '@toolscout/model/internal'

/** Most lines of one answer. */
export const MAX_LINES = 500
/** Most code points of one answer; models read some 8,000 tokens of it. */
export const MAX_LENGTH = 30_000

/** As many lines as may be shown at once. */
export interface FittedLines {
  /** Each at most as long as all may be together. */
  readonly lines: readonly string[]
  /** Whether the only line that is shown was too long by itself. */
  readonly isCut: boolean
}

/** Takes lines from the front: whole ones, but for a first that is too long by itself. */
export function fitLines(all: readonly string[]): FittedLines {
  const lines: string[] = []
  let left = MAX_LENGTH
  for (const line of all.slice(0, MAX_LINES)) {
    // A line break counts as well.
    const length = countCodePoints(line) + 1
    if (length > left) break
    left -= length
    lines.push(line)
  }
  const [first] = all
  if (lines.length > 0 || first === undefined) return { lines, isCut: false }
  return { lines: [takeCodePoints(first, MAX_LENGTH - 1)], isCut: true }
}

function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
