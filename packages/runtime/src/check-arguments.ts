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
  pointerTokens,
  quote,
  raceSignal,
  toToolResult,
} from '@toolscout/model/internal'
import type { SchemaValidator } from '@toolscout/schema'
import type { Coercion, UncheckedKeyword, ValidationIssue } from '@toolscout/schema/internal'
import type { LocalCall, LocalHandler } from './local-handlers.ts'
import type { Deadline } from './resilience/run-with-retries.ts'
import type { Admission, AdmissionCall } from './tool-call.ts'
import { UNKNOWN_META_KEY, type UnknownArgument, unknownArguments, unknownNote } from './unknown-arguments.ts'

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
  return { refusal: await refuseIssues(tool, copy, result.issues) }
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

async function refuseIssues(
  tool: Tool,
  args: JsonObject,
  issues: readonly ValidationIssue[],
): Promise<ToolResult> {
  // Each message names its place.
  const problems = issues.map(({ message }) => message)
  return refuseArguments(tool, problems, schemaPart(tool.inputSchema, args, issues))
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

/** Asks whether a call may be made; gives the answer of one that may not. The deadline stands still meanwhile. */
export async function admitCall(
  admit: Admission | undefined,
  { name, tool, args }: Omit<AdmissionCall, 'signal'>,
  { pause, signal }: Deadline,
): Promise<ToolResult | undefined> {
  if (admit === undefined) return undefined
  const goOn = pause()
  try {
    return await raceSignal(admit(Object.freeze({ name, tool, args, signal })), signal)
  } finally {
    goOn()
  }
}

/**
 * Runs a handler of this process with arguments that fit the tool's schema. Rejects with what it throws; ends when
 * it does, whether or not the signal aborts meanwhile. What the result says in `_meta` under `toolscout/` is left out.
 */
export async function runHandler(
  tool: Tool,
  handler: LocalHandler,
  args: JsonObject,
  call: LocalCall,
): Promise<ToolResult> {
  const reading = await handler.read(args)
  if (!reading.ok) return refuseArguments(tool, reading.problems)
  call.signal.throwIfAborted()
  return withoutOurWords(toToolResult(await handler.run(reading.value, call)))
}

/** Members of `_meta` that only this runtime may set: neither a tool nor another gateway behind a server may. */
function withoutOurWords(result: ToolResult): ToolResult {
  const entries = Object.entries(result._meta ?? {})
  const kept = entries.filter(([member]) => !member.startsWith('toolscout/'))
  if (kept.length === entries.length) return result
  const { _meta, ...rest } = result
  return Object.freeze(kept.length === 0 ? rest : { ...rest, _meta: Object.freeze(Object.fromEntries(kept)) })
}
