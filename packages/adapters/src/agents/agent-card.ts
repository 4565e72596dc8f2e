import type { JsonObject, JsonValue, Tool } from '@toolscout/model'
import { copyJson, isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import { InvalidAgentError } from '../errors.ts'
import { a2aFormat, textsIn } from '../formats/a2a-format.ts'

/** An agent that others can ask: its card (A2A), with its skills as tools. */
export interface Agent {
  readonly name: string
  readonly description: string
  readonly version: string
  /** Where it is reached (`supportedInterfaces`), best first. */
  readonly interfaces: readonly JsonObject[]
  /** Flags such as `streaming` and `pushNotifications`, and `extensions`. */
  readonly capabilities: JsonObject
  readonly securitySchemes?: JsonObject
  readonly securityRequirements?: readonly JsonValue[]
  readonly defaultInputModes: readonly string[]
  readonly defaultOutputModes: readonly string[]
  readonly skills: readonly Tool[]
  /** Members of the card that have no name here; written back as they came. */
  readonly otherMembers: JsonObject
}

const READ: ReadonlySet<string> = new Set([
  'name', 'description', 'version', 'supportedInterfaces', 'capabilities', 'securitySchemes', 'securityRequirements',
  'security', 'defaultInputModes', 'defaultOutputModes', 'skills', 'url', 'preferredTransport', 'additionalInterfaces',
]) // biome-ignore format: one list

/**
 * Reads an agent card: of A2A 1.0, and of 0.3 with its `url` and `security`.
 *
 * @throws InvalidAgentError `INVALID_AGENT` without name, description, version, or a way to reach it.
 */
export function parseAgentCard(value: unknown): Agent {
  const card = readCard(value)
  const interfaces = readInterfaces(card)
  const { capabilities, securitySchemes, skills } = card
  const requirements = card.securityRequirements ?? card.security
  return Object.freeze({
    name: requiredText(card, 'name'),
    description: requiredText(card, 'description'),
    version: requiredText(card, 'version'),
    interfaces,
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(isJsonObject(securitySchemes) ? { securitySchemes } : {}),
    ...(Array.isArray(requirements) ? { securityRequirements: requirements } : {}),
    defaultInputModes: textsIn(card.defaultInputModes),
    defaultOutputModes: textsIn(card.defaultOutputModes),
    skills: Object.freeze((Array.isArray(skills) ? skills : []).map(readSkill)),
    otherMembers: Object.fromEntries(Object.entries(card).filter(([member]) => !READ.has(member))),
  })
}

/**
 * Writes an agent card of A2A 1.0.
 *
 * @throws InvalidAgentError `INVALID_AGENT` for an agent that cannot be reached.
 */
export function toAgentCard(agent: Agent): JsonObject {
  const { interfaces, securitySchemes, securityRequirements, skills, otherMembers } = agent
  if (interfaces.length === 0) throw unreachable()
  return {
    ...otherMembers,
    name: agent.name,
    description: agent.description,
    version: agent.version,
    supportedInterfaces: interfaces,
    capabilities: agent.capabilities,
    ...(securitySchemes === undefined ? {} : { securitySchemes }),
    ...(securityRequirements === undefined ? {} : { securityRequirements }),
    defaultInputModes: agent.defaultInputModes,
    defaultOutputModes: agent.defaultOutputModes,
    skills: skills.map((skill) => a2aFormat.write(skill).value),
  }
}

function readCard(value: unknown): JsonObject {
  let card: JsonValue
  try {
    card = copyJson(value)
  } catch (cause) {
    throw new InvalidAgentError(`This is no agent card. ${messageOf(cause)}`, '', cause)
  }
  if (isJsonObject(card)) return card
  throw new InvalidAgentError(`An agent card is an object, not ${quote(value)}.`, '')
}

function requiredText(card: JsonObject, member: string): string {
  const text = card[member]
  if (typeof text === 'string' && text.trim() !== '') return text
  throw new InvalidAgentError(`An agent card has a ${member}, not ${quote(text)}.`, member)
}

function readInterfaces(card: JsonObject): readonly JsonObject[] {
  const { supportedInterfaces: given, url, preferredTransport, additionalInterfaces: more } = card
  const listed = (Array.isArray(given) ? given : []).filter(isJsonObject)
  if (listed.length > 0) return Object.freeze(listed)
  if (typeof url !== 'string' || url === '') throw unreachable()
  const others = (Array.isArray(more) ? more : []).filter(isJsonObject)
  const first = { url, protocolBinding: preferredTransport ?? 'JSONRPC', protocolVersion: '0.3' }
  const rest = others
    .filter((other) => other.url !== url)
    .map((other) => ({
      url: other.url ?? '',
      protocolBinding: other.transport ?? 'JSONRPC',
      protocolVersion: '0.3',
    }))
  return Object.freeze([first, ...rest])
}

function unreachable(): InvalidAgentError {
  return new InvalidAgentError(
    'An agent card says where the agent is reached: supportedInterfaces with at least one.',
    'supportedInterfaces',
  )
}

function readSkill(skill: JsonValue, i: number): Tool {
  try {
    return a2aFormat.parse(skill)
  } catch (cause) {
    throw new InvalidAgentError(`Skill ${i + 1} cannot be read. ${messageOf(cause)}`, `skills[${i}]`, cause)
  }
}
