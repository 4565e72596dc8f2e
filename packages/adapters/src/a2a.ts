export type { RegisteredAgent, SkillHandler } from './agents/agent-card.ts'
export { type Agent, parseAgentCard, toAgentCard } from './agents/agent-card.ts'
export { type AgentStore, createAgentStore } from './agents/agent-store.ts'
export { AgentNotFoundError, AgentSourceClosedError, AgentTimeoutError, InvalidAgentError } from './errors.ts'
