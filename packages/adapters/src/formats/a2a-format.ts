import type { JsonObject, JsonValue } from '@toolscout/model'
import { quote, toolMeta } from '@toolscout/model/internal'
import { createFormat, descriptionOf, keep, keptBy, lostMembers, type ToolFormat } from './tool-format.ts'

/** A skill is asked in words; it has no schema of its own. */
const MESSAGE_SCHEMA: JsonObject = Object.freeze({
  type: 'object',
  properties: { message: { type: 'string', description: 'What is wanted, in plain words.' } },
  required: ['message'],
})

/** A skill on an agent card (A2A). Its tool takes one message. */
export const a2aFormat: ToolFormat = createFormat(
  'a2a',
  (skill) => {
    if (Array.isArray(skill.skills))
      throw new TypeError('This is an agent card; read it with parseAgentCard.')
    const { id, name, description, inputModes, outputModes, examples } = skill
    if (typeof id !== 'string' || id === '') throw new TypeError(`A skill has an id, not ${quote(id)}.`)
    const requirements = skill.securityRequirements ?? skill.security
    return {
      ...splitSkillId(id),
      ...(typeof name === 'string' ? { title: name } : {}),
      ...(description === undefined ? {} : { description }),
      inputSchema: MESSAGE_SCHEMA,
      tags: textsIn(skill.tags),
      ...(Array.isArray(inputModes) ? { inputModes: textsIn(inputModes) } : {}),
      ...(Array.isArray(outputModes) ? { outputModes: textsIn(outputModes) } : {}),
      _meta: {
        ...keep('a2a', { skillId: id, examples })._meta,
        ...(Array.isArray(requirements) ? { securityRequirements: requirements } : {}),
      },
    }
  },
  (tool) => {
    const { id, inputModes, outputModes, tags } = tool
    const { skillId, examples } = keptBy(tool, 'a2a')
    const requirements = toolMeta(tool, 'securityRequirements')
    const schema = {
      tool: id,
      path: '/inputSchema',
      keyword: 'inputSchema',
      why: 'a skill is asked in words',
    }
    return {
      value: {
        id: typeof skillId === 'string' ? skillId : id,
        name: tool.title ?? tool.name,
        description: descriptionOf(tool),
        tags,
        ...(Array.isArray(examples) ? { examples } : {}),
        ...(inputModes === undefined ? {} : { inputModes }),
        ...(outputModes === undefined ? {} : { outputModes }),
        ...(Array.isArray(requirements) ? { securityRequirements: requirements } : {}),
      },
      losses: Object.freeze([
        ...(skillId === undefined ? [schema] : []),
        ...lostMembers(tool, ['title', 'version', 'tags', 'inputModes', 'outputModes']),
      ]),
    }
  },
)

/** The parts of an id that has two or three of them, none empty; else it is a name. */
function splitSkillId(id: string): object {
  const parts = id.split(':')
  if (parts.length < 2 || parts.length > 3 || parts.includes('')) return { name: id }
  const [namespace, name, version] = parts
  return { namespace, name, ...(version === undefined ? {} : { version }) }
}

/** The texts of a list; none of anything else. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
