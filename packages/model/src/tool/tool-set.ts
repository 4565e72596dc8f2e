import { InvalidToolError } from '../errors.ts'
import { copyPlainJson, isJsonObject, type JsonObject, type JsonSchema } from '../internal/json/json.ts'
import { messageOf, oneLine, quote, truncate } from '../internal/text/foreign-text.ts'
import {
  type AnyToolHandler,
  MAX_DESCRIPTION_LENGTH,
  type SchemaInput,
  type ToolDefinition,
  type ToolHandler,
} from './tool.ts'

/** A tool in a record: its name is the key. */
export interface NamedTool extends Omit<ToolDefinition, 'name' | 'description' | 'inputSchema'> {
  readonly name?: string | undefined
  /** A text. The types of the AI SDK 7 allow a function as well; a tool that has one is refused. */
  readonly description?: string | ((...given: never[]) => string) | undefined
  readonly inputSchema?: SchemaInput | undefined
  /** Taken for `inputSchema`, as OpenAI and older AI SDKs name it. */
  readonly parameters?: SchemaInput | undefined
  /** Taken for `inputSchema`, as Anthropic names it. */
  readonly input_schema?: SchemaInput | undefined
  /** Runs the tool. Without it the tool can be found and described, but not called. */
  readonly execute?: AnyToolHandler | undefined
}

/** A definition with the function that runs it. */
export interface LocalTool extends NamedTool {
  readonly name: string
}

/** A tool as OpenAI's chat completions have it. */
export interface FunctionTool {
  readonly type: 'function'
  readonly function: NamedTool
  readonly execute?: AnyToolHandler | undefined
}

/** Tools as people have them: a list, or a record from name to tool as the AI SDK uses it. */
export type ToolSet =
  | readonly (LocalTool | FunctionTool)[]
  | { readonly [name: string]: NamedTool | FunctionTool }

/** A definition still unread, and its handler when it has one. */
export interface ToolSetEntry {
  readonly definition: unknown
  readonly handler?: AnyToolHandler
}

/**
 * Brings lists and records of tools into one shape, in their order. Definitions are not read yet; a member
 * `execute` becomes the handler.
 *
 * @throws InvalidToolError `INVALID_TOOL` when the value is neither a list nor a record of objects, or an `execute`
 * is no function.
 */
export function listToolSet(tools: ToolSet): readonly ToolSetEntry[] {
  return [...eachTool(tools)]
}

/** As {@link listToolSet}, one by one. */
export function* eachTool(tools: ToolSet): Iterable<ToolSetEntry> {
  if (Array.isArray(tools)) {
    for (const tool of tools as readonly unknown[]) yield toEntry(tool)
    return
  }
  if (typeof tools !== 'object' || tools === null || Symbol.iterator in tools) {
    throw new InvalidToolError(`Tools come as a list or a record, not as ${quote(tools)}.`, {
      path: '',
      tool: '',
    })
  }
  refuseSingleTool(tools)
  for (const [name, tool] of Object.entries(tools as { readonly [name: string]: unknown })) {
    yield toEntry(tool, name)
  }
}

/** In a record every member is a tool, so one that is a text gives a single tool away. */
function refuseSingleTool(tools: object): void {
  const name: unknown = Reflect.get(tools, 'name')
  if (typeof name !== 'string' && typeof Reflect.get(tools, 'type') !== 'string') return
  const shown = typeof name === 'string' ? ` called ${quote(name)}` : ''
  throw new InvalidToolError(
    `This is one tool${shown}; tools come as a list, so write [tool], or as a record from name to tool.`,
    { path: '', tool: typeof name === 'string' ? name : '' },
  )
}

function toEntry(tool: unknown, name?: string): ToolSetEntry {
  const shaped = toMcpShape(tool)
  if (typeof shaped !== 'object' || shaped === null || Array.isArray(shaped)) {
    if (name === undefined) return { definition: shaped }
    const message = `The tool ${quote(name)} is ${quote(shaped)}; an object with inputSchema is needed.`
    throw new InvalidToolError(message, { path: '', tool: name })
  }
  const given = shaped as { readonly [member: string]: unknown }
  // Most lists hold definitions as they are read, of which nothing has to be copied.
  if (name === undefined && !('execute' in given)) return { definition: given }
  const { execute, ...members } = given
  const definition = name === undefined ? members : { name, ...members }
  if (execute === undefined) return { definition }
  if (typeof execute !== 'function') {
    const called = String(Reflect.get(definition, 'name'))
    const message = `The execute of ${quote(called)} is ${quote(execute)}; a function is needed, or nothing.`
    throw new InvalidToolError(message, { path: 'execute', tool: called })
  }
  return { definition, handler: execute as AnyToolHandler }
}

/**
 * What a handler gets for a schema: the output of a Standard Schema (standardschema.dev, such as zod), else any JSON
 * object, because the types of a JSON Schema are not known before it is read.
 */
export type ToolArguments<Schema> = Schema extends {
  readonly '~standard': { readonly types?: infer Types }
}
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : JsonObject
  : JsonObject

/** A tool whose handler takes what its schema gives. */
export interface TypedTool<Schema extends object> extends Omit<ToolDefinition, 'name' | 'inputSchema'> {
  readonly name?: string | undefined
  readonly inputSchema: Schema
  readonly execute: ToolHandler<ToolArguments<Schema>>
}

