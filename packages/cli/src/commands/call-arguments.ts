import type { JsonObject, JsonSchema, JsonValue } from '@toolscout/model'
import { isJsonObject, parseJson, quote } from '@toolscout/model/internal'
import { usageError } from '../errors.ts'

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
 * @throws CliError `CLI_USAGE`.
 */
export async function readArguments(
  { json, pairs }: GivenArguments,
  schema: JsonSchema,
  readStdin: () => Promise<string>,
): Promise<JsonObject> {
  if (json === undefined) return readPairs(pairs, schema)
  if (pairs.length > 0) throw usageError('Arguments come as --args or as key=value, not as both.')
  const text = json === '-' ? await readStdin() : json
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\s+/g, ' ') : ''
    throw usageError(`--args is not JSON: ${why}. An object such as '{"key": "value"}' is needed.`)
  }
  if (isJsonObject(value)) return value
  throw usageError(`--args is ${quote(value)}; an object such as '{"key": "value"}' is needed.`)
}

/** Reads `key=value` arguments. @throws CliError `CLI_USAGE`. */
export function readPairs(pairs: readonly string[], schema: JsonSchema): JsonObject {
  const args: Arguments = Object.create(null) as Arguments
  for (const pair of pairs) {
    const end = pair.indexOf('=')
    const how = pair.startsWith('{') ? '--args before JSON' : 'key=value'
    if (end < 1) throw usageError(`${quote(pair)} is not an argument; write ${how}.`)
    const key = pair.slice(0, end)
    // A key with dots goes down, unless the schema has a property of that very name.
    const path = propertyOf(schema, key) === undefined ? key.split('.') : [key]
    let target = args
    let parent: unknown = schema
    for (const step of path.slice(0, -1)) {
      const before = target[step]
      if (before !== undefined && !isJsonObject(before))
        throw usageError(`${quote(pair)} goes below ${quote(step)}, which has a value already.`)
      const inner: Arguments = { ...before }
      target[step] = inner
      target = inner
      parent = propertyOf(parent, step)
    }
    put(target, path.at(-1) ?? key, { text: pair.slice(end + 1), schema: parent })
  }
  return { ...args }
}

type Arguments = Record<string, JsonValue>

/** A key that is given again makes a list, and one whose schema is a list is one from the beginning. */
function put(
  target: Arguments,
  key: string,
  { text, schema }: { readonly text: string; readonly schema: unknown },
): void {
  const own = propertyOf(schema, key)
  const before = target[key]
  const isList = typesOf(own).includes('array') && !text.trimStart().startsWith('[')
  const value = readValue(text, isList && isJsonObject(own) ? own.items : own)
  const earlier: readonly JsonValue[] = Array.isArray(before) ? before : before === undefined ? [] : [before]
  target[key] = isList || before !== undefined ? [...earlier, value] : value
}

function readValue(text: string, schema: unknown): JsonValue {
  const types = typesOf(schema)
  const isText = types.includes('string') && !types.some((type) => type !== 'string' && type !== 'null')
  if (isText && !(text === 'null' && types.includes('null'))) return text
  const value = parseJson(text)
  // The schema check reports what does not fit.
  return value === undefined ? text : value
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
