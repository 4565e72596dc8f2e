export { type Agent, parseAgentCard, toAgentCard } from './agents/agent-card.ts'
export { type AgentStore, createAgentStore } from './agents/agent-store.ts'
export type { RegisteredAgent, SkillHandler } from './agents/stored-agent.ts'
export { AgentNotFoundError, AgentSourceClosedError, AgentTimeoutError, InvalidAgentError } from './errors.ts'