/**
 * Gives a tool back as it is and has the compiler infer what `execute` takes from `inputSchema`. In a record of
 * tools the name may be left out, because the key is the name.
 */
export function defineTool<Schema extends object>(
  tool: TypedTool<Schema> & { readonly name: string },
): TypedTool<Schema> & { readonly name: string }
export function defineTool<Schema extends object>(tool: TypedTool<Schema>): TypedTool<Schema>
export function defineTool<Schema extends object>(tool: TypedTool<Schema>): TypedTool<Schema> {
  return tool
}

/** Where other programs keep what MCP calls `inputSchema`: Anthropic, and OpenAI with older AI SDKs. */
const SCHEMA_ALIASES = ['input_schema', 'parameters'] as const

/**
 * Brings a definition into MCP's shape where another one is plain to see: `input_schema` or `parameters` in place of
 * `inputSchema`, and OpenAI's `{ type: 'function', function: { … } }`. Anything else is given back as it is, to be
 * validated by the reader.
 */
export function toMcpShape(definition: unknown): unknown {
  if (!isJsonObject(definition)) return definition
  if (Reflect.get(definition, 'type') === 'function') {
    const { type, function: wrapped, ...members } = definition as { readonly [member: string]: unknown }
    return toMcpShape(isJsonObject(wrapped) ? { ...members, ...wrapped } : members)
  }
  if (Reflect.get(definition, 'inputSchema') != null) return definition
  const alias = SCHEMA_ALIASES.find((member) => isSchema(Reflect.get(definition, member)))
  if (alias === undefined) return definition
  const { [alias]: inputSchema, ...members } = definition as { readonly [member: string]: unknown }
  return { ...members, inputSchema }
}

/** Some libraries make their schemas callable. */
function isSchema(value: unknown): boolean {
  return isJsonObject(value) || typeof value === 'function'
}

/** Dialect asked of a Standard Schema: the newest one MCP names. */
const TARGET = 'draft-2020-12'

/** Longest reason of a library that is repeated, in code points. */
const MAX_REASON_LENGTH = 200

/** Which side of a schema is meant: what goes into it, or what comes out of it. */
export type SchemaSide = 'input' | 'output'

/**
 * Turns a schema of any accepted kind into JSON Schema: a JSON Schema object is copied; a Standard Schema
 * (standardschema.dev, such as zod 4.2 or newer, ArkType, Valibot with its converter) is asked for its JSON
 * Schema in draft 2020-12; an AI SDK `jsonSchema(…)` wrapper is unwrapped. Says as well whether all of its texts are plain,
 * so that none has to be cleaned or cut.
 *
 * @throws InvalidToolError `INVALID_TOOL` when the value is none of these or gives no JSON Schema.
 * @throws InvalidJsonError `INVALID_JSON` when the JSON Schema is larger or deeper than a definition may be.
 */
export function toJsonSchema(
  schema: unknown,
  side: SchemaSide,
  tool: string,
): readonly [JsonSchema, isPlain: boolean] {
  const path = `${side}Schema`
  const refuse = (message: string, cause?: unknown): InvalidToolError =>
    new InvalidToolError(message, { path, tool }, cause)
  // Some libraries make their schemas callable, so both kinds of value are asked for what they are.
  if (schema === null || (typeof schema !== 'object' && typeof schema !== 'function')) {
    throw refuse(`The ${path} of ${quote(tool)} is ${quote(schema)}; a JSON Schema object is needed.`)
  }
  const standard: unknown = Reflect.get(schema, '~standard')
  const source = isJsonObject(standard) ? fromStandard(standard, side, refuse) : unwrap(schema)
  const [json, isPlain] = copyPlainJson(source, MAX_DESCRIPTION_LENGTH)
  if (!isJsonObject(json)) throw refuse(`The ${path} of ${quote(tool)} is no JSON Schema object.`)
  return [json, isPlain]
}

function fromStandard(
  standard: object,
  side: SchemaSide,
  refuse: (message: string, cause?: unknown) => InvalidToolError,
): unknown {
  const vendor = quote(Reflect.get(standard, 'vendor'))
  const converter: unknown = Reflect.get(standard, 'jsonSchema')
  const convert: unknown = isJsonObject(converter) ? Reflect.get(converter, side) : undefined
  if (typeof convert !== 'function') {
    throw refuse(
      `This schema of ${vendor} gives no JSON Schema; update the library (zod 4.2 or newer) or pass JSON Schema.`,
    )
  }
  try {
    return Reflect.apply(convert, converter, [{ target: TARGET }])
  } catch (cause) {
    const reason = truncate(oneLine(messageOf(cause)), MAX_REASON_LENGTH)
    throw refuse(`This schema of ${vendor} has no JSON Schema form: ${reason}`, cause)
  }
}

/** The AI SDK wraps JSON Schema as `{ jsonSchema, validate }`; a JSON Schema itself has no such member. */
function unwrap(schema: object): unknown {
  const wrapped: unknown = Reflect.get(schema, 'jsonSchema')
  return isJsonObject(wrapped) && typeof Reflect.get(wrapped, 'then') !== 'function' ? wrapped : schema
}
