import {
  InvalidJsonError,
  type JsonObject,
  type JsonSchema,
  type Tool,
  type ToolResult,
  textResult,
} from '@toolscout/model'
import {
  copyJson,
  isJsonObject,
  messageOf,
  nearestNames,
  pointerTokens,
  quote,
  truncate,
} from '@toolscout/model/internal'
import type { SchemaValidator } from '@toolscout/schema'
import type { Coercion, UncheckedKeyword, ValidationIssue } from '@toolscout/schema/internal'

/** Where a result says which parts of the arguments no check was applied to. */
export const UNCHECKED_META_KEY = 'toolscout/unchecked'
/** Where a result says what was changed in the arguments before they fitted. */
export const COERCED_META_KEY = 'toolscout/coerced'
/** Most entries of each kind that are reported. */
const MAX_TOLD = 10

/** A copy of valid arguments, and the notes about them. */
export interface FittingArguments {
  readonly args: JsonObject
  readonly unchecked: readonly UncheckedKeyword[]
  /** What was changed so that they fit; empty when they fitted as they were. */
  readonly coercions: readonly Coercion[]
  /** What the schema neither names nor forbids. */
  readonly unknown: readonly UnknownArgument[]
}

/** Arguments that fit, or the result that says why the tool is not called. */
export type CheckedArguments = FittingArguments | { readonly refusal: ToolResult }

/**
 * Checks arguments against the tool's schema. What does not fit but surely means what does is changed, see
 * `coerceValue`. Rejects only for the schema, as the validator does.
 */
export async function checkArguments(
  tool: Tool,
  args: unknown,
  validator: SchemaValidator,
): Promise<CheckedArguments> {
  let copy: unknown
  try {
    copy = copyJson(args ?? {})
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error
    return { refusal: await refuseArguments(tool, [error.message]) }
  }
  if (!isJsonObject(copy))
    return { refusal: await refuseArguments(tool, [`They are ${quote(args)}; an object is needed.`]) }
  const result = await validator.validate(tool.inputSchema, copy)
  if (result.valid) return fitting(tool, copy, result.unchecked, [])
  // What mends arguments and shows schemas comes with the first that do not fit.
  const { coerceValue } = await import('@toolscout/schema')
  const { value, coercions } = coerceValue(tool.inputSchema, copy)
  if (coercions.length > 0 && isJsonObject(value)) {
    const coerced = await validator.validate(tool.inputSchema, value)
    if (coerced.valid) return fitting(tool, copyJson(value) as JsonObject, coerced.unchecked, coercions)
  }
  // Each message names its place.
  const problems = result.issues.map(({ message }) => message)
  return { refusal: await refuseArguments(tool, problems, schemaPart(tool.inputSchema, copy, result.issues)) }
}

async function fitting(
  tool: Tool,
  args: JsonObject,
  unchecked: readonly UncheckedKeyword[],
  coercions: readonly Coercion[],
): Promise<CheckedArguments> {
  // What was not looked at as a whole may be anything.
  const whole = unchecked.filter(({ reason }) => reason === 'work').map(({ message }) => message)
  if (whole.length > 0) return { refusal: await refuseArguments(tool, whole) }
  return { args, unchecked, coercions, unknown: unknownArguments(tool.inputSchema, args) }
}

/**
 * Says in the `_meta` of a result what was not checked of the arguments, what was changed in them, and which of them the
 * schema does not know; the last in a line of text too, because only a caller who reads it can correct the call.
 */
export function withNotes(
  result: ToolResult,
  { unchecked, coercions, unknown }: FittingArguments,
): ToolResult {
  if (unchecked.length === 0 && coercions.length === 0 && unknown.length === 0) return result
  const told = (list: readonly object[]): JsonObject[] =>
    list.slice(0, MAX_TOLD).map((entry) => ({ ...entry }) as JsonObject)
  const _meta = {
    ...result._meta,
    ...(unchecked.length === 0 ? {} : { [UNCHECKED_META_KEY]: told(unchecked) }),
    ...(coercions.length === 0 ? {} : { [COERCED_META_KEY]: told(coercions) }),
    ...(unknown.length === 0 ? {} : { [UNKNOWN_META_KEY]: told(unknown) }),
  }
  if (unknown.length === 0) return Object.freeze({ ...result, _meta })
  const note = unknownNote(unknown)
  // Another gateway on the way to the tool may have said it.
  const isSaid = result.content.some((block) => block.type === 'text' && block.text === note)
  const content = isSaid ? result.content : Object.freeze([...result.content, ...textResult(note).content])
  return Object.freeze({ ...result, content, _meta })
}

