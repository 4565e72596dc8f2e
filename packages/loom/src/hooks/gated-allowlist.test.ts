import type { JsonValue } from '@toolscout/model'
import { describe, expect, it } from 'vitest'
import { LoomConfigError } from '../errors.ts'
import { openLoom } from '../fixtures/open-loom.ts'
import { servedTools } from '../fixtures/served-tools.ts'
import { createLoomHooks } from './loom-hooks.ts'

const gate = {
  kind: 'gated-allowlist',
  scope: 'execute_sql',
  state_key: 'approved',
  source_tool: 'render_sql',
  stmt_param: 'stmt',
  result_path: 'out.statements',
}
const inputSchema = { type: 'object' } as const

/** A tool that makes statements, one that runs them, and what ran. */
async function openGate(
  more: object = {},
  made: () => unknown = () => ({ out: { statements: ['DROP x'] } }),
) {
  const runs: unknown[] = []
  const { loom, gateway } = openLoom({
    hooks: createLoomHooks([{ ...gate, ...more }]),
    requiresApproval: () => false,
  })
  await gateway.register([
    { name: 'render_sql', inputSchema, execute: made },
    { name: 'execute_sql', inputSchema, execute: (args) => void runs.push(args) },
  ])
  const errorOf = async (args: JsonValue, principal = ''): Promise<unknown> =>
    (await loom.call('execute_sql', args, { principal })).structuredContent?.error
  const render = (principal = '') => loom.call('render_sql', {}, { principal })
  return { loom, gateway, runs, errorOf, render }
}

describe('hooks of the kind gated-allowlist (4.8)', () => {
  it('a statement runs once its source made it, for whom it was made, whatever the white space', async () => {
    const { runs, errorOf, render } = await openGate()
    expect(await errorOf({ stmt: 'DROP x' })).toBe('PERMISSION_DENIED')
    await render('ada')
    expect(await errorOf({ stmt: 'DROP x' })).toBe('PERMISSION_DENIED')
    expect(await errorOf({ stmt: '  DROP \n x ;' }, 'ada')).toBeUndefined()
    expect(await errorOf({ stmt: 'DROP x; DROP y' }, 'ada')).toBe('PERMISSION_DENIED')
    expect(await errorOf({ stmt: 'drop x' }, 'ada')).toBe('PERMISSION_DENIED')
    expect(runs).toEqual([{ stmt: '  DROP \n x ;' }])
  })

  it.each([[{}], [{ stmt: '' }], [{ stmt: ' ; ' }], [{ stmt: 7 }], [{ stmt: ['DROP x', 'DROP y'] }]])(
    '%j has no statement, or more than one',
    async (args) => {
      const { errorOf, render } = await openGate({ read_pattern: '.*' })
      await render()
      expect(await errorOf(args)).toBe('PERMISSION_DENIED')
    },
  )

  it('another spelling of the argument beside it is a second statement', async () => {
    const { errorOf, render } = await openGate()
    await render()
    expect(await errorOf({ STMT: 'DROP x' })).toBeUndefined()
    expect(await errorOf({ stmt: 'DROP x', St_Mt: 'DROP y' })).toBe('PERMISSION_DENIED')
  })

  it('what reads runs in any case, if every part of it begins as a read does', async () => {
    const { errorOf } = await openGate({ read_pattern: '(?i)select' })
    expect(await errorOf({ stmt: 'select 1; SELECT 2;' })).toBeUndefined()
    for (const stmt of ['SELECT 1; DROP x', 'DELETE FROM x WHERE id IN (SELECT 1)', 'x'.repeat(100_001)]) {
      expect(await errorOf({ stmt })).toBe('PERMISSION_DENIED')
    }
  })

  it.each<[string, object, unknown, boolean]>([
    ['a list', { result_path: 'rows' }, { rows: ['DROP x', 'DROP z'] }, true],
    ['one text', { result_path: 'row' }, { row: 'DROP x' }, true],
    ['the text of the result', { result_path: '' }, 'DROP x', true],
    ['JSON in the text of the result', { result_path: 'row' }, '{"row":"DROP x"}', true],
    ['nothing where it should be', { result_path: 'gone' }, { row: 'DROP x' }, false],
    ['something inherited', { result_path: 'constructor.name' }, {}, false],
    ['an object', { result_path: '' }, { row: 'DROP x' }, false],
    [
      'a failure',
      {},
      { content: [], isError: true, structuredContent: { out: { statements: ['DROP x'] } } },
      false,
    ],
  ])('of its source it takes %s: %j', async (_what, more, made, isTaken) => {
    const { errorOf, render } = await openGate(more, () => made)
    await render()
    expect(await errorOf({ stmt: 'DROP x' })).toBe(isTaken ? undefined : 'PERMISSION_DENIED')
  })

  it.each([
    ['render_sql', 'builtin:render_sql'],
    ['render:render_sql', 'mcp:render:render_sql'],
  ])('the source %s is %s, and no other tool of that name', async (source_tool, id) => {
    const { gateway, loom, errorOf } = await openGate({ source_tool })
    const execute = () => ({ out: { statements: ['DROP x'] } })
    gateway.addServer(await servedTools('render', [{ name: 'render_sql', inputSchema, execute }]))
    gateway.start()
    await gateway.settled()
    for (const one of ['builtin:render_sql', 'mcp:render:render_sql']) {
      if (one !== id) expect((await loom.call(one)).isError).toBeUndefined()
    }
    expect(await errorOf({ stmt: 'DROP x' })).toBe('PERMISSION_DENIED')
    await loom.call(id)
    expect(await errorOf({ stmt: 'DROP x' })).toBeUndefined()
  })

  it('hooks with one state key share what was made, others do not', async () => {
    const runs: unknown[] = []
    const { loom, gateway } = openLoom({
      hooks: createLoomHooks([
        gate,
        { ...gate, scope: 'explain_sql', source_tool: 'other' },
        { ...gate, scope: 'apply_sql', state_key: 'own' },
      ]),
      requiresApproval: () => false,
    })
    const run = (name: string) => ({ name, inputSchema, execute: () => void runs.push(name) })
    const made = { name: 'render_sql', inputSchema, execute: () => ({ out: { statements: ['DROP x'] } }) }
    await gateway.register([made, run('execute_sql'), run('explain_sql'), run('apply_sql')])
    await loom.call('render_sql')
    for (const name of ['execute_sql', 'explain_sql', 'apply_sql']) await loom.call(name, { stmt: 'DROP x' })
    expect(runs).toEqual(['execute_sql', 'explain_sql', 'apply_sql'])
  })

  it.each([
    [{ source_tool: 'render_*' }, 'tools.hooks[0]'],
    [{ stmt_param: '' }, 'tools.hooks[0].stmt_param: a gate needs it'],
    [{ read_pattern: '(?=x)' }, 'tools.hooks[0]'],
    [{ pattern: 'x' }, 'tools.hooks[0]'],
  ])('%j is refused before anything runs', (more, why) => {
    expect(() => createLoomHooks([{ ...gate, ...more }])).toThrow(LoomConfigError)
    expect(() => createLoomHooks([{ ...gate, ...more }])).toThrow(why)
  })
})
