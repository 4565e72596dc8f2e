import { requireKnownMembers } from '@toolscout/model/internal'
import { OPENAI_NAMES } from '../legal-names.ts'
import { OPENAI_SCHEMA, OPENAI_STRICT_SCHEMA } from '../schema/schema-subset.ts'
import { SESSION_OPTIONS, type SessionOptions } from '../tool-session.ts'
import { createToolWriter, type ToolWriter, type WrittenTool } from '../written-tools.ts'

/** Options of tools for OpenAI. */
export interface OpenAiToolsOptions extends SessionOptions {
  /**
   * Whether the API holds the model to the schemas (strict mode): optional members are then required and may be null, and
   * are left out again when a call comes back. A tool whose schema strict mode cannot hold is sent without it, which
   * `losses` reports. Default false.
   */
  readonly strict?: boolean | undefined
}

/** @throws TypeError for an unknown option. */
export function checkOpenAiOptions(options: object, more: readonly string[] = []): void {
  requireKnownMembers('the options of OpenAI tools', options, [...SESSION_OPTIONS, 'strict', ...more])
}

/** Writes tools for either API of OpenAI. */
export function openAiWriter(strict: boolean): ToolWriter {
  return createToolWriter(OPENAI_NAMES, OPENAI_SCHEMA, strict ? OPENAI_STRICT_SCHEMA : undefined)
}

/** A tool as a function of OpenAI, in either API. */
export interface WrittenFunction {
  name: string
  description?: string
  parameters: { [keyword: string]: unknown }
  strict: boolean
}

/** What both APIs say of a tool. */
export function toFunction({ name, description, schema, strict }: WrittenTool): WrittenFunction {
  return { name, ...(description === '' ? {} : { description }), parameters: { ...schema }, strict }
}
