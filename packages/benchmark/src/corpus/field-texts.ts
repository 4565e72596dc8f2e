import type { JsonObject, JsonValue, SearchDocument } from '@toolscout/model'
import type { CorpusTool } from './corpus-tool.ts'

/** The text of every search field of a tool. */
export type FieldTexts = SearchDocument['fields']

/** The texts of a tool by field, as written. Reads the schemas of the corpus, which are flat; others it does not. */
export function toFieldTexts({
  name,
  title,
  namespace,
  description,
  inputSchema,
  tags,
}: CorpusTool): FieldTexts {
  const properties = Object.entries(inputSchema.properties as { readonly [name: string]: JsonObject })
  return {
    name,
    title: title ?? '',
    namespace,
    description,
    parameters: properties.map(([parameter]) => parameter).join('\n'),
    parameterTexts: properties.map(([, schema]) => schema.description as string).join('\n'),
    values: properties
      .flatMap(([, schema]) => (schema.enum as readonly JsonValue[] | undefined) ?? [])
      .join('\n'),
    output: '',
    tags: tags.join('\n'),
    notes: '',
  }
}