/**
 * Says what does not fit and how the tool is called, so that the caller can correct the call; with the part of the
 * schema that matters, where it is known which that is.
 */
export async function refuseArguments(
  tool: Tool,
  problems: readonly string[],
  schema?: JsonObject | undefined,
): Promise<ToolResult> {
  const { formatSignature } = await import('@toolscout/schema')
  const lines = [
    `The arguments of ${quote(tool.id)} do not fit, so it was not called.`,
    ...problems.map((problem) => `- ${problem}`),
    // Under its id, which can be called wherever this is read; as a name it would stand in quotes.
    `It is called as: ${tool.id}${formatSignature({ ...tool, name: 'f' }).slice(1)}`,
    ...(schema === undefined ? [] : [`Of its schema: ${JSON.stringify(schema)}`]),
  ]
  return {
    ...textResult(lines.join('\n')),
    isError: true,
    structuredContent: {
      error: 'INVALID_ARGUMENTS',
      tool: tool.id,
      outcome: 'notRun',
      problems: [...problems],
      ...(schema === undefined ? {} : { schema }),
    },
  }
}

/** Arguments as they were meant, or why they cannot be read. */
export type ReadArguments = { readonly args: unknown } | { readonly problem: string }

/** Reads arguments that come as a value or, as models write them, as JSON text. Empty text is an empty object. */
export function readArguments(given: unknown): ReadArguments {
  if (typeof given !== 'string') return { args: given ?? {} }
  if (given.trim() === '') return { args: {} }
  try {
    return { args: JSON.parse(given) }
  } catch (error) {
    return { problem: `Their text is no JSON: ${messageOf(error)}` }
  }
}

/** Longest part of a schema that is shown, in UTF-16 code units of JSON: a model needs the place, not the book. */
const MAX_PART_LENGTH = 2_000

/**
 * The members of an object schema that issues speak of, and those that are required and missing; without what is too
 * long to be read. `undefined` when nothing is left.
 */
function schemaPart(
  schema: JsonSchema,
  args: JsonObject,
  issues: readonly ValidationIssue[],
): JsonObject | undefined {
  const { properties, required } = schema
  if (!isJsonObject(properties)) return undefined
  const needed = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  const missing = needed.filter((name) => !Object.hasOwn(args, name))
  const spokenOf = issues.map(({ path }) => pointerTokens(path)[0] ?? '')
  const names = [...new Set([...spokenOf, ...missing])].filter((name) => Object.hasOwn(properties, name))
  const part: Record<string, unknown> = {}
  let length = 0
  for (const name of names) {
    const member = JSON.stringify(properties[name])
    length += name.length + member.length
    if (length > MAX_PART_LENGTH) break
    // A copy, because what is handed out may be kept.
    part[name] = JSON.parse(member)
  }
  const shown = Object.keys(part)
  if (shown.length === 0) return undefined
  const requiredHere = needed.filter((name) => shown.includes(name))
  return {
    properties: part as JsonObject,
    ...(requiredHere.length === 0 ? {} : { required: requiredHere }),
  }
}

/** Where a result says which arguments the schema of its tool does not know. */
export const UNKNOWN_META_KEY = 'toolscout/unknownArguments'

/** An argument that a schema neither names nor forbids. */
interface UnknownArgument {
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
function unknownArguments(schema: JsonSchema, args: JsonObject): readonly UnknownArgument[] {
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
function unknownNote(unknown: readonly UnknownArgument[]): string {
  const names = unknown.map(({ name, nearest }) => {
    const meant =
      nearest === undefined ? '' : ` (perhaps ${quote(truncate(nearest, MAX_NAME_LENGTH))} is meant)`
    return `${quote(name)}${meant}`
  })
  return `Note: the tool names no argument ${names.join(' or ')}. It may have been ignored.`
}
