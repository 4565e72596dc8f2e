import type { JsonObject, JsonValue, Tool } from '@toolscout/model'
import { quote, toolMeta } from '@toolscout/model/internal'
import { ConversionError } from '../errors.ts'
import { WHOLE_SCHEMA } from '../schema/schema-subset.ts'
import { descriptionOf, keep, keptBy, lostMembers, readObject, readTool } from './format-parts.ts'
import type { ToolFormat, WrittenFormat } from './tool-format.ts'

const NAME = 'a2a'
/** A skill is asked in words; it has no schema of its own. */
const MESSAGE_SCHEMA: JsonObject = Object.freeze({
  type: 'object',
  properties: { message: { type: 'string', description: 'What is wanted, in plain words.' } },
  required: ['message'],
})

/** A skill on an agent card (A2A). Its tool takes one message. */
export const a2aFormat: ToolFormat = Object.freeze({
  name: NAME,
  subset: WHOLE_SCHEMA,
  parse: (value: unknown) =>
    readTool(NAME, () => {
      const skill = readObject(NAME, value)
      if (Array.isArray(skill.skills))
        throw new ConversionError('This is an agent card; read it with parseAgentCard.', NAME, 'parse')
      const { id, name, description, tags, inputModes, outputModes, examples } = skill
      if (typeof id !== 'string' || id === '')
        throw new ConversionError(`A skill has an id, not ${quote(id)}.`, NAME, 'parse')
      const { _meta: kept } = keep(NAME, { skillId: id, examples })
      const requirements = skill.securityRequirements ?? skill.security
      return {
        ...splitSkillId(id),
        ...(typeof name === 'string' ? { title: name } : {}),
        ...(description === undefined ? {} : { description }),
        inputSchema: MESSAGE_SCHEMA,
        tags: texts(tags),
        ...(Array.isArray(inputModes) ? { inputModes: texts(inputModes) } : {}),
        ...(Array.isArray(outputModes) ? { outputModes: texts(outputModes) } : {}),
        _meta: { ...kept, ...(Array.isArray(requirements) ? { securityRequirements: requirements } : {}) },
      }
    }),
  write,
})

function write(tool: Tool): WrittenFormat {
  const { skillId, examples } = keptBy(tool, NAME) ?? {}
  const requirements = toolMeta(tool, 'securityRequirements')
  const { inputModes, outputModes, tags } = tool
  const isOwn = skillId !== undefined
  return {
    value: {
      id: typeof skillId === 'string' ? skillId : tool.id,
      name: tool.title ?? tool.name,
      description: descriptionOf(tool),
      tags,
      ...(Array.isArray(examples) ? { examples } : {}),
      ...(inputModes === undefined ? {} : { inputModes }),
      ...(outputModes === undefined ? {} : { outputModes }),
      ...(Array.isArray(requirements) ? { securityRequirements: requirements } : {}),
    },
    losses: Object.freeze([
      ...(isOwn
        ? []
        : [
            { tool: tool.id, path: '/inputSchema', keyword: 'inputSchema', why: 'a skill is asked in words' },
          ]),
      ...lostMembers(tool, ['title', 'version', 'tags', 'inputModes', 'outputModes']),
    ]),
  }
}

/** The parts of an id that has two or three of them, none empty; else it is a name. */
function splitSkillId(id: string): {
  readonly name: string
  readonly namespace?: string
  readonly version?: string
} {
  const parts = id.split(':')
  const [namespace, name, version] = parts
  if (
    parts.length < 2 ||
    parts.length > 3 ||
    parts.includes('') ||
    namespace === undefined ||
    name === undefined
  )
    return { name: id }
  return { namespace, name, ...(version === undefined ? {} : { version }) }
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
