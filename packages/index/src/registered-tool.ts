import type { Backend, Tool, ToolSummary } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'

/** A tool of the index with all that is known of it. Frozen. */
export interface RegisteredTool {
  readonly tool: Tool
  /** Where it can be called, in order of registration; never empty. */
  readonly backends: readonly Backend[]
  readonly summary: ToolSummary
  /** What tool docs add to the text that is searched; empty when there are none. */
  readonly notes: string
}

/** Puts together what the index keeps of a tool. */
export function toRegisteredTool(tool: Tool, backends: readonly Backend[], notes: string): RegisteredTool {
  const frozen = Object.freeze([...backends])
  return Object.freeze({ tool, backends: frozen, summary: toToolSummary(tool, frozen), notes })
}
