import type { Exposure, ToolResult } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { dynamicTool, jsonSchema, type Tool } from 'ai'
import { type ActiveRecord, createActiveRecord } from '../active-record.ts'
import { OPENAI_NAMES } from '../legal-names.ts'
import { resultPieces, resultText } from '../result-text.ts'
import { FRAMEWORK_SCHEMA } from '../schema/schema-subset.ts'
import { rememberFor, type SessionOptions, ToolSession } from '../tool-session.ts'
import { ToolWriter } from '../written-tools.ts'

/** Tools of an exposure for `generateText`, `streamText` and agents of the AI SDK (versions 5 to 7). */
export interface AiSdkTools extends ActiveRecord<Tool> {
  /** For `prepareStep`: what a search found is active from the next step on, after the tools that were there. */
  readonly prepareStep: () => { activeTools: string[]; toolOrder: string[] }
}

/** Tools that `toolSearch` of the AI SDK finds. */
export type DeferredAiSdkTools = Pick<ActiveRecord<Tool>, 'tools' | 'instructions'>

/** What a tool of the AI SDK may say of its result to a model; every version takes these. */
type ModelOutput =
  | { type: 'error-text'; value: string }
  | { type: 'text'; value: string }
  | {
      type: 'content'
      value: ({ type: 'text'; text: string } | { type: 'media'; data: string; mediaType: string })[]
    }

/**
 * Begins a conversation of the AI SDK. Schemas go to the model as they are, for the SDK's own providers to write; arguments
 * are checked and mended where the tool is run.
 *
 * @throws TypeError for an unknown option.
 */
export function createAiSdkTools(exposure: Exposure, options: SessionOptions = {}): AiSdkTools {
  const record = createRecord(new ToolSession(exposure, options), () => false)
  return Object.freeze({
    ...record,
    prepareStep: () => {
      const activeTools = record.activeTools()
      return { activeTools, toolOrder: activeTools }
    },
  } satisfies AiSdkTools)
}

/**
 * Begins a conversation in which `toolSearch({ search: asToolSearch(gateway) })` of the AI SDK 7 takes the place of the search
 * of a deferred exposure: that is left out, and what it would find is marked for the SDK.
 *
 * @throws TypeError for an unknown option.
 */
export function createDeferredAiSdkTools(
  exposure: Exposure,
  options: SessionOptions = {},
): DeferredAiSdkTools {
  const session = new ToolSession(exposure, options)
  const { tools, instructions } = createRecord(session, (name) => session.tools().isDeferred(name))
  const withoutSearch = rememberFor((all: Record<string, Tool>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== session.search)),
  )
  return Object.freeze({ tools: () => withoutSearch(tools()), instructions } satisfies DeferredAiSdkTools)
}

function createRecord(session: ToolSession, isDeferred: (name: string) => boolean): ActiveRecord<Tool> {
  // The narrowest rule there is: the SDK does not say which provider it is for.
  const writer = new ToolWriter(session, { names: OPENAI_NAMES, schema: FRAMEWORK_SCHEMA })
  return createActiveRecord(writer, ({ ownName, description, schema, tool: { title } }) =>
    dynamicTool({
      description,
      ...(title === undefined ? {} : { title }),
      ...(isDeferred(ownName) ? { deferLoading: true } : {}),
      inputSchema: jsonSchema(schema),
      execute: (args: unknown, { abortSignal }) => session.call(ownName, args, { signal: abortSignal }),
      toModelOutput: (given: unknown) => toModelOutput(given),
    }),
  )
}

/** Version 5 hands over the output itself, later ones an object that has it. */
function toModelOutput(given: unknown): ModelOutput {
  const output =
    isJsonObject(given) && 'output' in given && !Array.isArray(given.content) ? given.output : given
  const result = output as unknown as ToolResult
  if (result.isError === true) return { type: 'error-text', value: resultText(result) }
  const pieces = resultPieces(result)
  if (pieces.every(({ kind }) => kind === 'text')) return { type: 'text', value: resultText(result) }
  return {
    type: 'content',
    value: pieces.map((piece) =>
      piece.kind === 'text'
        ? { type: 'text', text: piece.text }
        : { type: 'media', data: piece.data, mediaType: piece.mimeType },
    ),
  }
}
