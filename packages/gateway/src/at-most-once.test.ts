import { expect, it, onTestFinished, vi } from 'vitest'
import { openReady, startFarm, textOf } from './fixtures/chaos.ts'
import { FAILURE_MODES } from './fixtures/failure-modes.ts'

it('a tool that must never run twice does not, whatever its server says of a call, and is reported so', async () => {
  const { backends, ledger } = await startFarm(1)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const { gateway } = await openReady(backends, {}, { trusted: true, atMostOnce: ['rep*'] })
  const backend = backends[0] as (typeof backends)[0]
  for (const { name: nonce, fault, ran } of FAILURE_MODES) {
    backend.behave(({ method }) => (method === 'tools/call' ? fault : undefined))
    const options = fault.kind === 'hang' ? { timeoutMs: 300 } : {}
    const result = await gateway.call(`${backend.name}:repeatable`, { nonce }, options)
    backend.behave()
    const { outcome } = result.structuredContent ?? {}
    expect([nonce, ledger.runsOf(nonce), outcome]).toEqual([nonce, ran ? 1 : 0, 'unknown'])
    expect(textOf(result)).not.toContain('did not run')
    for (let well = 0; well < 6; ) {
      const answer = await gateway.call(`${backend.name}:echo`, { nonce: 'well' })
      if (answer.isError !== true) well += 1
    }
  }
  expect(ledger.duplicates()).toEqual([])
}, 240_000)
