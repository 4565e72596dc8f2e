import { type JsonObject, type JsonValue, type Tool, toExportName } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { ConversionError } from '../errors.ts'
import { createLegalNames, GEMINI_NAMES } from '../legal-names.ts'
import { fitSchema } from '../schema/fit-schema.ts'
import { mapSubschemas } from '../schema/map-subschemas.ts'
import { GEMINI_SCHEMA } from '../schema/schema-subset.ts'
import { descriptionOf, lostMembers, readObject, readTool, splitExportName } from './format-parts.ts'
import type { ToolFormat } from './tool-format.ts'

const NAME = 'gemini'

/**
 * Gemini's function declaration, alone or as the only one of a wrapper; written in a wrapper. The schema is read from
 * `parametersJsonSchema` or from `parameters`, whose types are in capitals.
 */
export const geminiFormat: ToolFormat = Object.freeze({
  name: NAME,
  subset: GEMINI_SCHEMA,
  parse: (value: unknown) =>
    readTool(NAME, () => {
      const { name, description, parameters, parametersJsonSchema, response, responseJsonSchema } =
        declarationOf(readObject(NAME, value))
      const output = responseJsonSchema ?? plainTypes(response)
      return {
        ...splitExportName(name),
        ...(description === undefined ? {} : { description }),
        inputSchema: parametersJsonSchema ?? plainTypes(parameters) ?? { type: 'object' },
        ...(output === undefined ? {} : { outputSchema: output }),
      }
    }),
  write: (tool: Tool) => {
    const input = fitSchema(tool.inputSchema, GEMINI_SCHEMA, tool.id)
    const output =
      tool.outputSchema === undefined
        ? undefined
        : fitSchema(tool.outputSchema, GEMINI_SCHEMA, tool.id, '/outputSchema')
    const name = toExportName(tool.id)
    const declaration = {
      name: createLegalNames([name], GEMINI_NAMES).legalOf(name),
      description: descriptionOf(tool),
      parametersJsonSchema: input.schema,
      ...(output === undefined ? {} : { responseJsonSchema: output.schema }),
    }
    return {
      value: { functionDeclarations: [declaration] },
      losses: Object.freeze([
        ...input.losses,
        ...(output?.losses ?? []),
        ...lostMembers(tool, ['outputSchema']),
      ]),
    }
  },
})

function declarationOf(given: JsonObject): JsonObject {
  const { functionDeclarations: list } = given
  if (list === undefined) return given
  const [only, ...others] = Array.isArray(list) ? list : []
  if (isJsonObject(only) && others.length === 0) return only
  const count = Array.isArray(list) ? list.length : 0
  throw new ConversionError(
    `A wrapper has exactly one function declaration here, not ${count}.`,
    NAME,
    'parse',
  )
}

/** A schema of OpenAPI whose types are in capitals, in the words of JSON Schema; anything else as it is. */
function plainTypes(schema: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(schema)) return schema
  const inner = mapSubschemas(schema, '', (sub) => plainTypes(sub))
  return typeof inner.type === 'string' ? { ...inner, type: inner.type.toLowerCase() } : inner
}
