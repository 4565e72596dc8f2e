import { isJsonObject, type JsonSchema, type JsonValue } from './json.ts'
import { SCHEMA_KEYWORDS } from './schema-keywords.ts'

/**
 * Applies `clean` to every text of a schema that is written for readers (titles, descriptions, comments) and
 * leaves names, patterns and values alone, because changing those changes what the tool takes. Gives back the
 * same object when nothing changed. `path` starts with a slash and names the keywords on the way.
 */
export function cleanSchemaTexts(
  schema: JsonSchema,
  clean: (text: string, path: string) => string,
): JsonSchema {
  return cleanSchema(schema, '', clean) as JsonSchema
}

function cleanSchema(
  value: JsonValue,
  path: string,
  clean: (text: string, path: string) => string,
): JsonValue {
  if (Array.isArray(value)) return mapItems(value, (item, i) => cleanSchema(item, `${path}/${i}`, clean))
  if (!isJsonObject(value)) return value
  return mapMembers(value, (member, item) => {
    const at = `${path}/${member}`
    const kind = SCHEMA_KEYWORDS.get(member)
    if (kind === 'data') return item
    if (kind === 'text') return typeof item === 'string' ? clean(item, at) : item
    // A member that is no keyword may hold anything, texts for readers too.
    if (kind !== 'schemaMap' || !isJsonObject(item)) return cleanSchema(item, at, clean)
    return mapMembers(item, (name, named) => cleanSchema(named, `${at}/${name}`, clean))
  })
}

function mapItems(items: readonly JsonValue[], map: (item: JsonValue, i: number) => JsonValue): JsonValue {
  const mapped = items.map(map)
  return mapped.every((item, i) => item === items[i]) ? items : Object.freeze(mapped)
}

function mapMembers(
  source: { readonly [member: string]: JsonValue },
  map: (member: string, item: JsonValue) => JsonValue,
): JsonValue {
  let copy: Record<string, JsonValue> | undefined
  for (const [member, item] of Object.entries(source)) {
    const mapped = map(member, item)
    if (mapped === item) continue
    copy ??= { ...source }
    copy[member] = mapped
  }
  return copy === undefined ? source : Object.freeze(copy)
}
