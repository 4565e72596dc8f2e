import { compareIds, SEARCH_FIELDS, type SearchDocument, type ToolSummary } from '@toolscout/model'
import { type SearchField, truncate } from '@toolscout/model/internal'

/** What a strategy knows of one tool. */
export interface SemanticDocument {
  readonly id: string
  readonly name: string
  readonly namespace?: string | undefined
  readonly description: string
  readonly tags: readonly string[]
  readonly category?: string | undefined
  /** What is scored. Default: {@link documentText}. */
  readonly text?: string | undefined
}

/** Longest summary of a document that is made back into a search document, in code points. */
const MAX_SUMMARY = 120

/** Name, description and tags, which are trimmed, in lower case and in ascending order, with spaces between. */
export function documentText({ name, description, tags }: Omit<SemanticDocument, 'text'>): string {
  const words = tags.map((tag) => tag.trim().toLowerCase()).sort(compareIds)
  return [name.trim(), description.trim(), ...words].filter((part) => part !== '').join(' ')
}

/** What is scored of a document: its own text, unless that is empty. */
export function scoredText(document: SemanticDocument): string {
  return document.text === undefined || document.text === '' ? documentText(document) : document.text
}

/** A search document as strategies see it; its text is everything that is searched, field by field. */
export function toSemanticDocument({ id, fields, summary }: SearchDocument): SemanticDocument {
  const { namespace, category, tags } = summary
  return Object.freeze({
    id,
    name: fields.name,
    ...(namespace === undefined ? {} : { namespace }),
    description: fields.description,
    tags: Object.freeze([...tags]),
    ...(category === undefined ? {} : { category }),
    text: SEARCH_FIELDS.map((field) => fields[field])
      .filter((text) => text !== '')
      .join('\n'),
  })
}

/**
 * A document as searchers take it. What a semantic document does not have is empty. Of its text the notes have what no
 * other field says, so that nothing is found twice, however often a document is converted there and back.
 */
export function toSearchDocument(document: SemanticDocument): SearchDocument {
  const { id, name, namespace, description, category } = document
  const tags = Object.freeze([...document.tags])
  const texts: { [field in SearchField]?: string } = {
    name,
    namespace: namespace ?? '',
    description,
    tags: tags.join('\n'),
    notes: '',
  }
  texts.notes = restOf(document, texts)
  const fields = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, texts[field] ?? '']))
  const summary: ToolSummary = Object.freeze({
    id,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    summary: truncate(description, MAX_SUMMARY),
    tags,
    ...(category === undefined ? {} : { category }),
    backends: Object.freeze([]),
  })
  return { id, fields: fields as SearchDocument['fields'], summary }
}

/** The text of a document without the lines that are fields of their own. */
function restOf(document: SemanticDocument, fields: { readonly [field in SearchField]?: string }): string {
  const { text = '' } = document
  if (text === documentText(document)) return ''
  // A line end on both sides of each line, and one between two.
  let rest = `\n${text}\n`
  for (const field of SEARCH_FIELDS) {
    const said = fields[field] ?? ''
    if (said !== '') rest = rest.replace(`\n${said}\n`, () => '\n')
  }
  return rest.slice(1, -1)
}
