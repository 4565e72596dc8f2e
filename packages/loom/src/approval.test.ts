import type { LocalTool } from '@toolscout/model'
import { createLedger, startHttpBackend } from '@toolscout/testbed/farm'
import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Approve } from './approval.ts'
import { BUILTINS, openLoom } from './fixtures/open-loom.ts'
import type { Loom } from './loom.ts'

const errorOf = async (call: ReturnType<Loom['call']>): Promise<unknown> =>
  (await call).structuredContent?.error
const inputSchema = { type: 'object' }
/** A tool that writes, and what it was run with. */
function writer(): { readonly tool: LocalTool; readonly runs: unknown[] } {
  const runs: unknown[] = []
  const execute = (args: unknown): string => {
    runs.push(args)
    return 'written'
  }
  return {
    tool: { name: 'file_write', description: 'Write a file', inputSchema: { type: 'object' }, execute },
    runs,
  }
}

describe('what needs approval', () => {
  it.each([
    ['bash', {}, true],
    ['shell_execute', {}, true],
    ['fileWrite', {}, true],
    ['file_read', {}, false],
    // Whole words: a writer of poems writes, rewriting is another word.
    ['rewriter', {}, false],
    ['executive_summary', {}, false],
    ['delete_user', { readOnlyHint: true }, false],
    ['delete_user', { destructiveHint: false }, false],
    ['tidy', { destructiveHint: true }, true],
  ])('%s with %j: %j', async (name, annotations, needs) => {
    const { loom, gateway } = openLoom()
    await gateway.register([{ name, annotations, inputSchema }])
    expect(loom.getTool(`builtin:${name}`)?.requiresApproval).toBe(needs)
  })

  it('a server has no say unless it is trusted, in hints or names', async () => {
    const backend = await startHttpBackend({ name: 'farm', ledger: createLedger() })
    onTestFinished(() => backend.down())
    for (const trusted of [false, true]) {
      const { loom, gateway } = openLoom()
      gateway.addServer({ name: 'farm', transport: 'http', url: backend.url }, { trusted })
      gateway.start()
      await gateway.settled()
      // `echo` says that it reads.
      expect(loom.getTool('mcp:farm:echo')?.requiresApproval).toBe(!trusted)
      const called = loom.call('mcp:farm:echo', { nonce: 'n' })
      expect(await errorOf(called)).toBe(trusted ? undefined : 'APPROVAL_REQUIRED')
    }
  })

  it('the operator decides before all others', async () => {
    const requiresApproval = ({ id }: { readonly id: string }): boolean | undefined =>
      id === 'bash' ? false : id === 'file_read' ? true : undefined
    const { loom, gateway } = openLoom({ requiresApproval })
    await gateway.register(BUILTINS)
    expect(await errorOf(loom.call('builtin:bash'))).toBeUndefined()
    expect(await errorOf(loom.call('builtin:file_read'))).toBe('APPROVAL_REQUIRED')
  })
})

