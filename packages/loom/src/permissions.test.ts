import { describe, expect, it } from 'vitest'
import { LoomConfigError } from './errors.ts'
import { openLoom } from './fixtures/open-loom.ts'
import { servedTools } from './fixtures/served-tools.ts'
import { createLoomHooks } from './hooks/loom-hooks.ts'
import { createLoomPermissions } from './permissions.ts'

const inputSchema = { type: 'object' }
const NAMES = ['bash', 'file_read', 'file_write', 'format_disk']

/** A loom under a configuration, with functions, a tool of a namespace, and those of a server. */
async function openUnder(config: unknown, { asks = true, hooks = [] as readonly unknown[] } = {}) {
  const { policy, ...forLoom } = createLoomPermissions(config)
  const runs: string[] = []
  const asked: string[] = []
  const approve = async ({ id }: { readonly id: string }): Promise<boolean> => asked.push(id) > 0
  const { requiresApproval, approvalTimeoutMs } = forLoom
  const { loom, gateway } = openLoom(
    { requiresApproval, approvalTimeoutMs, hooks: createLoomHooks(hooks), ...(asks ? { approve } : {}) },
    { policy },
  )
  const tools = NAMES.map((name) => ({ name, inputSchema, execute: () => void runs.push(name) }))
  await gateway.register(tools)
  await gateway.register([{ ...tools[0], name: 'deploy', version: '1.0.0' }], { namespace: 'ops' })
  gateway.addServer(await servedTools('far', tools))
  gateway.start()
  await gateway.settled()
  const outcomeOf = async (id: string): Promise<unknown> => {
    asked.length = 0
    const { isError, structuredContent } = await loom.call(id, {})
    return isError === true ? structuredContent?.error : asked.length > 0 ? 'asked' : 'ran'
  }
  return { loom, gateway, forLoom, runs, outcomeOf }
}

describe('tools.permissions (LOOM-070, LOOM-071, LOOM-073)', () => {
  it.each([
    // What is asked for, what it names, and what becomes of it.
    [{ yolo: true, disabled_tools: ['*'], require_approval: true }, 'builtin:bash', 'ran'],
    [{ disabled_tools: ['bash'], allowed_tools: ['bash'] }, 'builtin:bash', 'TOOL_NOT_FOUND'],
    [{ disabled_tools: ['file_*'] }, 'builtin:file_read', 'TOOL_NOT_FOUND'],
    [{ disabled_tools: ['*'] }, 'mcp:far:bash', 'TOOL_NOT_FOUND'],
    [{ disabled_tools: ['far:*'] }, 'mcp:far:bash', 'TOOL_NOT_FOUND'],
    [{ disabled_tools: ['mcp:far:bash'] }, 'mcp:far:bash', 'TOOL_NOT_FOUND'],
    [{ disabled_tools: ['bash'], require_approval: false }, 'mcp:far:bash', 'ran'],
    [{ disabled_tools: ['ops:deploy'] }, 'builtin:ops:deploy', 'TOOL_NOT_FOUND'],
    [{ disabled_tools: ['deploy'] }, 'builtin:ops:deploy:1.0.0', 'TOOL_NOT_FOUND'],
    [{ require_approval: true, allowed_tools: ['mcp:far:file_*'] }, 'mcp:far:file_read', 'ran'],
    [{ require_approval: true, allowed_tools: ['mcp:far:file_*'] }, 'builtin:file_read', 'asked'],
    [{ require_approval: true }, 'builtin:file_read', 'asked'],
    [{ require_approval: true, default_action: 'allow' }, 'mcp:far:bash', 'ran'],
    [{ require_approval: false }, 'mcp:far:bash', 'ran'],
    // Nothing is said, so the rules decide.
    [{}, 'builtin:file_read', 'ran'],
    [{ allowed_tools: ['x'] }, 'mcp:far:file_read', 'asked'],
    [null, 'builtin:bash', 'asked'],
    // Spellings of members.
    [{ DisabledTools: ['bash'] }, 'builtin:bash', 'TOOL_NOT_FOUND'],
    [{ 'disabled-tools': ['bash'] }, 'builtin:bash', 'TOOL_NOT_FOUND'],
  ])('%j: %s %s', async (config, id, outcome) => {
    for (const hooks of [[], [{ kind: 'denylist', scope: 'other' }]]) {
      const { outcomeOf, runs } = await openUnder(config, { hooks })
      expect(await outcomeOf(id)).toBe(outcome)
      expect(runs.length).toBe(outcome === 'TOOL_NOT_FOUND' ? 0 : 1)
    }
  })

  it('where nobody can be asked, what needs it does not run', async () => {
    const { outcomeOf, runs } = await openUnder({ require_approval: true }, { asks: false })
    expect([await outcomeOf('builtin:file_read'), runs]).toEqual(['APPROVAL_REQUIRED', []])
  })

  it('what is advertised is what may be called (LOOM-072)', async () => {
    const config = { require_approval: true, allowed_tools: ['file_*'], disabled_tools: ['far:*', 'bash'] }
    const { gateway, loom, forLoom } = await openUnder(config)
    const listed = gateway.list()
    expect(listed.map(({ id }) => id)).toEqual(['file_read', 'file_write', 'format_disk', 'ops:deploy:1.0.0'])
    expect(listed.map(({ summary }) => forLoom.check(summary))).toEqual(['allow', 'allow', 'ask', 'ask'])
    for (const { tool } of (await loom.search({ query: 'bash', limit: 100 })).results) {
      expect(tool.name).not.toBe('bash')
    }
    expect(loom.getToolsByCapability('shell')).toEqual([])
  })

  it('a server that is named as a kind gets nothing that a function was allowed', () => {
    const { check } = createLoomPermissions({ require_approval: true, allowed_tools: ['builtin:bash'] })
    const tool = { id: 'builtin:bash', name: 'bash', summary: '', tags: [] }
    const backends = [{ kind: 'mcp', server: 'builtin' }] as const
    expect(check({ ...tool, namespace: 'builtin', backends })).toBe('ask')
    expect(check({ ...tool, id: 'bash', backends: [{ kind: 'local', handler: 'bash' }] })).toBe('allow')
  })

  it('people have 300 seconds, or as many as are written (LOOM-076)', () => {
    expect(createLoomPermissions().approvalTimeoutMs).toBe(300_000)
    expect(createLoomPermissions({ timeout_seconds: 1.5 }).approvalTimeoutMs).toBe(1_500)
  })

  it.each([
    [7, 'an object is needed'],
    [{ disabled: ['bash'] }, 'disabled'],
    [{ disabled_tools: 'bash' }, 'tools.permissions.disabled_tools'],
    [{ disabled_tools: ['b*sh'] }, 'only a * at its end'],
    [{ allowed_tools: [''] }, 'tools.permissions.allowed_tools'],
    [{ disabled_tools: ['a'], disabledTools: ['b'] }, 'twice'],
    [{ default_action: 'maybe' }, 'tools.permissions.default_action'],
    [{ timeout_seconds: 0 }, 'tools.permissions.timeout_seconds'],
  ])('%j is refused', (config, why) => {
    expect(() => createLoomPermissions(config)).toThrow(LoomConfigError)
    expect(() => createLoomPermissions(config)).toThrow(why)
  })
})
