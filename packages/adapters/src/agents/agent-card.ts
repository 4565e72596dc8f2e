import type { JsonObject, JsonValue, Tool, ToolResult } from '@toolscout/model'
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
  try {
    const card = copyJson(value)
    if (isJsonObject(card)) return card
  } catch (cause) {
    throw new InvalidAgentError(`This is no agent card. ${messageOf(cause)}`, '', cause)
  }
  throw new InvalidAgentError(`An agent card is an object, not ${quote(value)}.`, '')
}

function requiredText(card: JsonObject, member: string): string {
  const text = card[member]
  if (typeof text === 'string' && text.trim() !== '') return text
  throw new InvalidAgentError(`An agent card has a ${member}, not ${quote(text)}.`, member)
}

function readInterfaces(card: JsonObject): readonly JsonObject[] {
  const { url, preferredTransport } = card
  const listed = objectsIn(card.supportedInterfaces)
  if (listed.length > 0) return Object.freeze(listed)
  if (typeof url !== 'string' || url === '') throw unreachable()
  const others = objectsIn(card.additionalInterfaces).filter((other) => other.url !== url)
  return Object.freeze(
    [{ url, transport: preferredTransport }, ...others].map((old) => ({
      url: old.url ?? '',
      protocolBinding: old.transport ?? 'JSONRPC',
      protocolVersion: '0.3',
    })),
  )
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
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

/** Asks an agent for one of its skills. What it throws becomes a result with `isError`. */
export type SkillHandler = (
  request: { readonly agent: Agent; readonly skillId: string; readonly message: string },
  options: { readonly signal: AbortSignal },
) => Promise<ToolResult | string>

/** An agent and its id. */
export interface RegisteredAgent {
  readonly id: string
  readonly agent: Agent
}

/** An agent of the store, with what asks it. */
export interface StoredAgent extends RegisteredAgent {
  readonly ask: SkillHandler | undefined
}
