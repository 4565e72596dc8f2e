import type { Exposure } from '@toolscout/model'
import { OPENAI_NAMES } from '../legal-names.ts'
import { OPENAI_SCHEMA, OPENAI_STRICT_SCHEMA } from '../schema/schema-subset.ts'
import { type SessionOptions, ToolSession } from '../tool-session.ts'
import { ToolWriter, type WrittenTool } from '../written-tools.ts'
import type { OpenAiFunctionBody } from './openai-wire.ts'

/** Options of tools for OpenAI. */
export interface OpenAiToolsOptions extends SessionOptions {
  /**
   * Whether the API holds the model to the schemas (strict mode): optional members are then required and may be null, and
   * are left out again when a call comes back. A tool whose schema strict mode cannot hold is sent without it, which
   * `losses` reports. Default false.
   */
  readonly strict?: boolean | undefined
}

/** Begins a session that is written for either API of OpenAI. @throws TypeError for an unknown option. */
export function openAiWriter(
  exposure: Exposure,
  options: OpenAiToolsOptions,
  more: readonly string[] = [],
): ToolWriter {
  const session = new ToolSession(exposure, options, ['strict', ...more])
  const strict = options.strict === true ? OPENAI_STRICT_SCHEMA : undefined
  return new ToolWriter(session, { names: OPENAI_NAMES, schema: OPENAI_SCHEMA, strict })
}

/** What both APIs say of a tool. */
export function toFunction({ name, description, schema, strict }: WrittenTool): OpenAiFunctionBody {
  return { name, ...(description === '' ? {} : { description }), parameters: { ...schema }, strict }
}