describe('a call that needs approval', () => {
  it('is refused where nobody can be asked, and says so', async () => {
    const { loom, gateway } = openLoom()
    const { tool, runs } = writer()
    await gateway.register([tool])
    const result = await loom.call('builtin:file_write', { path: 'x' })
    expect([result.isError, result.structuredContent]).toEqual([
      true,
      { error: 'APPROVAL_REQUIRED', tool: 'file_write', outcome: 'notRun' },
    ])
    expect(JSON.stringify(result.content)).toContain('nothing can grant it')
    expect(runs).toEqual([])
  })

  it('runs with the very arguments that were agreed to, by whoever asked', async () => {
    const asked: unknown[] = []
    const given = { path: 'a' }
    const approve: Approve = async (tool, args, { principal }) => {
      asked.push([tool.id, tool.inputSchema, args, principal])
      given.path = 'another'
      return true
    }
    const { loom, gateway } = openLoom({ approve })
    const { tool, runs } = writer()
    await gateway.register([tool])
    await loom.call('file_write', given, { principal: 'ada' })
    expect(asked).toEqual([['builtin:file_write', { type: 'object' }, { path: 'a' }, 'ada']])
    expect(runs).toEqual([{ path: 'a' }])
  })

  it.each([
    ['false', async () => false],
    ['anything but true', async () => 'yes' as never],
    ['an error', () => Promise.reject(new RangeError('no'))],
    [
      'a throw',
      (() => {
        throw new RangeError('no')
      }) as never,
    ],
  ] as readonly (readonly [string, Approve])[])('%s is no agreement', async (_what, approve) => {
    const { loom, gateway } = openLoom({ approve })
    const { tool, runs } = writer()
    await gateway.register([tool])
    expect(await errorOf(loom.call('file_write'))).toBe('APPROVAL_DENIED')
    expect(runs).toEqual([])
  })

  it('is refused when nobody answers in time, and whoever is asked hears of it', async () => {
    const clock = createManualClock()
    let heard: unknown
    const approve: Approve = (_tool, _args, { signal }) =>
      new Promise(() =>
        signal.addEventListener('abort', () => {
          heard = signal.reason
        }),
      )
    const { loom, gateway } = openLoom({ approve, clock, approvalTimeoutMs: 1_000 })
    await gateway.register([writer().tool])
    const called = loom.call('file_write')
    await clock.waitFor(1_000)
    await clock.advance(1_000)
    expect(await errorOf(called)).toBe('APPROVAL_DENIED')
    expect(heard).toMatchObject({ code: 'APPROVAL_TIMEOUT' })
  })

  it('is refused when the tool is another one by then', async () => {
    const { tool, runs } = writer()
    const approve: Approve = async () => {
      await gateway.register([{ ...tool, description: 'Writes everywhere' }])
      return true
    }
    const { loom, gateway } = openLoom({ approve })
    await gateway.register([tool])
    const result = await loom.call('file_write')
    expect(result.structuredContent?.error).toBe('APPROVAL_DENIED')
    expect(JSON.stringify(result.content)).toContain('changed')
    expect(runs).toEqual([])
  })

  it('cannot be got around through the gateway that is served, by any name of the tool', async () => {
    const { loom, gateway } = openLoom()
    const { tool, runs } = writer()
    await gateway.register([{ ...tool, namespace: 'fs' }])
    for (const reference of ['fs:file_write', 'fs__file_write', 'builtin:fs:file_write']) {
      expect(await errorOf(loom.gateway.call(reference, {}))).toBe('APPROVAL_REQUIRED')
    }
    const exposure = loom.createExposure()
    const search = await exposure.call(
      'tool_search',
      { query: 'write a file' },
      { principal: '', signal: new AbortController().signal },
    )
    expect(JSON.stringify(search.content)).toContain('requires_approval')
    const served = await exposure.call(
      'call_tool',
      { name: 'fs:file_write', arguments: {} },
      { principal: '', signal: new AbortController().signal },
    )
    expect(served.structuredContent?.error).toBe('APPROVAL_REQUIRED')
    expect(runs).toEqual([])
  })
})

describe('top-hit execution is absent', () => {
  it('a name that is only near runs nothing, whatever a search would find for it (LOOM-051)', async () => {
    const { loom, gateway } = openLoom({ approve: async () => true })
    const runs: string[] = []
    const execute = (): void => void runs.push('ran')
    await gateway.register([{ name: 'shell_execute', inputSchema, execute }])
    for (const name of [
      'execute_shell',
      'builtin:execute_shell',
      'shell',
      'run a shell',
      'SHELL_EXECUTE',
      '',
    ]) {
      const result = await loom.call(name)
      expect([result.isError, result.structuredContent?.error]).toEqual([true, 'TOOL_NOT_FOUND'])
    }
    expect(runs).toEqual([])
    const { results } = await loom.search({ query: 'execute_shell' })
    expect(results[0]?.tool.id).toBe('builtin:shell_execute')
  })
})
