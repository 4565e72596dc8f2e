import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openReady, startFarm } from '../fixtures/chaos.ts'
import { FAILURE_MODES } from '../fixtures/failure-modes.ts'
import { wrongOf } from '../fixtures/failure-pairs.ts'

it('what is said of a call is the worst of two different failures in a row, beside the ledger of the server', async () => {
  const { backends, ledger } = await startFarm(1)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const { gateway } = await openReady(backends, {}, { trusted: true })
  const at = { gateway, ledger, backend: backends[0] as (typeof backends)[0] }
  const modes = fc.constantFrom(...FAILURE_MODES)
  let attempts = 0
  for (const pair of fc.sample(fc.tuple(modes, modes), 20)) {
    const came = await wrongOf(at, pair, 'repeatable')
    expect(came.wrong).toBeUndefined()
    attempts += came.attempts
  }
  expect([FAILURE_MODES.length, attempts > 20]).toEqual([60, true])
}, 120_000)
