import { expect, it, onTestFinished, vi } from 'vitest'
import { openReady, startFarm } from '../fixtures/chaos.ts'
import { FAILURE_MODES } from '../fixtures/failure-modes.ts'
import { wrongOf } from '../fixtures/failure-pairs.ts'

it.each(['repeatable', 'effect'])(
  'R16: all 3,600 pairs of 60 failures of a call of %s are reported as the ledger has them',
  async (tool) => {
    const { backends, ledger } = await startFarm(1)
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const { gateway } = await openReady(backends, {}, { trusted: true })
    const at = { gateway, ledger, backend: backends[0] as (typeof backends)[0] }
    const wrong: string[] = []
    let pairs = 0
    for (const first of FAILURE_MODES) {
      for (const then of FAILURE_MODES) {
        const came = await wrongOf(at, [first, then], tool)
        if (came.wrong !== undefined) wrong.push(came.wrong)
        pairs += 1
      }
    }
    expect([pairs, wrong]).toEqual([3_600, []])
  },
  1_800_000,
)
