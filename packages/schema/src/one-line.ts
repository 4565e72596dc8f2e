import { spell } from '@toolscout/model'

/** Line breaks that JSON leaves as they are. */
const JSON_LINE_BREAKS = /[\u0085\u2028\u2029]/g

/** Foreign text in one line: every run of white space and line breaks is a space, hidden characters are spelled. */
export function oneLine(text: string): string {
  return spell(text.replace(/[\s\u0085]+/gu, ' '))
}

/** A JSON text that is one line for every reader, hidden characters spelled. */
export function oneLineJson(json: string): string {
  return spell(
    json.replace(
      JSON_LINE_BREAKS,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )
}
