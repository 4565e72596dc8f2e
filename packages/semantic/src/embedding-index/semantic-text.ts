import { compareIds, type SearchDocument, takeCodePoints } from '@toolscout/model'

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
