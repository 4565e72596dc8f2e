import { canonicalJson, type JsonValue, spellJson } from '@toolscout/model'

/** A value as a rendering shows it: RFC 8785's JSON, in one line for every reader, hidden characters escaped. */
export function shownJson(value: JsonValue): string {
  return spellJson(canonicalJson(value))
}
