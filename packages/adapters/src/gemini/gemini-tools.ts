import type { Exposure, ToolResult } from '@toolscout/model'
import { isJsonObject, type ServedTool } from '@toolscout/model/internal'
import { GEMINI_NAMES } from '../legal-names.ts'
import { resultPieces } from '../result-text.ts'
import { GEMINI_SCHEMA } from '../schema/schema-subset.ts'
import { rememberFor, type SessionOptions, ToolSession } from '../tool-session.ts'
import { type ProviderTools, providerTools, ToolWriter } from '../written-tools.ts'

/** A tool as the Gemini API takes it (`functionDeclarations[]`). */
export interface GeminiFunctionDeclaration {
  name: string
  description?: string
  parametersJsonSchema: { [keyword: string]: unknown }
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

/**
 * Tools of an exposure in the shape of the Gemini API, and the answers to every `functionCall` among the parts of a
 * content: parts of the next one.
 */
export interface GeminiTools
  extends ProviderTools<GeminiFunctionCall, readonly object[] | undefined, GeminiFunctionResponse> {
  /**
   * For `config.tools` of the next request: what the model may see now. What a search found comes behind what was there.
   * The same array, frozen, while nothing changed.
   */
  readonly tools: () => { functionDeclarations: GeminiFunctionDeclaration[] }[]
}

/**
 * Begins a conversation with a Gemini model.
 *
 * @throws TypeError for an unknown option.
 */
export function createGeminiTools(exposure: Exposure, options: SessionOptions = {}): GeminiTools {
  const session = new ToolSession(exposure, options)
  const writer = new ToolWriter(session, { names: GEMINI_NAMES, schema: GEMINI_SCHEMA })
  const toTools = rememberFor((active: readonly ServedTool[]): ReturnType<GeminiTools['tools']> => {
    const functionDeclarations = writer.write(session.tools(), active).map((tool) => ({
      name: tool.name,
      ...(tool.description === '' ? {} : { description: tool.description }),
      parametersJsonSchema: { ...tool.schema },
    }))
    const tools = functionDeclarations.length === 0 ? [] : [{ functionDeclarations }]
    Object.freeze(functionDeclarations)
    Object.freeze(tools)
    return tools
  })
  const call: GeminiTools['call'] = async ({ id, name = '', args }, callOptions) => {
    const { result } = await writer.call(name, args, callOptions)
    return toResponse(result, name, id)
  }
  return Object.freeze({
    ...providerTools(writer, call, functionCalls),
    tools: () => toTools(session.active()),
  } satisfies GeminiTools)
}

function functionCalls(parts: readonly object[] = []): readonly GeminiFunctionCall[] {
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
