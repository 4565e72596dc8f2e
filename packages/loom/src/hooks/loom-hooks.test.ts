import { describe, expect, it } from 'vitest'
import { LoomConfigError } from '../errors.ts'
import { openLoom } from '../fixtures/open-loom.ts'
import { createLoomHooks, type LoomHookOptions } from './loom-hooks.ts'

const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, sql: { type: 'string' }, options: { type: 'object' } },
}

/** What a call ends in under hooks, and what ran and was asked. */
async function outcomeOf(hooks: unknown, args: unknown, options: LoomHookOptions = {}) {
  const runs: unknown[] = []
  const asked: unknown[] = []
  const { loom, gateway } = openLoom({
    hooks: createLoomHooks(hooks, options),
    approve: async (_tool, shown) => asked.push(shown) > 0,
  })
  await gateway.register([{ name: 'query', inputSchema, execute: (given) => void runs.push(given) }])
  const { isError, structuredContent, content } = await loom.call('builtin:query', args)
  const outcome = isError === true ? structuredContent?.error : asked.length > 0 ? 'asked' : 'ran'
  return { outcome, runs, text: JSON.stringify(content) }
}

const matcher = { param_path: 'path', op: 'equals', value: '/etc/passwd' }
const deny = { kind: 'denylist', scope: 'query', matcher }

