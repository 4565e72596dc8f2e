import { parseJson } from '@toolscout/model/internal'

/** Brackets a text may be looked at from, times its length: what bounds the work on a hostile one. */
const MAX_SCANS = 16
/** Objects around a list. */
const MAX_DEPTH = 3
const OPENING = /[[{]/g
/** A text of JSON, and the colon that makes it the name of a member. */
const LITERAL = /("(?:[^"\\\n]|\\.)*")(\s*:)?/g

/** A list that stands in a reply, or the objects that stand in it one by one. */
export type ReplyList = readonly unknown[]

/**
 * The lists in what a model wrote, in order: between words or fences, inside objects, whole or in pieces. Objects that
 * are part of no list that can be read, such as those of a list that broke off, are a list of their own.
 */
export function listsIn(text: string): readonly ReplyList[] {
  const lists: ReplyList[] = []
  const loose: unknown[] = []
  for (const value of valuesIn(text)) {
    const own = listsOf(value, MAX_DEPTH)
    if (own.length > 0) lists.push(...own)
    else loose.push(value)
  }
  return loose.length === 0 ? lists : [...lists, loose]
}

/**
 * Reads the items of the list that has most that can be read; of two that have as many the later one, since a model
 * that thinks aloud gives its answer last. Empty when there is none.
 */
export function readLongest<Item>(
  lists: readonly ReplyList[],
  read: (value: unknown) => Item | undefined,
): readonly Item[] {
  let longest: readonly Item[] = []
  for (const list of lists) {
    const items = list.map(read).filter((item) => item !== undefined)
    if (items.length >= longest.length) longest = items
  }
  return longest
}

/** The texts behind the first bracket of a reply of which no list can be read, such as one that broke off. */
export function textsIn(text: string): readonly string[] {
  const start = text.indexOf('[')
  if (start < 0) return []
  return [...text.slice(start).matchAll(LITERAL)].flatMap(([, literal = '', colon]) => {
    const value = colon === undefined ? parseJson(literal) : undefined
    return typeof value === 'string' ? value : []
  })
}

function listsOf(value: unknown, depth: number): readonly ReplyList[] {
  if (Array.isArray(value)) return [value]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((member) => listsOf(member, depth - 1))
}

/** Objects and arrays of JSON in a text, outermost first, none inside another. */
function valuesIn(text: string): readonly unknown[] {
  const values: unknown[] = []
  let budget = MAX_SCANS * text.length
  for (let at = 0; budget > 0; ) {
    OPENING.lastIndex = at
    const start = OPENING.exec(text)?.index
    if (start === undefined) break
    const end = endOf(text, start)
    budget -= (end ?? text.length) - start
    const value = end === undefined ? undefined : parseJson(text.slice(start, end))
    if (value !== undefined) values.push(value)
    at = value === undefined ? start + 1 : (end as number)
  }
  return values
}

/** Position behind the bracket that closes the one at `start`; `undefined` when none does. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0
  let isText = false
  for (let i = start; i < text.length; i += 1) {
    const sign = text[i]
    if (isText) {
      if (sign === '\\') i += 1
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') {
      depth -= 1
      if (depth === 0) return i + 1
    }
  }
  return undefined
}

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
