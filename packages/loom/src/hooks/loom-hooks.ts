import type { JsonObject, ToolSummary } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'

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

/** One hook, ready to be asked. */
export interface Hook {
  /** What it is called, for people. */
  readonly name: string
  readonly applies: (call: HookedCall) => boolean
  readonly decide: (call: HookedCall) => Promise<HookDecision>
}

/** What all hooks together said. */
export interface HookAnswer {
  readonly decision: HookDecision
  /** What the hook that decided is called, and why where it failed; absent where all allow. */
  readonly reason?: string
}

/** What `tools.hooks` of a configuration of Loom says, for a loom. */
export interface LoomHooks {
  /** Asks every hook that the call is in the scope of, in their order. Never rejects: a hook that fails denies. */
  readonly check: (call: HookedCall) => Promise<HookAnswer>
}

const STRICTNESS: { readonly [Decision in HookDecision]: number } = { allow: 0, ask: 1, deny: 2 }

/** Joins hooks: the strictest answer counts, of equally strict ones the first. */
export function joinHooks(hooks: readonly Hook[]): LoomHooks {
  return Object.freeze({
    check: async (call) => {
      let answer: HookAnswer = { decision: 'allow' }
      for (const hook of hooks) {
        const said = await askHook(hook, call)
        if (STRICTNESS[said.decision] > STRICTNESS[answer.decision]) answer = said
      }
      return Object.freeze(answer)
    },
  } satisfies LoomHooks)
}

async function askHook({ name, applies, decide }: Hook, call: HookedCall): Promise<HookAnswer> {
  try {
    const decision = applies(call) ? await decide(call) : 'allow'
    if (Object.hasOwn(STRICTNESS, decision)) return { decision, reason: name }
    return { decision: 'deny', reason: `${name}, which gave no answer` }
  } catch (error) {
    return { decision: 'deny', reason: `${name}, which failed: ${messageOf(error)}` }
  }
}
