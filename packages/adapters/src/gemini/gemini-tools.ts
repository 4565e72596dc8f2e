import type { Exposure, ToolResult } from '@toolscout/model'
import { isJsonObject, quote, requireKnownMembers } from '@toolscout/model/internal'
import { GEMINI_NAMES } from '../legal-names.ts'
import { resultPieces } from '../result-text.ts'
import { createLossList, type SchemaLoss } from '../schema/schema-loss.ts'
import { GEMINI_OPENAPI_SCHEMA, GEMINI_SCHEMA } from '../schema/schema-subset.ts'
import {
  createToolSession,
  SESSION_OPTIONS,
  type SessionCallOptions,
  type SessionOptions,
} from '../tool-session.ts'
import { createToolWriter, type WrittenTool } from '../written-tools.ts'
import { toOpenApiSchema } from './openapi-schema.ts'

/** A tool as the Gemini API takes it (`functionDeclarations[]`). */
export interface GeminiFunctionDeclaration {
  name: string
  description?: string
  /** What it takes; absent where `parameters` says it. */
  parametersJsonSchema?: { [keyword: string]: unknown }
  /** What it takes, in the API's own `Schema`; absent for a tool that takes nothing. */
  parameters?: { [keyword: string]: unknown }
}

/** Options of tools for Gemini. */
export interface GeminiToolsOptions extends SessionOptions {
  /**
   * How parameters are written: `jsonSchema` as `parametersJsonSchema`, or `openApi` as `parameters`, the older subset of
   * OpenAPI 3.0, for models and gateways that take no other. Default `jsonSchema`.
   */
  readonly schemas?: 'jsonSchema' | 'openApi' | undefined
}

/** A call in a part of a model's content. */
export interface GeminiFunctionCall {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly args?: object | undefined
}

/** The answer to a call: a part of the next content of the user. */
export interface GeminiFunctionResponse {
  functionResponse: {
    id?: string
    name: string
    /** `output` of a call that worked, `error` of one that failed. */
    response: { output: string } | { error: string }
    /** Pictures and sounds of the result. */
    parts?: { inlineData: { mimeType: string; data: string } }[]
  }
}

/** Tools of an exposure in the shape of the Gemini API, and the answers to their calls. */
export interface GeminiTools {
  /** For `config.tools` of the next request: what the model may see now. What a search found comes behind what was there. */
  readonly tools: () => { functionDeclarations: GeminiFunctionDeclaration[] }[]
  /** What the tools, seen or not, say that is not sent. */
  readonly losses: () => readonly SchemaLoss[]
  /** Names that searches unlocked so far, to go on with in another process. */
  readonly unlocked: () => readonly string[]
  /** Answers one call. Never rejects. */
  readonly call: (call: GeminiFunctionCall, options?: SessionCallOptions) => Promise<GeminiFunctionResponse>
  /** Answers every `functionCall` among the parts of a content, at once and in order; parts of the next one. */
  readonly answer: (
    parts: readonly object[] | undefined,
    options?: SessionCallOptions,
  ) => Promise<GeminiFunctionResponse[]>
  /** How the tools want to be used, for `config.systemInstruction`. */
  readonly instructions: () => string | undefined
}

/**
 * Begins a conversation with a Gemini model.
 *
 * @throws TypeError for an unknown option.
 * @throws RangeError for `schemas` that are none of the two.
 */
export function createGeminiTools(exposure: Exposure, options: GeminiToolsOptions = {}): GeminiTools {
  requireKnownMembers('the options of Gemini tools', options, [...SESSION_OPTIONS, 'schemas'])
  const { schemas = 'jsonSchema', ...own } = options
  if (!SCHEMAS.includes(schemas))
    throw new RangeError(`schemas is ${quote(schemas)}; it must be one of ${SCHEMAS.join(', ')}.`)
  const session = createToolSession(exposure, own)
  const isOpenApi = schemas === 'openApi'
  const writer = createToolWriter(GEMINI_NAMES, isOpenApi ? GEMINI_OPENAPI_SCHEMA : GEMINI_SCHEMA)
  const call: GeminiTools['call'] = async ({ id, name = '', args }, callOptions) => {
    const called = writer.read({ name, args }, session.tools())
    const result = await session.call(called.name, called.args, callOptions)
    return toResponse(result, name, id)
  }
  return Object.freeze({
    tools: () => {
      const functionDeclarations = writer.write(session.active(), session.tools()).map((tool) => ({
        name: tool.name,
        ...(tool.description === '' ? {} : { description: tool.description }),
        ...(isOpenApi ? openApiParameters(tool) : { parametersJsonSchema: { ...tool.schema } }),
      }))
      return functionDeclarations.length === 0 ? [] : [{ functionDeclarations }]
    },
    losses: () => {
      const of = session.tools()
      return isOpenApi ? writer.write(of.all, of).flatMap(lossesAsOpenApi) : writer.losses(of)
    },
    unlocked: session.unlocked,
    call,
    answer: (parts: readonly object[] | undefined, callOptions?: SessionCallOptions) =>
      Promise.all(functionCalls(parts ?? []).map((one) => call(one, callOptions))),
    instructions: session.instructions,
  } satisfies GeminiTools)
}

const SCHEMAS: readonly string[] = ['jsonSchema', 'openApi']

/** The API refuses an object that names no member, so a tool that takes nothing has no parameters. */
function openApiParameters({ schema }: WrittenTool): Pick<GeminiFunctionDeclaration, 'parameters'> {
  const parameters = toOpenApiSchema(schema, () => {})
  const { properties } = parameters
  return isJsonObject(properties) && Object.keys(properties).length > 0 ? { parameters } : {}
}

/** What is lost of a tool on both ways. */
function lossesAsOpenApi({ tool, schema, losses }: WrittenTool): readonly SchemaLoss[] {
  const list = createLossList(tool.name, '/inputSchema')
  toOpenApiSchema(schema, list.report)
  return [...losses, ...list.losses()]
}

function functionCalls(parts: readonly object[]): readonly GeminiFunctionCall[] {
  return parts.flatMap((part) => {
    const call: unknown = Reflect.get(part, 'functionCall')
    return isJsonObject(call) ? [call as GeminiFunctionCall] : []
  })
}

function toResponse(result: ToolResult, name: string, id: string | undefined): GeminiFunctionResponse {
  const pieces = resultPieces(result)
  const text = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n')
  const parts = pieces.flatMap((piece) =>
    piece.kind === 'text' ? [] : [{ inlineData: { mimeType: piece.mimeType, data: piece.data } }],
  )
  return {
    functionResponse: {
      ...(id === undefined ? {} : { id }),
      name,
      response: result.isError === true ? { error: text } : { output: text },
      ...(parts.length === 0 ? {} : { parts }),
    },
  }
}
