import { isJsonObject, type JsonSchema, type JsonValue } from './json.ts'
import { SCHEMA_KEYWORDS } from './schema-keywords.ts'

/**
 * Applies `clean` to every text of a schema that is written for readers (titles, descriptions, comments) and
 * leaves names, patterns and values alone, because changing those changes what the tool takes. Gives back the
 * same object when nothing changed. `path` starts with a slash and names the keywords on the way; it is made when it is
 * asked for.
 */
export function cleanSchemaTexts(
  schema: JsonSchema,
  clean: (text: string, path: () => string) => string,
): JsonSchema {
  const steps: (string | number)[] = []
  const path = (): string => steps.map((step) => `/${step}`).join('')
  return cleanSchema(schema, { steps, clean: (text) => clean(text, path) }) as JsonSchema
}

interface Cleaning {
  /** The way to where the walk is at. */
  readonly steps: (string | number)[]
  readonly clean: (text: string) => string
}

function cleanSchema(value: JsonValue, cleaning: Cleaning): JsonValue {
  const { steps, clean } = cleaning
  if (Array.isArray(value)) {
    return mapItems(value, (item, i) => {
      steps.push(i)
      const cleaned = cleanSchema(item, cleaning)
      steps.pop()
      return cleaned
    })
  }
  if (!isJsonObject(value)) return value
  return mapMembers(value, steps, (member, item) => {
    const kind = SCHEMA_KEYWORDS.get(member)
    if (kind === 'data') return item
    if (kind === 'text') return typeof item === 'string' ? clean(item) : item
    // A member that is no keyword may hold anything, texts for readers too.
    if (kind !== 'schemaMap' || !isJsonObject(item)) return cleanSchema(item, cleaning)
    return mapMembers(item, steps, (_name, named) => cleanSchema(named, cleaning))
  })
}

function mapItems(items: readonly JsonValue[], map: (item: JsonValue, i: number) => JsonValue): JsonValue {
  const mapped = items.map(map)
  return mapped.every((item, i) => item === items[i]) ? items : Object.freeze(mapped)
}

function mapMembers(
  source: { readonly [member: string]: JsonValue },
  steps: (string | number)[],
  map: (member: string, item: JsonValue) => JsonValue,
): JsonValue {
  let copy: Record<string, JsonValue> | undefined
  for (const member of Object.keys(source)) {
    const item = source[member] as JsonValue
    steps.push(member)
    const mapped = map(member, item)
    steps.pop()
    if (mapped === item) continue
    copy ??= { ...source }
    copy[member] = mapped
  }
  return copy === undefined ? source : Object.freeze(copy)
}
