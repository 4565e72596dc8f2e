import type { ToolResult } from '@toolscout/model'
import { checkOptions, isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import { z } from 'zod'
import { readAt, readShape, renameMembers } from '../config/read-shape.ts'
import { LoomConfigError } from '../errors.ts'
import { compileNames, namesToForbid } from '../name-patterns.ts'
import { ApprovedStatements, createGate, type Gate } from './gated-allowlist.ts'
import type { HookDecision, HookedCall } from './hooked-call.ts'
import { readMatcher } from './matcher.ts'

/** One hook, ready to be asked. */
interface Hook {
  /** What it is called, for people. */
  readonly name: string
  readonly applies: (call: HookedCall) => boolean
  readonly decide: (call: HookedCall) => Promise<HookDecision>
  readonly observe?: Gate['observe']
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
  /** Hears how a call ended that was made; a gate remembers what its source has made. Default: nothing has to. */
  readonly observe?: (call: HookedCall, result: ToolResult) => void
}

const STRICTNESS: { readonly [Decision in HookDecision]: number } = { allow: 0, ask: 1, deny: 2 }

async function askHook({ name, applies, decide }: Hook, call: HookedCall): Promise<HookAnswer> {
  try {
    const decision = applies(call) ? await decide(call) : 'allow'
    if (Object.hasOwn(STRICTNESS, decision)) return { decision, reason: name }
    return { decision: 'deny', reason: `${name}, which gave no answer` }
  } catch (error) {
    return { decision: 'deny', reason: `${name}, which failed: ${messageOf(error)}` }
  }
}

/** What the hooks of a configuration need beside it. */
export interface LoomHookOptions {
  /** What hooks of the kind `custom` ask, by their `name`. Default none. */
  readonly resolvers?: { readonly [name: string]: (call: HookedCall) => Promise<HookDecision> } | undefined
  /** Records what hooks of the kind `audit` hear; a call that cannot be recorded is not made. Default: nothing can. */
  readonly audit?: ((call: HookedCall, hook: string) => Promise<void>) | undefined
}

const GATE = 'gated-allowlist'
const KINDS = ['denylist', 'audit', 'ask', 'custom', GATE] as const
const HOOK = z.strictObject({
  kind: z.enum(KINDS, { error: `one of ${KINDS.join(', ')} is needed` }),
  name: z.string().min(1).optional(),
  scope: z.string({ error: 'the name of a tool is needed; * alone means every tool' }),
  matcher: z.unknown().optional(),
})
const required = z.string({ error: 'a gate needs it' }).min(1, 'a gate needs it')
const GATED = HOOK.extend({
  state_key: required,
  source_tool: required,
  stmt_param: required,
  read_pattern: z.string().min(1).optional(),
  result_path: z.string().optional(),
})
/**
 * Reads `tools.hooks` as Loom has it: a list of hooks, each asked about the calls of its `scope` whose arguments its
 * `matcher` holds of. Deny goes before ask, and ask before allow; whatever fails denies.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID` for a hook that is incomplete or has no resolver, TypeError for an unknown
 * option.
 */
export function createLoomHooks(config: unknown, options: LoomHookOptions = {}): LoomHooks {
  checkOptions('the options of hooks', options, { resolvers: 'object', audit: 'function' })
  const list = config ?? []
  if (!Array.isArray(list)) throw new LoomConfigError('tools.hooks', `a list is needed, not ${quote(list)}.`)
  const approved = new ApprovedStatements()
  const hooks = list.map((hook, at) => readHook(hook, `tools.hooks[${at}]`, { ...options, approved }))
  return Object.freeze({
    observe: (call, result) => {
      for (const { observe } of hooks) observe?.(call, result)
    },
    check: async (call) => {
      let answer: HookAnswer = { decision: 'allow' }
      for (const hook of hooks) {
        const said = await askHook(hook, call)
        // Of equally strict ones the first counts.
        if (STRICTNESS[said.decision] > STRICTNESS[answer.decision]) answer = said
      }
      return Object.freeze(answer)
    },
  } satisfies LoomHooks)
}

/** What hooks are made with. */
interface HookDeps extends LoomHookOptions {
  readonly approved: ApprovedStatements
}

function readHook(given: unknown, path: string, { resolvers = {}, audit, approved }: HookDeps): Hook {
  const isGate = isJsonObject(given) && renameMembers(given, ['kind'], path).kind === GATE
  // Members of a gate are refused beside another kind, where they would change nothing.
  const settings = isGate ? readShape(GATED, given, path) : undefined
  const { kind, name, scope, matcher } = settings ?? readShape(HOOK, given, path)
  const gate = settings && readAt(path, () => createGate(settings, approved))
  const isInScope = readAt(`${path}.scope`, () => compileNames([scope]))
  const holds = matcher === undefined ? () => true : readMatcher(matcher, `${path}.matcher`)
  const label = name ?? `${kind} of ${scope}`
  const resolver = Object.hasOwn(resolvers, name ?? '') ? resolvers[name ?? ''] : undefined
  if (kind === 'audit' && audit === undefined) {
    throw new LoomConfigError(path, 'nothing receives it. Give `audit`.')
  }
  if (kind === 'custom' && resolver === undefined) {
    throw new LoomConfigError(path, `there is no resolver ${quote(name ?? '')}. Give it in \`resolvers\`.`)
  }
  const deciders: { readonly [Kind in (typeof KINDS)[number]]: Hook['decide'] } = {
    denylist: async () => 'deny',
    ask: async () => 'ask',
    audit: async (call) => {
      await audit?.(call, label)
      return 'allow'
    },
    custom: async (call) => resolver?.(call) ?? 'deny',
    [GATE]: async (call) => gate?.decide(call) ?? 'deny',
  }
  return {
    ...(gate && { observe: gate.observe }),
    name: `the hook ${quote(label)}`,
    applies: ({ tool, args }) => isInScope(namesToForbid(tool)) && holds(args),
    decide: deciders[kind],
  }
}
