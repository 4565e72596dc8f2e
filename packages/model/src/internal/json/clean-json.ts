import { cleanText } from '../text/clean-text.ts'
import { isJsonObject, type JsonValue } from './json.ts'

/**
 * A frozen copy of a JSON value with every text and every member name cleaned, by default of hidden characters. Of
 * two names that become one, the later counts.
 *
 * @param value bounded already, as {@link copyJson} does it.
 */
export function cleanJson(value: JsonValue, clean: (text: string) => string = cleanText): JsonValue {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return Object.freeze(value.map((item) => cleanJson(item, clean)))
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).map(
    ([member, item]) => [clean(member), cleanJson(item, clean)] as const,
  )
  // A name that only becomes `__proto__` here is none of the names that were let in.
  return Object.freeze(Object.fromEntries(members.filter(([member]) => member !== '__proto__')))
}
