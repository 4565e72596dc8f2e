import type { JsonObject, ToolClient } from '@toolscout/model'

/** The caller and its deadline. */
export interface ContextAsk {
  /** On whose behalf; `''` for no particular one. */
  readonly principal: string
  readonly signal: AbortSignal
  /** The caller's client, where it can be asked something. */
  readonly client?: ToolClient | undefined
}

/** What there is beside tools. */
export interface ContextCapabilities {
  readonly resources: boolean
  readonly prompts: boolean
  readonly completions: boolean
}

/** Something changed: a list, or one resource. */
export type ContextChange =
  | { readonly type: 'resourcesChanged' }
  | { readonly type: 'promptsChanged' }
  | { readonly type: 'resourceUpdated'; readonly uri: string }

/** A list of a kind, and what is missing in it and why. */
export interface ContextList {
  readonly items: readonly JsonObject[]
  /** Sentences for people; empty when nothing is missing. */
  readonly warnings: readonly string[]
}

/**
 * Resources, prompts and completions, in the forms MCP gives them. What an implementation owes:
 *
 * - The lists are complete, in an order of their own that does not change by itself, and depend on no earlier call. What
 *   cannot be listed is a warning beside the rest.
 * - What is not there, or not for this principal, is `undefined`; any other failure rejects.
 * - `subscribe` resolves once changes of the resource reach the listeners of `onChange`, or with `undefined` for an
 *   unknown resource. The function it resolves with unsubscribes and never throws.
 */
export interface ContextSource {
  readonly capabilities: () => ContextCapabilities
  /** Items are MCP `Resource`. */
  readonly listResources: (ask: ContextAsk) => Promise<ContextList>
  /** Items are MCP `ResourceTemplate`. */
  readonly listResourceTemplates: (ask: ContextAsk) => Promise<ContextList>
  /** MCP `ReadResourceResult`. */
  readonly readResource: (uri: string, ask: ContextAsk) => Promise<JsonObject | undefined>
  readonly subscribe: (uri: string, ask: ContextAsk) => Promise<(() => void) | undefined>
  /** Items are MCP `Prompt`. */
  readonly listPrompts: (ask: ContextAsk) => Promise<ContextList>
  /** MCP `GetPromptResult`. */
  readonly getPrompt: (name: string, args: JsonObject, ask: ContextAsk) => Promise<JsonObject | undefined>
  /** Takes the parameters and gives the result of MCP `completion/complete`. */
  readonly complete: (params: JsonObject, ask: ContextAsk) => Promise<JsonObject | undefined>
  /** Calls back when something changed; gives back the way to stop. */
  readonly onChange: (listener: (change: ContextChange) => void) => () => void
}
