import { canonicalJson, type JsonValue, spell } from '@toolscout/model'
import { oneLine } from './tool-doc-text.ts'

/** Line breaks that JSON leaves as they are. */
const JSON_LINE_BREAKS = /[\u0085\u2028\u2029]/g

/** Foreign text as a rendering shows it: in one line, hidden characters spelled. */
export function shownLine(text: string): string {
  return spell(oneLine(text))
}

/** A value as a rendering shows it: RFC 8785's JSON, in one line for every reader, hidden characters spelled. */
export function shownJson(value: JsonValue): string {
  const oneLined = canonicalJson(value).replace(
    JSON_LINE_BREAKS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return spell(oneLined)
}
