import type { ToolResult } from '@toolscout/model'
import type { Agent } from './agent-card.ts'

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
