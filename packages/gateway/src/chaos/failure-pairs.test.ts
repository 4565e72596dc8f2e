import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FAILURE_MODES } from '../fixtures/failure-modes.ts'
import { openPairs } from '../fixtures/failure-pairs.ts'

it('what is said of a call is the worst of two different failures in a row, beside the ledger of the server', async () => {
  const wrongOf = await openPairs()
  const modes = fc.constantFrom(...FAILURE_MODES)
  let attempts = 0
  for (const pair of fc.sample(fc.tuple(modes, modes), 20)) {
    const came = await wrongOf(pair, 'repeatable')
    expect(came.wrong).toBeUndefined()
    attempts += came.attempts
  }
  expect([FAILURE_MODES.length, attempts > 20]).toEqual([60, true])
}, 120_000)
