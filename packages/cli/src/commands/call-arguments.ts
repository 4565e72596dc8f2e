import type { JsonObject, JsonSchema, JsonValue } from '@toolscout/model'
import { isJsonObject, quote } from '@toolscout/model/internal'
import { CliUsageError } from '../errors.ts'

/** Most bytes of arguments that are read from stdin. */
export const MAX_STDIN_BYTES = 16_777_216

/** Arguments as the command line has them. */
export interface GivenArguments {
  /** JSON, or `-` for stdin. */
  readonly json?: string | undefined
  /** `key=value`; a key may go down with dots, and one that is given again makes a list. */
  readonly pairs: readonly string[]
}

/**
 * The arguments of a call. A value is read as its schema wants it: a text as it is, anything else as JSON; where the schema
 * says nothing, as JSON when it is some, else as text.
 *
 * @throws CliUsageError `CLI_USAGE`.
 */
export async function readArguments(
  { json, pairs }: GivenArguments,
  schema: JsonSchema,
  readStdin: () => Promise<string>,
): Promise<JsonObject> {
  if (json === undefined) return readPairs(pairs, schema)
  if (pairs.length > 0)
    throw new CliUsageError('Arguments come as --args or as key=value, not as both.', pairs[0])
  const text = json === '-' ? await readStdin() : json
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\s+/g, ' ') : ''
    throw new CliUsageError(`--args is no JSON: ${why}. An object such as '{"key": "value"}' is needed.`)
  }
  if (isJsonObject(value)) return value
  throw new CliUsageError(`--args is ${quote(value)}; an object such as '{"key": "value"}' is needed.`)
}

/** Reads `key=value` arguments. @throws CliUsageError `CLI_USAGE`. */
export function readPairs(pairs: readonly string[], schema: JsonSchema): JsonObject {
  const args: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>
  for (const pair of pairs) {
    const end = pair.indexOf('=')
    if (end < 1) throw new CliUsageError(`${quote(pair)} is no argument; key=value is needed.`, pair)
    put(args, { path: toPath(pair.slice(0, end), schema), schema, text: pair.slice(end + 1), pair })
  }
  return { ...args }
}

/** A key with dots goes down, unless the schema has a property of that very name. */
function toPath(key: string, schema: JsonSchema): readonly string[] {
  return propertyOf(schema, key) === undefined ? key.split('.') : [key]
}

function put(
  target: Record<string, JsonValue>,
  {
    path,
    schema,
    text,
    pair,
  }: {
    readonly path: readonly string[]
    readonly schema: unknown
    readonly text: string
    readonly pair: string
  },
): void {
  const [key = '', ...rest] = path
  const own = propertyOf(schema, key)
  const before = target[key]
  if (rest.length > 0) {
    if (before !== undefined && !isJsonObject(before))
      throw new CliUsageError(`${quote(pair)} goes below ${quote(key)}, which has a value already.`, pair)
    const inner = { ...before } as Record<string, JsonValue>
    put(inner, { path: rest, schema: own, text, pair })
    target[key] = inner
    return
  }
  const types = typesOf(own)
  const isList = types.includes('array') && !text.trimStart().startsWith('[')
  if (isList) {
    const item = readValue(text, isJsonObject(own) ? own.items : undefined)
    target[key] = [...(Array.isArray(before) ? (before as readonly JsonValue[]) : []), item]
  } else if (before === undefined) target[key] = readValue(text, own)
  else
    target[key] = [
      ...(Array.isArray(before) ? (before as readonly JsonValue[]) : [before]),
      readValue(text, own),
    ]
}

function readValue(text: string, schema: unknown): JsonValue {
  const types = typesOf(schema)
  const isText = types.includes('string') && !types.some((type) => type !== 'string' && type !== 'null')
  if (isText && !(text === 'null' && types.includes('null'))) return text
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    // The schema check reports what does not fit.
    return text
  }
}

function propertyOf(schema: unknown, key: string): unknown {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return undefined
  return Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
}

function typesOf(schema: unknown): readonly string[] {
  if (!isJsonObject(schema)) return []
  const { type } = schema
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.map(String)
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : []
  return values.length > 0 && values.every((value) => typeof value === 'string') ? ['string'] : []
}
