import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from './create-gateway.ts'

it('counts searches and calls, with how long they took and why they failed', async () => {
  let now = 0
  const clock = { now: () => now, after: () => () => {} }
  const gateway = createGateway({ discovery: { embedder: false }, clock })
  onTestFinished(() => gateway.stop())
  expect(gateway.diagnostics()).toMatchObject({ searches: { count: 0 }, calls: { count: 0 }, failures: {} })
  await gateway.register([
    {
      name: 'wait',
      inputSchema: { type: 'object' },
      execute: ({ ms, fail }: { readonly ms: number; readonly fail?: boolean }) => {
        now += ms
        if (fail === true) throw new RangeError('SECRET')
        return 'SECRET'
      },
    },
  ])
  for (let ms = 1; ms <= 600; ms += 1) await gateway.call('wait', { ms })
  await gateway.call('wait', { ms: 9_000, fail: true })
  await gateway.call('nobody', {})
  await gateway.search('SECRET')
  const told = gateway.diagnostics()
  expect(told.calls).toEqual({ count: 602, p50Ms: 345, p95Ms: 576, maxMs: 9_000 })
  expect(told.searches).toMatchObject({ count: 1 })
  expect(told.failures).toEqual({ TOOL_FAILED: 1, TOOL_NOT_FOUND: 1 })
  expect(told.stats).toMatchObject({ tools: 1, calls: 602, failedCalls: 2 })
  expect(JSON.stringify(told)).not.toContain('SECRET')
})
