import {
  formatToolId,
  type JsonObject,
  type JsonValue,
  type Tool,
  toExportName,
  toToolJson,
} from '@toolscout/model'
import { isIdPart, isJsonObject, jsonEquals, toolMeta } from '@toolscout/model/internal'
import { createLegalNames, GEMINI_NAMES } from '../legal-names.ts'
import { fitSchema } from '../schema/fit-schema.ts'
import { mapSubschemas } from '../schema/map-subschemas.ts'
import {
  ANTHROPIC_SCHEMA,
  GEMINI_SCHEMA,
  OPENAI_SCHEMA,
  OPENAI_STRICT_SCHEMA,
} from '../schema/schema-subset.ts'
import { createFormat, descriptionOf, keep, keptBy, lostMembers, type ToolFormat } from './tool-format.ts'

/**
 * MCP's `Tool`, with the members Toolscout has beside, which MCP lets through. Nothing is lost, and nothing is said that
 * the value says in another place: the title of its annotations, and what `_meta` has.
 */
export const mcpFormat: ToolFormat = createFormat(
  'mcp',
  (given) => {
    const title = given.title ?? (isJsonObject(given.annotations) ? given.annotations.title : undefined)
    return { ...given, ...(title === undefined ? {} : { title }) }
  },
  (tool) => {
    const isSaid = ([member, value]: readonly [string, JsonValue | undefined]): boolean =>
      (member === 'title' && value === tool.annotations?.title) ||
      (member === 'tags' && tool.tags.length === 0) ||
      (IN_META.has(member) && jsonEquals(value, toolMeta(tool, member)))
    const members = Object.entries(toToolJson(tool)).filter((entry) => !isSaid(entry))
    return { value: Object.fromEntries(members), losses: Object.freeze([]) }
  },
)

/** Members for which `_meta` stands in where a definition has none. */
const IN_META: ReadonlySet<string> = new Set(['category', 'inputModes', 'outputModes'])

/**
 * OpenAI's function: as Chat Completions, Responses or bare is read, as Chat Completions is written. `strict` is kept for
 * the way back, and a tool that has it is written for strict mode.
 */
export const openAiFormat: ToolFormat = createFormat(
  'openai',
  (given) => {
    const { name, description, parameters, strict } = isJsonObject(given.function) ? given.function : given
    const kept = keep('openai', { strict: typeof strict === 'boolean' ? strict : undefined })
    return { ...readFunction(name, description, parameters), ...kept }
  },
  (tool) => {
    const { strict } = keptBy(tool, 'openai')
    const held = strict === true ? fitSchema(tool.inputSchema, OPENAI_STRICT_SCHEMA, tool.id) : undefined
    const refused = held?.refused
    const fitted =
      held === undefined || refused !== undefined ? fitSchema(tool.inputSchema, OPENAI_SCHEMA, tool.id) : held
    const parameters = { parameters: fitted.schema }
    const isStrict = typeof strict === 'boolean' ? { strict: fitted === held } : {}
    const refusal =
      refused === undefined ? [] : [{ tool: tool.id, path: '/inputSchema', keyword: 'strict', why: refused }]
    return {
      value: { type: 'function', function: { ...nameAndDescription(tool), ...parameters, ...isStrict } },
      losses: Object.freeze([...fitted.losses, ...refusal, ...lostMembers(tool, [])]),
    }
  },
)

/** Members Anthropic's format has for itself; they, and no others of `_meta`, are kept for the way back. */
function anthropicOwn(from: JsonObject): JsonObject {
  const names = ['cache_control', 'defer_loading', 'strict']
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
}

