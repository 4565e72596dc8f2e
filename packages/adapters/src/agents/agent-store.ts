import { compareIds, type ToolSource } from '@toolscout/model'
import { nearestNames, quote } from '@toolscout/model/internal'
import { AgentNotFoundError } from '../errors.ts'
import type { RegisteredAgent, SkillHandler, StoredAgent } from './agent-card.ts'
import { type Agent, parseAgentCard } from './agent-card.ts'
import { createAgentSource } from './agent-source.ts'

/** How an agent is registered. */
export interface RegisterAgentOptions {
  /** Default: {@link toAgentId} of its name and version. */
  readonly id?: string | undefined
  /** Calls the agent. Without it, skills can be found and described but not called. */
  readonly ask?: SkillHandler | undefined
}

/** Agents whose skills are found like tools. */
export interface AgentStore {
  /**
   * Adds an agent or its card. Replaces an agent of the same id and reports that.
   *
   * @throws InvalidAgentError `INVALID_AGENT`.
   */
  readonly register: (
    agent: Agent | object,
    options?: RegisterAgentOptions,
  ) => { readonly id: string; readonly replaced: boolean }
  /** @throws AgentNotFoundError `AGENT_NOT_FOUND`. */
  readonly describe: (id: string) => Agent
  /** In ascending order of id. */
  readonly list: () => readonly RegisteredAgent[]
  /** Whether there was one. */
  readonly remove: (id: string) => boolean
  /**
   * The skills of all agents as a source of tools, named `agents` where nothing else is said: add it to a facade or a
   * gateway once, and what is registered and removed here comes and goes there.
   */
  readonly source: (name?: string) => ToolSource
}

/** The id of an agent: `name:version`, its name without a version, and nothing without a name. */
export function toAgentId(name: string, version = ''): string {
  return name === '' || version === '' ? name : `${name}:${version}`
}

/** Creates an empty store. */
export function createAgentStore(): AgentStore {
  const agents = new Map<string, StoredAgent>()
  const listeners = new Set<() => void>()
  const changed = (): void => {
    for (const listener of [...listeners]) listener()
  }
  const stored = (): readonly StoredAgent[] => [...agents.values()].sort((a, b) => compareIds(a.id, b.id))
  return Object.freeze({
    register: (given, { id: wanted, ask } = {}) => {
      const agent = isAgent(given) ? given : parseAgentCard(given)
      const id = wanted ?? toAgentId(agent.name, agent.version)
      const replaced = agents.has(id)
      agents.set(id, Object.freeze({ id, agent, ask }))
      changed()
      return Object.freeze({ id, replaced })
    },
    describe: (id) => {
      const found = agents.get(id)
      if (found !== undefined) return found.agent
      const near = nearestNames(id, [...agents.keys()], { max: 3 })
      const hint = near.length === 0 ? '' : ` Did you mean ${near.map(quote).join(' or ')}?`
      throw new AgentNotFoundError(`There is no agent ${quote(id)}.${hint}`, id, near)
    },
    list: () => stored().map(({ id, agent }) => Object.freeze({ id, agent })),
    remove: (id) => {
      const was = agents.delete(id)
      if (was) changed()
      return was
    },
    source: (name = 'agents') => createAgentSource(name, stored, listeners),
  } satisfies AgentStore)
}

function isAgent(given: object): given is Agent {
  return 'interfaces' in given && 'skills' in given && 'otherMembers' in given
}
