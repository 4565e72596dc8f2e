import type { JsonObject, JsonValue, SearchDocument } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import type { CorpusTool } from './corpus-tool.ts'

/** The text of every search field of a tool. */
export type FieldTexts = SearchDocument['fields']

/** How deep into a schema parameters are read. */
const MAX_DEPTH = 4

/** The texts of a tool by field, as written. */
export function toFieldTexts({
  name,
  title,
  namespace,
  description,
  inputSchema,
  tags,
}: CorpusTool): FieldTexts {
  const parameters: (readonly [name: string, schema: JsonObject])[] = []
  readParameters(inputSchema, parameters, MAX_DEPTH)
  return {
    name,
    title: title ?? '',
    namespace,
    description,
    parameters: parameters.map(([parameter]) => parameter).join('\n'),
    parameterTexts: parameters.flatMap(([, { description: text }]) => text ?? []).join('\n'),
    values: parameters
      .flatMap(([, schema]) => (schema.enum as readonly JsonValue[] | undefined) ?? [])
      .join('\n'),
    output: '',
    tags: tags.join('\n'),
    notes: '',
  }
}

function readParameters(
  { properties, items }: JsonObject,
  found: (readonly [name: string, schema: JsonObject])[],
  depth: number,
): void {
  if (depth === 0) return
  for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
    const read = isJsonObject(schema) ? schema : {}
    found.push([name, read])
    readParameters(read, found, depth - 1)
  }
  if (isJsonObject(items)) readParameters(items, found, depth - 1)
}
