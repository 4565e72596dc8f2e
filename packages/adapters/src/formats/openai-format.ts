import { type Tool, toExportName } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { fitSchema } from '../schema/fit-schema.ts'
import { OPENAI_SCHEMA, OPENAI_STRICT_SCHEMA } from '../schema/schema-subset.ts'
import {
  descriptionOf,
  keep,
  keptBy,
  lostMembers,
  readObject,
  readTool,
  splitExportName,
} from './format-parts.ts'
import type { ToolFormat, WrittenFormat } from './tool-format.ts'

const NAME = 'openai'

/**
 * OpenAI's function: as Chat Completions, Responses or bare is read, as Chat Completions is written. `strict` is kept for
 * the way back, and a tool that has it is written for strict mode.
 */
export const openAiFormat: ToolFormat = Object.freeze({
  name: NAME,
  subset: OPENAI_SCHEMA,
  parse: (value: unknown) =>
    readTool(NAME, () => {
      const given = readObject(NAME, value)
      const { name, description, parameters, strict } = isJsonObject(given.function) ? given.function : given
      return {
        ...splitExportName(name),
        ...(description === undefined ? {} : { description }),
        inputSchema: parameters ?? { type: 'object' },
        ...keep(NAME, { strict: typeof strict === 'boolean' ? strict : undefined }),
      }
    }),
  write,
})

function write(tool: Tool): WrittenFormat {
  const strict = keptBy(tool, NAME)?.strict
  const description = descriptionOf(tool)
  const held = strict === true ? fitSchema(tool.inputSchema, OPENAI_STRICT_SCHEMA, tool.id) : undefined
  const isHeld = held !== undefined && held.refused === undefined
  const fitted = isHeld ? held : fitSchema(tool.inputSchema, OPENAI_SCHEMA, tool.id)
  const refusal =
    held === undefined || isHeld
      ? []
      : [{ tool: tool.id, path: '/inputSchema', keyword: 'strict', why: held.refused ?? '' }]
  return {
    value: {
      type: 'function',
      function: {
        name: toExportName(tool.id),
        ...(description === '' ? {} : { description }),
        parameters: fitted.schema,
        ...(typeof strict === 'boolean' ? { strict: isHeld } : {}),
      },
    },
    losses: Object.freeze([...fitted.losses, ...refusal, ...lostMembers(tool, [])]),
  }
}
