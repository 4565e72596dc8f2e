import type { JsonObject, JsonValue, ToolSummary } from '@toolscout/model'
import { checkOptions, isJsonObject, messageOf, quote } from '@toolscout/model/internal'
import { compileLinearPattern } from '@toolscout/search/linear-pattern'
import { z } from 'zod'
import { fold, readAt, readShape } from '../config/read-shape.ts'
import { LoomConfigError } from '../errors.ts'
import { compileNames, namesToForbid } from '../name-patterns.ts'

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
interface Hook {
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

async function askHook({ name, applies, decide }: Hook, call: HookedCall): Promise<HookAnswer> {
  try {
    const decision = applies(call) ? await decide(call) : 'allow'
    if (Object.hasOwn(STRICTNESS, decision)) return { decision, reason: name }
    return { decision: 'deny', reason: `${name}, which gave no answer` }
  } catch (error) {
    return { decision: 'deny', reason: `${name}, which failed: ${messageOf(error)}` }
  }
}

/** Longest text that is looked at, in UTF-16 code units: a pattern takes milliseconds for it. */
const MAX_TEXT_LENGTH = 100_000

/**
 * Prepares a matcher. It holds when any value at its path, or inside what stands there, does; a text that is too long to
 * be looked at holds. Names on the path are compared without case and `_`, so that no spelling evades it.
 *
 * @throws InvalidPatternError `INVALID_PATTERN` for a pattern a linear engine cannot run.
 */
function compileMatcher({ param_path, op, value }: z.output<typeof MATCHER>): (args: JsonObject) => boolean {
  const test = compileTest(op, String(value))
  const path = param_path.split('.')
  return (args) =>
    scalarsAt(args, path).some((found) => {
      const text = String(found)
      return text.length > MAX_TEXT_LENGTH || test(text)
    })
}

function compileTest(op: z.output<typeof MATCHER>['op'], value: string): (text: string) => boolean {
  if (op === 'equals') return (text) => text === value
  if (op === 'contains') return (text) => text.includes(value)
  return compileLinearPattern(value).occursIn
}

/** Every text, number and truth value at a path or inside what stands there. A name may hold dots itself. */
function scalarsAt(value: JsonValue, path: readonly string[]): readonly JsonValue[] {
  if (path.length === 0) return scalarsOf(value)
  if (Array.isArray(value)) {
    const [step, ...rest] = path
    return value.flatMap((item, at) => [
      ...(String(at) === step ? scalarsAt(item, rest) : []),
      // A list of what is meant is meant as well.
      ...(isJsonObject(item) ? scalarsAt(item, path) : []),
    ])
  }
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    path.flatMap((_step, at) =>
      fold(path.slice(0, at + 1).join('.')) === fold(name) ? scalarsAt(member, path.slice(at + 1)) : [],
    ),
  )
}

function scalarsOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value.flatMap(scalarsOf)
  return isJsonObject(value) ? Object.values(value).flatMap(scalarsOf) : [value]
}

/** What the hooks of a configuration need beside it. */
export interface LoomHookOptions {
  /** What hooks of the kind `custom` ask, by their `name`. Default none. */
  readonly resolvers?: { readonly [name: string]: (call: HookedCall) => Promise<HookDecision> } | undefined
  /** Records what hooks of the kind `audit` hear; a call that cannot be recorded is not made. Default: nothing can. */
  readonly audit?: ((call: HookedCall, hook: string) => Promise<void>) | undefined
}

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
  checkOptions('the options of hooks', options, { resolvers: 'object', audit: 'function' })
  const list = config ?? []
  if (!Array.isArray(list)) throw new LoomConfigError('tools.hooks', `a list is needed, not ${quote(list)}.`)
  const hooks = list.map((hook, at) => readHook(hook, `tools.hooks[${at}]`, options))
  return Object.freeze({
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

function readHook(given: unknown, path: string, { resolvers = {}, audit }: LoomHookOptions): Hook {
  const { kind, name, scope, matcher } = readShape(HOOK, given, path)
  const isInScope = readAt(`${path}.scope`, () => compileNames([scope]))
  const at = `${path}.matcher`
  const holds =
    matcher === undefined
      ? () => true
      : readAt(`${at}.value`, () => compileMatcher(readShape(MATCHER, matcher, at)))
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
  }
  return {
    name: `the hook ${quote(label)}`,
    applies: ({ tool, args }) => isInScope(namesToForbid(tool)) && holds(args),
    decide: deciders[kind],
  }
}
