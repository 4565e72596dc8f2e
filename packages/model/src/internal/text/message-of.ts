import { isJsonObject } from '../json/json.ts'
import { quote } from './quote.ts'

/**
 * What something that was thrown says of itself: its `message` where that is a text, else the value itself, quoted.
 * Never throws, whatever getters and proxies do.
 */
export function messageOf(thrown: unknown): string {
  try {
    // Errors of other realms are no instances of this one's Error.
    const message: unknown = isJsonObject(thrown) ? Reflect.get(thrown, 'message') : undefined
    if (typeof message === 'string') return message
  } catch {
    // The value keeps its message to itself.
  }
  return quote(thrown)
}
