import { quote, requireKnownMembers } from '@toolscout/model/internal'
import { z } from 'zod'
import { readAt, readShape } from '../config/read-shape.ts'
import { LoomConfigError } from '../errors.ts'
import { compileNames, namesToForbid } from '../name-patterns.ts'
import { type Hook, type HookDecision, type HookedCall, joinHooks, type LoomHooks } from './loom-hooks.ts'
import { compileMatcher } from './match-call.ts'

/** What the hooks of a configuration need beside it. */
export interface LoomHookOptions {
  /** What hooks of the kind `custom` ask, by their `name`. Default none. */
  readonly resolvers?: { readonly [name: string]: (call: HookedCall) => Promise<HookDecision> } | undefined
  /** Records what hooks of the kind `audit` hear; a call that cannot be recorded is not made. Default: nothing can. */
  readonly audit?: ((call: HookedCall, hook: string) => Promise<void>) | undefined
}

const OPTIONS = Object.keys({ resolvers: true, audit: true } satisfies {
  [Option in keyof LoomHookOptions]-?: true
})

const KINDS = ['denylist', 'audit', 'ask', 'custom'] as const
const HOOK = z.strictObject({
  kind: z.enum(KINDS, {
    error: ({ input }) =>
      input === 'gated-allowlist'
        ? 'gated-allowlist is not done here: write a custom hook that remembers what was read'
        : `one of ${KINDS.join(', ')} is needed`,
  }),
  name: z.string().min(1).optional(),
  scope: z.string({ error: 'the name of a tool is needed; * alone means every tool' }),
  matcher: z.unknown().optional(),
})
const MATCHER = z.strictObject({
  param_path: z.string().min(1),
  op: z.enum(['equals', 'regex', 'contains']),
  value: z.union([z.string(), z.number(), z.boolean()]),
})

/**
 * Reads `tools.hooks` as Loom has it: a list of hooks, each asked about the calls of its `scope` whose arguments its
 * `matcher` holds of. Deny goes before ask, and ask before allow; whatever fails denies.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID` for a hook that is incomplete or has no resolver, TypeError for an unknown
 * option.
 */
export function createLoomHooks(config: unknown, options: LoomHookOptions = {}): LoomHooks {
  requireKnownMembers('the options of hooks', options, OPTIONS)
  const list = config ?? []
  if (!Array.isArray(list)) throw new LoomConfigError('tools.hooks', `a list is needed, not ${quote(list)}.`)
  return joinHooks(list.map((hook, at) => readHook(hook, `tools.hooks[${at}]`, options)))
}

function readHook(given: unknown, path: string, options: LoomHookOptions): Hook {
  const { kind, name, scope, matcher } = readShape(HOOK, given, path)
  const isInScope = readAt(`${path}.scope`, () => compileNames([scope]))
  const at = `${path}.matcher`
  const holds =
    matcher === undefined
      ? () => true
      : readAt(`${at}.value`, () => compileMatcher(readShape(MATCHER, matcher, at)))
  const label = name ?? `${kind} of ${scope}`
  return {
    name: `the hook ${quote(label)}`,
    applies: ({ tool, args }) => isInScope(namesToForbid(tool)) && holds(args),
    decide: deciderOf(kind, { name, label, path, options }),
  }
}

function deciderOf(
  kind: (typeof KINDS)[number],
  {
    name = '',
    label,
    path,
    options: { resolvers = {}, audit },
  }: {
    readonly name?: string | undefined
    readonly label: string
    readonly path: string
    readonly options: LoomHookOptions
  },
): Hook['decide'] {
  if (kind === 'denylist') return async () => 'deny'
  if (kind === 'ask') return async () => 'ask'
  if (kind === 'audit') {
    if (audit === undefined) throw new LoomConfigError(path, 'nobody hears of it. Give `audit`.')
    return async (call) => {
      await audit(call, label)
      return 'allow'
    }
  }
  const resolver = Object.hasOwn(resolvers, name) ? resolvers[name] : undefined
  if (resolver !== undefined) return async (call) => resolver(call)
  throw new LoomConfigError(path, `there is no resolver ${quote(name)}. Give it in \`resolvers\`.`)
}
