import { type JsonValue, type Tool, toExportName } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { fitSchema } from '../schema/fit-schema.ts'
import { ANTHROPIC_SCHEMA } from '../schema/schema-subset.ts'
import {
  descriptionOf,
  keep,
  keptBy,
  lostMembers,
  readObject,
  readTool,
  splitExportName,
} from './format-parts.ts'
import type { ToolFormat } from './tool-format.ts'

const NAME = 'anthropic'
/** Members the format has for itself; they are kept for the way back. */
const OWN = ['cache_control', 'defer_loading', 'strict'] as const

/** Anthropic's tool. `input_examples` are the examples of the tool. */
export const anthropicFormat: ToolFormat = Object.freeze({
  name: NAME,
  subset: ANTHROPIC_SCHEMA,
  parse: (value: unknown) =>
    readTool(NAME, () => {
      const given = readObject(NAME, value)
      const { name, description, input_schema, input_examples } = given
      const examples = Array.isArray(input_examples) ? input_examples.filter(isJsonObject) : []
      return {
        ...splitExportName(name),
        ...(description === undefined ? {} : { description }),
        inputSchema: input_schema ?? { type: 'object' },
        ...(examples.length === 0 ? {} : { examples: examples.map((example) => ({ arguments: example })) }),
        ...keep(
          NAME,
          Object.fromEntries(OWN.map((member) => [member, given[member] as JsonValue | undefined])),
        ),
      }
    }),
  write: (tool: Tool) => {
    const { schema, losses } = fitSchema(tool.inputSchema, ANTHROPIC_SCHEMA, tool.id)
    const description = descriptionOf(tool)
    const kept = keptBy(tool, NAME) ?? {}
    const examples = tool.examples ?? []
    return {
      value: {
        name: toExportName(tool.id),
        ...(description === '' ? {} : { description }),
        input_schema: schema,
        ...(examples.length === 0 ? {} : { input_examples: examples.map((example) => example.arguments) }),
        ...Object.fromEntries(
          OWN.flatMap((member) => (kept[member] === undefined ? [] : [[member, kept[member]]])),
        ),
      },
      losses: Object.freeze([...losses, ...lostMembers(tool, ['examples'])]),
    }
  },
})
