import { isJsonObject } from '../internal/json/json.ts'
import { quote } from '../internal/text/quote.ts'
import type { SearchChanges } from './searcher.ts'
import { SEARCH_FIELDS } from './searcher.ts'

/**
 * Checks changes before any of them is applied, so that an `apply` that throws has changed nothing.
 *
 * @throws TypeError for what is not a search document.
 */
export function checkChanges({ upserts }: SearchChanges): void {
  for (const document of upserts) {
    const { id, fields } = document
    const isWhole =
      typeof id === 'string' &&
      isJsonObject(fields) &&
      SEARCH_FIELDS.every((field) => typeof fields[field] === 'string')
    if (!isWhole) throw new TypeError(`The search document ${quote(id)} lacks a field; each is a text.`)
  }
}
