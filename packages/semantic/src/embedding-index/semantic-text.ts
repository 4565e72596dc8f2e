import { compareIds, SEARCH_FIELDS, type SearchDocument } from '@toolscout/model'
import { takeCodePoints } from '@toolscout/model/internal'

/** About a thousand tokens; most models read fewer, and none that is in use reads less than the name and the start. */
export const MAX_SEMANTIC_TEXT = 4_000

/**
 * What of a document is embedded: name, title where it says something else, description, and tags in lower case and in
 * order, separated by spaces; at most {@link MAX_SEMANTIC_TEXT} code points. Parameters are left out: they say how a
 * tool is called more than what it is for.
 */
export function semanticText(fields: SearchDocument['fields']): string {
  const name = fields.name.trim()
  const title = fields.title.trim()
  const tags = fields.tags
    .split('\n')
    .map((tag) => tag.trim().toLowerCase())
    .sort(compareIds)
  const parts = [name, title === name ? '' : title, fields.description.trim(), ...tags]
  return takeCodePoints(parts.filter((part) => part !== '').join(' '), MAX_SEMANTIC_TEXT)
}

/** Sixty-four bits of all fields, by two FNV-1a that begin differently; finds out whether any has changed. */
export function hashOfFields(fields: SearchDocument['fields']): string {
  let one = 0x811c9dc5
  let other = 0x9e3779b9
  for (const field of SEARCH_FIELDS) {
    const text = fields[field]
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i)
      one = Math.imul(one ^ unit, 0x01000193)
      other = Math.imul(other ^ unit, 0x85ebca6b)
    }
    // Ends the field, with what no text holds.
    one = Math.imul(one ^ 0x10000, 0x01000193)
    other = Math.imul(other ^ 0x10000, 0x85ebca6b)
  }
  return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`
}