/** Anthropic's tool. `input_examples` are the examples of the tool. */
export const anthropicFormat: ToolFormat = createFormat(
  'anthropic',
  ({ name, description, input_schema, input_examples, ...given }) => {
    const examples = Array.isArray(input_examples) ? input_examples.filter(isJsonObject) : []
    return {
      ...readFunction(name, description, input_schema),
      ...(examples.length === 0 ? {} : { examples: examples.map((example) => ({ arguments: example })) }),
      ...keep('anthropic', anthropicOwn(given)),
    }
  },
  (tool) => {
    const { schema, losses } = fitSchema(tool.inputSchema, ANTHROPIC_SCHEMA, tool.id)
    const examples = (tool.examples ?? []).map((example) => example.arguments)
    return {
      value: {
        ...nameAndDescription(tool),
        input_schema: schema,
        ...(examples.length === 0 ? {} : { input_examples: examples }),
        ...anthropicOwn(keptBy(tool, 'anthropic')),
      },
      losses: Object.freeze([...losses, ...lostMembers(tool, ['examples'])]),
    }
  },
)

/**
 * Gemini's function declaration, alone or as the only one of a wrapper; written in a wrapper. The schema is read from
 * `parametersJsonSchema` or from `parameters`, whose types are in capitals.
 */
export const geminiFormat: ToolFormat = createFormat(
  'gemini',
  (given) => {
    const declaration = onlyDeclaration(given)
    const { name, description, parameters, parametersJsonSchema, response, responseJsonSchema } = declaration
    const output = responseJsonSchema ?? plainTypes(response)
    return {
      ...readFunction(name, description, parametersJsonSchema ?? plainTypes(parameters)),
      ...(output === undefined ? {} : { outputSchema: output }),
    }
  },
  (tool) => {
    const { id, inputSchema, outputSchema } = tool
    const input = fitSchema(inputSchema, GEMINI_SCHEMA, id)
    const output = outputSchema && fitSchema(outputSchema, GEMINI_SCHEMA, id, '/outputSchema')
    const name = toExportName(id)
    const declaration = {
      name: createLegalNames([name], GEMINI_NAMES).legalOf(name),
      description: descriptionOf(tool),
      parametersJsonSchema: input.schema,
      ...(output === undefined ? {} : { responseJsonSchema: output.schema }),
    }
    const lost = [...input.losses, ...(output?.losses ?? []), ...lostMembers(tool, ['outputSchema'])]
    return { value: { functionDeclarations: [declaration] }, losses: Object.freeze(lost) }
  },
)

function onlyDeclaration(given: JsonObject): JsonObject {
  if (given.functionDeclarations === undefined) return given
  const list = Array.isArray(given.functionDeclarations) ? given.functionDeclarations : []
  const [only] = list
  if (isJsonObject(only) && list.length === 1) return only
  throw new TypeError(`A wrapper has exactly one function declaration here, not ${list.length}.`)
}

/** A schema of OpenAPI whose types are in capitals, in the words of JSON Schema; anything else as it is. */
function plainTypes(schema: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(schema)) return schema
  const inner = mapSubschemas(schema, '', (sub) => plainTypes(sub))
  return typeof inner.type === 'string' ? { ...inner, type: inner.type.toLowerCase() } : inner
}

/** What functions of all providers have. */
function readFunction(
  exported: unknown,
  description: JsonValue | undefined,
  inputSchema: JsonValue | undefined,
): object {
  const said = description === undefined ? {} : { description }
  return { ...splitExportName(exported), ...said, inputSchema: inputSchema ?? { type: 'object' } }
}

function nameAndDescription(tool: Tool): { readonly name: string; readonly description?: string } {
  const description = descriptionOf(tool)
  return { name: toExportName(tool.id), ...(description === '' ? {} : { description }) }
}

/**
 * Name and namespace of an exported name, as far as they can be recognized: `server__tool` is taken apart where that is how
 * the two are exported, anything else is a name.
 */
function splitExportName(given: unknown): { readonly name: unknown; readonly namespace?: string } {
  if (typeof given !== 'string') return { name: given }
  const at = given.indexOf('__')
  const [namespace, name] = [given.slice(0, at), given.slice(at + 2)]
  const isSplit = at > 0 && isIdPart(namespace) && isIdPart(name)
  return isSplit && toExportName(formatToolId({ namespace, name })) === given
    ? { namespace, name }
    : { name: given }
}
