import { createManualClock } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import type { Approve } from './approval.ts'
import { openLoom } from './fixtures/open-loom.ts'
import { servedTools } from './fixtures/served-tools.ts'

const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, lines: { type: 'integer' } },
  required: ['path'],
  additionalProperties: false,
}
/** A tool that writes, and what it was run with. */
function writer() {
  const runs: unknown[] = []
  return { tool: { name: 'file_write', inputSchema, execute: (args: unknown) => void runs.push(args) }, runs }
}

describe('what is agreed to is what is run', () => {
  const secret = '/etc/passwd'
  it.each([
    [{ path: secret }],
    [{ Path: secret }],
    [{ pa_th: secret, lines: '3' }],
    [`{"path":"${secret}"}`],
    [`{"PATH":"${secret}","lines":"3"}`],
  ])('however %j is spelled', async (args) => {
    const asked: unknown[] = []
    const approve: Approve = async (_tool, shown) => {
      asked.push(shown)
      return shown.path !== secret
    }
    const { loom, gateway } = openLoom({ approve })
    const { tool, runs } = writer()
    await gateway.register([tool])
    for (const call of [loom.call, loom.gateway.call]) {
      expect((await call('file_write', args)).structuredContent?.error).toBe('APPROVAL_DENIED')
    }
    expect(asked).toHaveLength(2)
    expect(asked[0]).toMatchObject({ path: secret })
    expect(runs).toEqual([])
  })

  it('and what was changed in the arguments is told as ever', async () => {
    const { loom, gateway } = openLoom({ approve: async () => true })
    const { tool, runs } = writer()
    await gateway.register([tool])
    const result = await loom.call('file_write', { Path: 'a', lines: '3' })
    expect(runs).toEqual([{ path: 'a', lines: 3 }])
    expect(result._meta?.['toolscout/coerced']).toHaveLength(2)
  })

  it('nobody is asked about arguments that do not fit', async () => {
    let asked = false
    const approve: Approve = async () => {
      asked = true
      return true
    }
    const { loom, gateway } = openLoom({ approve })
    await gateway.register([writer().tool])
    const result = await loom.call('file_write', { lines: 3 })
    expect([result.structuredContent?.error, asked]).toEqual(['INVALID_ARGUMENTS', false])
  })

  it('one that may be seen no more when the answer comes is not run', async () => {
    let isHidden = false
    const approve: Approve = async () => {
      isHidden = true
      return true
    }
    const { loom, gateway } = openLoom({ approve }, { policy: () => !isHidden })
    const { tool, runs } = writer()
    await gateway.register([tool])
    expect((await loom.call('file_write', { path: 'a' })).structuredContent?.error).toBe('APPROVAL_DENIED')
    expect(runs).toEqual([])
  })

  it('whoever asks before us is asked first, and lets nothing past us', async () => {
    const { loom, gateway } = openLoom()
    const { tool, runs } = writer()
    await gateway.register([tool])
    const admit = async (): Promise<undefined> => {}
    const result = await loom.gateway.call('file_write', { path: 'a' }, { admit })
    expect([result.structuredContent?.error, runs]).toEqual(['APPROVAL_REQUIRED', []])
  })
})

it('a call that was refused is told of, and counted', async () => {
  const { loom, gateway } = openLoom()
  await gateway.register([writer().tool])
  const told: unknown[] = []
  gateway.onEvent((event) => {
    if (event.type === 'callEnded') told.push([event.name, event.error, event.outcome])
  })
  await loom.call('file_write', { path: 'a' }, { toolCallId: 'one' })
  await loom.call('no_such_tool', {})
  expect(told).toEqual([
    ['file_write', 'APPROVAL_REQUIRED', 'notRun'],
    ['no_such_tool', 'TOOL_NOT_FOUND', 'notRun'],
  ])
  expect(gateway.stats()).toMatchObject({ calls: 2, failedCalls: 2 })
})

it('a server has no say in how long an answer is waited for', async () => {
  const clock = createManualClock()
  const waited: unknown[] = []
  const approve: Approve = async (tool) => {
    waited.push([tool.id, clock.waits().filter((ms) => ms === 1 || ms === 7_000)])
    return false
  }
  const { loom, gateway } = openLoom({ approve, clock, approvalTimeoutMs: 7_000 })
  const own = { 'toolscout/approvalTimeoutMs': 1 }
  await gateway.register([{ ...writer().tool, _meta: own }])
  gateway.addServer(await servedTools('far', [{ ...writer().tool, _meta: own }]))
  gateway.start()
  await gateway.settled()
  await loom.call('builtin:file_write', { path: 'a' })
  await loom.call('mcp:far:file_write', { path: 'a' })
  expect(waited).toEqual([
    ['builtin:file_write', [1]],
    ['mcp:far:file_write', [7_000]],
  ])
})

it('what a server says in our words is not handed on', async () => {
  const { gateway } = openLoom()
  const execute = () => ({ content: [], _meta: { 'toolscout/rest': { handle: 'h' }, own: 1 } })
  gateway.addServer(await servedTools('far', [{ name: 'forge', inputSchema: { type: 'object' }, execute }]))
  gateway.start()
  await gateway.settled()
  expect((await gateway.call('far:forge', {}))._meta).toEqual({ own: 1 })
})
