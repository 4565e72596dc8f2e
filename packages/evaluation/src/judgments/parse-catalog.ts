import type { ToolDefinition } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import type { CatalogTool } from './judgments.ts'
import { createIdReader, type JsonLine, type NamedText, parseJsonLines } from './lines.ts'

/** Members that may be absent, and the type they have otherwise. */
const TEXT_MEMBERS = ['namespace', 'version', 'title', 'description'] as const

/**
 * Reads a corpus: a tool a line, as `{ id, name, namespace, description, inputSchema, tags, … }`. Everything but
 * `id` and `name` may be absent; an absent schema takes any object, an empty namespace is none. Further members of
 * a tool definition, such as `outputSchema`, are kept.
 *
 * @throws InvalidEvaluationFileError `INVALID_EVALUATION_FILE` naming file and line.
 */
export function parseCatalog(corpus: NamedText): readonly CatalogTool[] {
  const readId = createIdReader()
  return Object.freeze(parseJsonLines(corpus).map((line) => toCatalogTool(line, readId(line))))
}

function toCatalogTool({ record, refuse }: JsonLine, id: string): CatalogTool {
  const { _id, namespace, inputSchema, ...members } = record
  if (typeof record.name !== 'string' || record.name === '') {
    throw refuse(`name is ${quote(record.name)}; a text is needed.`)
  }
  for (const member of TEXT_MEMBERS) {
    const value = record[member]
    if (value !== undefined && value !== null && typeof value !== 'string') {
      throw refuse(`${member} is ${quote(value)}; a text is needed.`)
    }
  }
  if (inputSchema !== undefined && inputSchema !== null && !isJsonObject(inputSchema)) {
    throw refuse(`inputSchema is ${quote(inputSchema)}; a JSON Schema object is needed.`)
  }
  if (record.tags !== undefined && !isTextList(record.tags)) {
    throw refuse(`tags is ${quote(record.tags)}; a list of texts is needed.`)
  }
  return Object.freeze({
    ...(withoutNulls(members) as unknown as ToolDefinition),
    id,
    inputSchema: inputSchema ?? { type: 'object' },
    ...(typeof namespace === 'string' && namespace !== '' ? { namespace } : {}),
  })
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function withoutNulls(members: { readonly [member: string]: unknown }): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}
