import { replaceHidden } from './clean-text.ts'
import { truncate } from './code-points.ts'

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
