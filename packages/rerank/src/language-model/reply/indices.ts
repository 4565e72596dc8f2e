import { listsIn, readLongest } from './json-values.ts'

const THOUGHTS = /<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi
const NONE = /^\W*(?:none|no tool)\W*$/i
/** Whole numbers with nothing but commas, arrows, an "and" or space of one line between them. */
const RUN = /(?<![\w.-])\d{1,3}(?:(?:[ \t]*(?:,|;|>|→|\band\b)[ \t]*|[ \t]+)\d{1,3})*(?![\w-]|\.\d)/g
/** A line that begins with a number, such as one of a list; what follows says why. */
const NUMBERED_LINE = /^[ \t]*[-*]?[ \t]*(\d{1,3})\b/gm

/**
 * Reads the numbers that a model chose, in its order, each once, of those from 1 to `count`: a list of JSON, of numbers
 * or of objects with an `index`; else the longest run of bare numbers, of equal ones the last, since a model that
 * thinks aloud answers at the end; else the numbers its lines begin with. `[]` and 0 are a choice of none;
 * `undefined` is no answer at all.
 */
export function readIndices(reply: string, count: number): readonly number[] | undefined {
  const text = reply.replace(THOUGHTS, '')
  if (NONE.test(text)) return []
  const lists = listsIn(text)
  const listed = readLongest(lists, toIndex)
  const given = listed.length > 0 ? listed : readBare(text)
  const chosen = [...new Set(given)].filter((index) => index >= 1 && index <= count)
  if (chosen.length > 0) return chosen
  const isNone = given.every((index) => index === 0)
  return isNone && (given.length > 0 || lists.some((list) => list.length === 0)) ? [] : undefined
}

function toIndex(value: unknown): number | undefined {
  const given: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'index') : value
  const index = typeof given === 'string' && /^\s*\d{1,3}\s*$/.test(given) ? Number(given) : given
  return Number.isInteger(index) ? (index as number) : undefined
}

function readBare(text: string): readonly number[] {
  const runs = [...text.matchAll(RUN)].map(([run]) => (run.match(/\d+/g) ?? []).map(Number))
  const longest = runs.reduce((best, run) => (run.length >= best.length ? run : best), [])
  if (longest.length > 1) return longest
  const lines = [...text.matchAll(NUMBERED_LINE)].map(([, number]) => Number(number))
  return lines.length > 1 ? lines : longest
}
