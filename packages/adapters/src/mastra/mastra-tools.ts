import type { PublicSchema } from '@mastra/core/schema'
import { createTool, type Tool } from '@mastra/core/tools'
import type { Exposure, JsonObject, ToolResult } from '@toolscout/model'
import { createActiveRecord } from '../active-record.ts'
import { OPENAI_NAMES } from '../legal-names.ts'
import { resultText } from '../result-text.ts'
import { FRAMEWORK_SCHEMA } from '../schema/schema-subset.ts'
import { createToolSession, type SessionOptions } from '../tool-session.ts'
import { createToolWriter } from '../written-tools.ts'

/** Tools of an exposure for agents of Mastra. */
export interface MastraTools {
  /** For `tools` of an agent: every tool by its name, those that are found first as well. */
  readonly tools: () => Record<string, Tool>
  /** For `activeTools` of a first step: what the model may see now. */
  readonly activeTools: () => string[]
  /** For `prepareStep`: what a search found is active from the next step on. */
  readonly prepareStep: () => { activeTools: string[] }
  /** Names that searches unlocked so far, to go on with in another process. */
  readonly unlocked: () => readonly string[]
  /** How the tools want to be used, for `instructions`. */
  readonly instructions: () => string | undefined
}

/**
 * Begins a conversation of Mastra. A tool gives the result as it is, of which the model reads the text.
 *
 * @throws TypeError for an unknown option.
 */
export function createMastraTools(exposure: Exposure, options: SessionOptions = {}): MastraTools {
  const session = createToolSession(exposure, options)
  const writer = createToolWriter(OPENAI_NAMES, FRAMEWORK_SCHEMA)
  const { tools, activeTools } = createActiveRecord(
    session,
    writer,
    ({ ownName, name, description, schema }) =>
      createTool({
        id: name,
        description,
        inputSchema: asItIs(schema),
        execute: (args: unknown, context: { readonly abortSignal?: AbortSignal | undefined }) =>
          session.call(ownName, args, { signal: context.abortSignal }),
        toModelOutput: (result: unknown) => ({ type: 'text', value: resultText(result as ToolResult) }),
      }),
  )
  return Object.freeze({
    tools,
    activeTools,
    prepareStep: () => ({ activeTools: activeTools() }),
    unlocked: session.unlocked,
    instructions: session.instructions,
  } satisfies MastraTools)
}

/** A schema shown to the model; arguments are checked only where the tool runs (Standard Schema, version 1). */
function asItIs(schema: JsonObject): PublicSchema<unknown> {
  const toJson = (): JsonObject => schema
  return {
    '~standard': {
      version: 1,
      vendor: 'toolscout',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: toJson, output: toJson },
    },
  }
}
