import type { JsonValue } from '@toolscout/model'
import { canonicalJson, spellJson } from '@toolscout/model/internal'

/** A value as a rendering shows it: RFC 8785's JSON, in one line for every reader, hidden characters escaped. */
export function shownJson(value: JsonValue): string {
  return spellJson(canonicalJson(value))
}
