import { InvalidToolError } from '../errors.ts'
import { copyJson, isJsonObject, type JsonSchema } from '../internal/json/json.ts'
import { messageOf, oneLine, quote, truncate } from '../internal/text/quote.ts'

/** Dialect asked of a Standard Schema: the newest one MCP names. */
const TARGET = 'draft-2020-12'

/** Longest reason of a library that is repeated, in code points. */
const MAX_REASON_LENGTH = 200

/** Which side of a schema is meant: what goes into it, or what comes out of it. */
export type SchemaSide = 'input' | 'output'

/**
 * Turns a schema of any accepted kind into JSON Schema: a JSON Schema object is copied; a Standard Schema
 * (standardschema.dev, such as zod 4.2 or newer, ArkType, Valibot with its converter) is asked for its JSON
 * Schema in draft 2020-12; an AI SDK `jsonSchema(…)` wrapper is unwrapped.
 *
 * @throws InvalidToolError `INVALID_TOOL` when the value is none of these or gives no JSON Schema.
 * @throws InvalidJsonError `INVALID_JSON` when the JSON Schema is larger or deeper than a definition may be.
 */
export function toJsonSchema(schema: unknown, side: SchemaSide, path: string, tool: string): JsonSchema {
  const refuse = (message: string, cause?: unknown): InvalidToolError =>
    new InvalidToolError(message, { path, tool }, cause)
  // Some libraries make their schemas callable, so both kinds of value are asked for what they are.
  if (schema === null || (typeof schema !== 'object' && typeof schema !== 'function')) {
    throw refuse(`The ${path} of ${quote(tool)} is ${quote(schema)}; a JSON Schema object is needed.`)
  }
  const standard: unknown = Reflect.get(schema, '~standard')
  const source = isJsonObject(standard) ? fromStandard(standard, side, refuse) : unwrap(schema)
  const json = copyJson(source)
  if (!isJsonObject(json)) throw refuse(`The ${path} of ${quote(tool)} is no JSON Schema object.`)
  return json
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
    throw refuse(`This schema of ${vendor} has no JSON Schema form: ${reasonOf(cause)}`, cause)
  }
}

/** The AI SDK wraps JSON Schema as `{ jsonSchema, validate }`; a JSON Schema itself has no such member. */
function unwrap(schema: object): unknown {
  const wrapped: unknown = Reflect.get(schema, 'jsonSchema')
  return isJsonObject(wrapped) && typeof Reflect.get(wrapped, 'then') !== 'function' ? wrapped : schema
}

function reasonOf(cause: unknown): string {
  return truncate(oneLine(messageOf(cause)), MAX_REASON_LENGTH)
}
