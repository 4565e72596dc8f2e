import type { JsonValue } from '@toolscout/model'
import { copyJson } from '@toolscout/model/internal'

/** Passes unreadable arguments on unchanged; validation of the call reports the problem. */
const MAX_UNREAD_LENGTH = 2_000

/**
 * Arguments as a provider gave them: JSON text is read, nothing at all is no arguments. What is neither stays a text, so
 * that the call is refused in words and not by an exception.
 */
export function readArguments(given: unknown): JsonValue {
  if (given === undefined || given === null) return {}
  try {
    if (typeof given !== 'string') return copyJson(given)
    return given.trim() === '' ? {} : copyJson(JSON.parse(given))
  } catch {
    return typeof given === 'string' ? given.slice(0, MAX_UNREAD_LENGTH) : 'unreadable'
  }
}
