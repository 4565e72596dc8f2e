import type { JsonObject, ToolSummary } from '@toolscout/model'

/** What a hook says of a call; the strictest of all counts. */
export type HookDecision = 'allow' | 'ask' | 'deny'

/** A call that hooks are asked about. */
export interface HookedCall {
  readonly tool: ToolSummary
  /** The very arguments the tool is run with. Frozen. */
  readonly args: JsonObject
  /** On whose behalf; `''` without a principal. */
  readonly principal: string
}
