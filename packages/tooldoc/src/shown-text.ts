import { canonicalJson, type JsonValue, spell, spellJson } from '@toolscout/model'
import { oneLine } from './tool-doc-text.ts'

/** Foreign text as a rendering shows it: in one line, hidden characters spelled. */
export function shownLine(text: string): string {
  return spell(oneLine(text))
}

/** A value as a rendering shows it: RFC 8785's JSON, in one line for every reader, hidden characters escaped. */
export function shownJson(value: JsonValue): string {
  return spellJson(canonicalJson(value))
}
