import type { JsonObject, JsonSchema } from '@toolscout/model'
import { isJsonObject, nearestNames, quote, truncate } from '@toolscout/model/internal'

/** Where a result says which arguments the schema of its tool does not know. */
export const UNKNOWN_META_KEY = 'toolscout/unknownArguments'

/** An argument that a schema neither names nor forbids. */
export interface UnknownArgument {
  /** At most 40 code points of it. */
  readonly name: string
  /** The name it probably stands for, where one that is not given is near. */
  readonly nearest?: string
}

/** Most that are reported; a model that made more of them has to read the schema again anyway. */
const MAX_REPORTED = 3
const MAX_NAME_LENGTH = 40
/** Keywords that say more of members than `properties` does, so that one it does not name may still be known. */
const MORE_MEMBERS: readonly string[] = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependencies',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
]

/**
 * The first three arguments that a tool's schema does not know, in the order in which they are given. None where the schema
 * is open on purpose: it names no member at all, or says of others what they are.
 */
export function unknownArguments(schema: JsonSchema, args: JsonObject): readonly UnknownArgument[] {
  const { properties } = schema
  if (!isJsonObject(properties) || MORE_MEMBERS.some((keyword) => Object.hasOwn(schema, keyword))) return []
  const known = Object.keys(properties)
  if (known.length === 0) return []
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name))
  const free = known.filter((name) => !Object.hasOwn(args, name))
  return unknown.slice(0, MAX_REPORTED).map((name) => {
    const [nearest] = nearestNames(name, free)
    return { name: truncate(name, MAX_NAME_LENGTH), ...(nearest === undefined ? {} : { nearest }) }
  })
}

/** Says in a line that a tool got arguments it may not know. */
export function unknownNote(unknown: readonly UnknownArgument[]): string {
  const names = unknown.map(({ name, nearest }) => {
    const meant =
      nearest === undefined ? '' : ` (perhaps ${quote(truncate(nearest, MAX_NAME_LENGTH))} is meant)`
    return `${quote(name)}${meant}`
  })
  return `Note: the tool names no argument ${names.join(' or ')}. It may have been ignored.`
}
