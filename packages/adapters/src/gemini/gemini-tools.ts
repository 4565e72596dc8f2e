import { type Exposure, isJsonObject, type ToolResult } from '@toolscout/model'
import { GEMINI_NAMES } from '../legal-names.ts'
import { resultPieces } from '../result-text.ts'
import type { SchemaLoss } from '../schema/schema-loss.ts'
import { GEMINI_SCHEMA } from '../schema/schema-subset.ts'
import { createToolSession, type SessionCallOptions, type SessionOptions } from '../tool-session.ts'
import { createToolWriter, lossesOf } from '../written-tools.ts'

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
 * @throws TypeError for an option nobody reads.
 */
export function createGeminiTools(exposure: Exposure, options: SessionOptions = {}): GeminiTools {
  const session = createToolSession(exposure, options)
  const writer = createToolWriter(GEMINI_NAMES, GEMINI_SCHEMA)
  const call: GeminiTools['call'] = async ({ id, name = '', args }, callOptions) => {
    const called = writer.read({ name, args }, session.list())
    const result = await session.call(called.name, called.args, callOptions)
    return toResponse(result, name, id)
  }
  return Object.freeze({
    tools: () => {
      const functionDeclarations = writer.write(session.active(), session.list()).map((tool) => ({
        name: tool.name,
        ...(tool.description === '' ? {} : { description: tool.description }),
        parametersJsonSchema: { ...tool.schema },
      }))
      return functionDeclarations.length === 0 ? [] : [{ functionDeclarations }]
    },
    losses: () => {
      const all = session.list()
      return lossesOf(writer.write(all, all))
    },
    unlocked: session.unlocked,
    call,
    answer: (parts: readonly object[] | undefined, callOptions?: SessionCallOptions) =>
      Promise.all(functionCalls(parts ?? []).map((one) => call(one, callOptions))),
    instructions: session.instructions,
  } satisfies GeminiTools)
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
