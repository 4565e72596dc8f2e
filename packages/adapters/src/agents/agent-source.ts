import { errorResult, type JsonObject, type Tool, type ToolResult, type ToolSource } from '@toolscout/model'
import {
  checkTimeoutMs,
  messageOf,
  sha256,
  systemClock,
  toIdPart,
  toToolResult,
  withTimeLimit,
} from '@toolscout/model/internal'
import { AgentSourceClosedError, AgentTimeoutError } from '../errors.ts'
import { keptBy } from '../formats/tool-format.ts'
import type { StoredAgent } from './agent-card.ts'

/** Default timeout of a skill in milliseconds; agents take longer than tools. */
const DEFAULT_TIMEOUT_MS = 120_000

/** A skill and the name its tool is listed by. */
interface NamedSkill {
  readonly name: string
  readonly skill: Tool
  readonly owner: StoredAgent
}

/** The skills of agents as a source of tools; `changes` are those who hear that they may differ. */
export function createAgentSource(
  name: string,
  stored: () => readonly StoredAgent[],
  changes: Set<() => void>,
): ToolSource {
  const own = new Set<() => void>()
  let isClosed = false
  const skills = (signal: AbortSignal | undefined): readonly NamedSkill[] => {
    if (isClosed) throw new AgentSourceClosedError(name)
    signal?.throwIfAborted()
    return namedSkills(stored())
  }
  const forget = (heard: () => void): void => {
    own.delete(heard)
    changes.delete(heard)
  }
  return Object.freeze({
    name,
    list: async ({ signal } = {}) => ({ definitions: skills(signal).map(toDefinition), complete: true }),
    call: async (tool, args, { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = {}) => {
      const found = skills(signal).find((skill) => skill.name === tool)
      checkTimeoutMs('timeoutMs', timeoutMs)
      if (found === undefined) return errorResult(`No agent has a skill ${tool} (any more).`)
      return withTimeLimit((ending) => ask(found, args, ending), {
        clock: systemClock,
        timeoutMs,
        signal,
        onTimeout: () => new AgentTimeoutError(found.owner.id, tool, timeoutMs),
      })
    },
    onChange: (listener) => {
      const heard = (): void => listener()
      own.add(heard)
      changes.add(heard)
      return () => forget(heard)
    },
    close: async () => {
      isClosed = true
      for (const heard of own) forget(heard)
    },
  } satisfies ToolSource)
}

/** Skills by the name of their agent, with its version where several versions are there. */
function namedSkills(agents: readonly StoredAgent[]): readonly NamedSkill[] {
  const versions = new Map<string, number>()
  for (const { agent } of agents) versions.set(agent.name, (versions.get(agent.name) ?? 0) + 1)
  const taken = new Set<string>()
  return agents.flatMap((owner) => {
    const { name, version, skills } = owner.agent
    const prefix = plainName((versions.get(name) ?? 0) > 1 ? `${name}-${version}` : name)
    return skills.map((skill) => {
      const short = `${prefix}.${toIdPart(skill.name)}`
      // Two agents may call themselves the same but for signs that no name may hold.
      const named = taken.has(short) ? `${prefix}-${sha256(owner.id).slice(0, 8)}.${skill.id}` : short
      taken.add(named)
      return { name: named, skill, owner }
    })
  })
}

/** A name as it may stand in an id: `-` for what may not. */
function plainName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.-]+/g, '-').replace(/^-+|-+$/g, '')
  return plain === '' ? toIdPart(name) : plain
}

/** What is listed: the skill in its own words, and whose it is, so that searches for the agent find it. */
function toDefinition({ name, skill, owner: { agent } }: NamedSkill): JsonObject {
  const { title, description, inputSchema, _meta } = skill
  const about = `A skill of the agent ${agent.name}: ${agent.description}`
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: description === undefined ? about : `${description}\n\n${about}`,
    inputSchema,
    ...(_meta === undefined ? {} : { _meta }),
    annotations: { openWorldHint: true },
  }
}

async function ask({ skill, owner }: NamedSkill, args: JsonObject, signal: AbortSignal): Promise<ToolResult> {
  const { id, agent, ask: handler } = owner
  if (handler === undefined)
    return errorResult(`Nobody here can ask the agent ${id}; it was registered without a way to.`)
  const { skillId = skill.id } = keptBy(skill, 'a2a')
  const message = typeof args.message === 'string' ? args.message : JSON.stringify(args)
  try {
    return toToolResult(await handler({ agent, skillId: String(skillId), message }, { signal }))
  } catch (error) {
    signal.throwIfAborted()
    return errorResult(`The agent ${id} failed. ${messageOf(error)}`)
  }
}
