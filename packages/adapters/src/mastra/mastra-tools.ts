import type { PublicSchema } from '@mastra/core/schema'
import { createTool, type Tool } from '@mastra/core/tools'
import type { Exposure, JsonObject, ToolResult } from '@toolscout/model'
import { type ActiveRecord, createActiveRecord } from '../active-record.ts'
import { OPENAI_NAMES } from '../legal-names.ts'
import { resultText } from '../result-text.ts'
import { FRAMEWORK_SCHEMA } from '../schema/schema-subset.ts'
import { type SessionOptions, ToolSession } from '../tool-session.ts'
import { ToolWriter } from '../written-tools.ts'

/** Tools of an exposure for agents of Mastra. */
export interface MastraTools extends ActiveRecord<Tool> {
  /** For `prepareStep`: what a search found is active from the next step on. */
  readonly prepareStep: () => { activeTools: string[] }
}

/**
 * Begins a conversation of Mastra. A tool gives the result as it is, of which the model reads the text.
 *
 * @throws TypeError for an unknown option.
 */
export function createMastraTools(exposure: Exposure, options: SessionOptions = {}): MastraTools {
  const session = new ToolSession(exposure, options)
  const writer = new ToolWriter(session, { names: OPENAI_NAMES, schema: FRAMEWORK_SCHEMA })
  const record = createActiveRecord(writer, ({ ownName, name, description, schema }) =>
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
    ...record,
    prepareStep: () => ({ activeTools: record.activeTools() }),
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
