import { cleanText, replaceHidden } from './clean-text.ts'
import { nearestNames } from './nearest-names.ts'

/** How many code points of an offending value a message shows. */
const QUOTE_CODE_POINTS = 80
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Shows a foreign value inside a message: shortened to 80 code points, in double quotes, hidden characters
 * spelled as `\u{…}` and line breaks as `\n`. Values that are no text are shown in their JSON form, or by their type
 * when they have none.
 */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : describe(value)
  const shown = spell(
    truncate(text, QUOTE_CODE_POINTS).replace(/[\n\r\t]/g, (found) => ESCAPES[found] as string),
  )
  return typeof value === 'string' ? `"${shown}"` : shown
}

/** Replaces every hidden character by its escape, so that a reader sees that it is there. */
export function spell(text: string): string {
  return replaceHidden(text, (hidden) =>
    [...hidden].map((character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`).join(''),
  )
}

/**
 * As {@link spell}, for JSON text: every hidden character becomes its `\uXXXX` escape, so that the text stays JSON,
 * parses to the same value and is one line for every reader.
 */
export function spellJson(json: string): string {
  return replaceHidden(json, (hidden) => {
    let escaped = ''
    for (let i = 0; i < hidden.length; i += 1) {
      escaped += `\\u${hidden.charCodeAt(i).toString(16).padStart(4, '0')}`
    }
    return escaped
  })
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'function') return 'a function'
  // JSON writes NaN and infinity as null.
  if (['bigint', 'symbol', 'number'].includes(typeof value)) return String(value)
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return isArray(value) ? 'an array' : 'an object'
  }
}

/** A proxy that was revoked does not even say that. */
function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

/** The first `count` code points of a text; the text itself when it has no more. Never cuts a surrogate pair. */
export function takeCodePoints(text: string, count: number): string {
  if (text.length <= count) return text
  let end = 0
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1
  }
  return text.slice(0, end)
}

/** Cuts a text to at most `maxCodePoints` code points, the last one `…` when something was cut. */
export function truncate(text: string, maxCodePoints: number): string {
  if (takeCodePoints(text, maxCodePoints).length === text.length) return text
  return maxCodePoints < 1 ? '' : `${takeCodePoints(text, maxCodePoints - 1)}…`
}

/** Visible ASCII in one line, each two words one space apart, as most texts are. */
const PLAIN_LINE = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/

/** Foreign text in one line: every run of white space is one space, none at the ends, hidden characters spelled. */
export function oneLine(text: string): string {
  if (PLAIN_LINE.test(text)) return text
  return spell(text.replace(/[\s\u0085]+/gu, ' ').trim())
}

/**
 * A foreign name as it is shown, searched and put into ids: without hidden characters and in one line. A name that
 * has neither stays as it is; what is left of any other has no white space at its ends and may be empty. Idempotent.
 */
export function visibleName(name: string): string {
  const visible = cleanText(name).replace(/[\t\n]+/g, ' ')
  return visible === name ? name : visible.trim()
}

/**
 * What something that was thrown says of itself: its `message` where that is a text, else the value itself, quoted.
 * Never throws, whatever getters and proxies do.
 */
export function messageOf(thrown: unknown): string {
  try {
    // Errors of other realms are no instances of this one's Error.
    const message: unknown =
      typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'message') : undefined
    if (typeof message === 'string') return message
  } catch {
    // The value keeps its message to itself.
  }
  return quote(thrown)
}

/**
 * Rejects a value that is not an object, and unknown members: a misspelt option has no effect, which is the one thing
 * its author does not expect. `what` names the object in
 * messages, such as `the options of a call`.
 *
 * @throws TypeError naming the member and the nearest known one, else all of them.
 */
export function requireKnownMembers(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`An object is needed for ${what}, not ${quote(given)}.`)
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const [nearest] = nearestNames(name, known)
    const hint = nearest === undefined ? `it may have ${known.join(', ')}.` : `did you mean ${nearest}?`
    throw new TypeError(`${quote(name)} is no member of ${what}; ${hint}`)
  }
}

/** Gives an option back when it is a whole number within its range. @throws RangeError otherwise. */
export function checkWhole(
  name: string,
  value: unknown,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value)
  if (isWhole && value >= least && value <= most) return value
  const range = most === Number.MAX_SAFE_INTEGER ? `${least}` : `${least} to ${most}`
  throw new RangeError(`${name} is ${quote(value)}; a whole number from ${range} is needed.`)
}