describe('tools.hooks (LOOM-074, LOOM-075)', () => {
  it.each([
    [[], 'ran'],
    [[deny], 'PERMISSION_DENIED'],
    [[{ kind: 'denylist', scope: 'que*' }], 'PERMISSION_DENIED'],
    [[{ kind: 'denylist', scope: 'builtin:query' }], 'PERMISSION_DENIED'],
    [[{ ...deny, scope: 'other' }], 'ran'],
    [[{ ...deny, matcher: { ...matcher, value: '/etc' } }], 'ran'],
    [[{ ...deny, matcher: { ...matcher, op: 'contains', value: 'passwd' } }], 'PERMISSION_DENIED'],
    [[{ ...deny, matcher: { ...matcher, op: 'regex', value: '^/etc/.*' } }], 'PERMISSION_DENIED'],
    [[{ kind: 'ask', scope: '*' }], 'asked'],
    [[{ kind: 'ask', scope: '*' }, deny], 'PERMISSION_DENIED'],
    [
      [{ Kind: 'denylist', SCOPE: '*', matcher: { paramPath: 'path', op: 'equals', value: '/etc/passwd' } }],
      'PERMISSION_DENIED',
    ],
  ])('%j: %s', async (hooks, outcome) => {
    const { runs, ...ended } = await outcomeOf(hooks, { path: '/etc/passwd' })
    expect(ended.outcome).toBe(outcome)
    expect(runs).toHaveLength(outcome === 'PERMISSION_DENIED' ? 0 : 1)
  })

  it.each([
    [{ Path: '/etc/passwd' }],
    [{ PA_TH: '/etc/passwd' }],
    ['{"path":"/etc/passwd"}'],
    // A name the tool does not know reaches it as it is.
    [{ path: 'x', 'Pa-th': '/etc/passwd' }],
  ])('no spelling evades it: %j (LOOM-062)', async (args) => {
    expect((await outcomeOf([deny], args)).outcome).toBe('PERMISSION_DENIED')
  })

  it.each([
    ['options.list.1', { options: { list: ['x', '/etc/passwd'] } }],
    ['options', { options: { deep: [{ er: '/etc/passwd' }] } }],
    ['options.file', { options: { file: ['/etc/passwd'] } }],
    ['options.list.file', { options: { list: [{ file: '/etc/passwd' }] } }],
    ['options.a.b', { options: { 'a.b': '/etc/passwd' } }],
  ])('a path leads to %s', async (param_path, args) => {
    const hooks = [{ ...deny, matcher: { ...matcher, param_path } }]
    expect((await outcomeOf(hooks, args)).outcome).toBe('PERMISSION_DENIED')
    expect((await outcomeOf(hooks, { options: { other: 1 }, path: '/etc/passwd' })).outcome).toBe('ran')
  })

  it('a text that is too long to be looked at is taken for what is meant', async () => {
    const long = [{ ...deny, matcher: { ...matcher, op: 'regex', value: '^never$' } }]
    expect((await outcomeOf(long, { path: 'x'.repeat(100_001) })).outcome).toBe('PERMISSION_DENIED')
    expect((await outcomeOf(long, { path: 'x'.repeat(100_000) })).outcome).toBe('ran')
  })

  it('a custom hook asks whom the application names, with what is run', async () => {
    const hooks = [{ kind: 'custom', name: 'weekday', scope: '*' }]
    for (const [decision, outcome] of [
      ['allow', 'ran'],
      ['ask', 'asked'],
      ['deny', 'PERMISSION_DENIED'],
      ['perhaps', 'PERMISSION_DENIED'],
    ] as const) {
      const heard: unknown[] = []
      const weekday: NonNullable<LoomHookOptions['resolvers']>[string] = async ({
        tool,
        args,
        principal,
      }) => {
        heard.push([tool.id, args, principal])
        return decision as 'allow'
      }
      const ended = await outcomeOf(hooks, '{"path":"x"}', { resolvers: { weekday } })
      expect(ended.outcome).toBe(outcome)
      expect(heard).toEqual([['query', { path: 'x' }, '']])
    }
    const allowing = { weekday: async () => 'allow' as const }
    const asking = [...hooks, { kind: 'ask', scope: '*' }]
    expect((await outcomeOf(asking, {}, { resolvers: allowing })).outcome).toBe('asked')
    const failing = { weekday: () => Promise.reject(new RangeError('calendar lost')) }
    const ended = await outcomeOf(hooks, {}, { resolvers: failing })
    expect([ended.outcome, ended.text]).toEqual([
      'PERMISSION_DENIED',
      expect.stringContaining('calendar lost'),
    ])
  })

  it('an audit hook records every call, also one that is denied, and one that cannot is not made', async () => {
    const hooks = [deny, { kind: 'audit', scope: '*', name: 'log' }]
    const heard: unknown[] = []
    const audit: LoomHookOptions['audit'] = async ({ args }, hook) => void heard.push([hook, args])
    expect((await outcomeOf(hooks, { path: 'x' }, { audit })).outcome).toBe('ran')
    expect((await outcomeOf(hooks, { path: '/etc/passwd' }, { audit })).outcome).toBe('PERMISSION_DENIED')
    expect(heard).toEqual([
      ['log', { path: 'x' }],
      ['log', { path: '/etc/passwd' }],
    ])
    const full = { audit: () => Promise.reject(new RangeError('disk full')) }
    expect((await outcomeOf(hooks, { path: 'x' }, full)).outcome).toBe('PERMISSION_DENIED')
  })

  it.each([
    [{}, 'a list is needed'],
    [[{ kind: 'gated-allowlist', scope: '*' }], 'tools.hooks[0].state_key: a gate needs it'],
    [[{ ...deny, state_key: 'x' }], 'tools.hooks[0]'],
    [[{ kind: 'block', scope: '*' }], 'one of denylist'],
    [[{ kind: 'denylist' }], 'tools.hooks[0].scope'],
    [[{ kind: 'denylist', scope: 'a*b' }], 'tools.hooks[0].scope'],
    [[deny, { ...deny, matchers: [] }], 'tools.hooks[1]'],
    [[{ ...deny, matcher: { param_path: 'x', op: 'equals' } }], 'tools.hooks[0].matcher.value'],
    [[{ ...deny, matcher: { ...matcher, op: 'like' } }], 'tools.hooks[0].matcher.op'],
    [[{ ...deny, matcher: { ...matcher, op: 'regex', value: '(?=a)' } }], 'tools.hooks[0].matcher.value'],
    [[{ kind: 'custom', scope: '*', name: 'toString' }], 'no resolver "toString"'],
    [[{ kind: 'audit', scope: '*' }], 'nothing receives it'],
  ])('%j is refused before anything runs', (hooks, why) => {
    expect(() => createLoomHooks(hooks)).toThrow(LoomConfigError)
    expect(() => createLoomHooks(hooks)).toThrow(why)
  })
})
