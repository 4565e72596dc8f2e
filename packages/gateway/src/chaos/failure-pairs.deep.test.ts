import { expect, it, onTestFinished, vi } from 'vitest'
import { openReady, startFarm } from '../fixtures/chaos.ts'
import { FAILURE_MODES } from '../fixtures/failure-modes.ts'
import { wrongOf } from '../fixtures/failure-pairs.ts'

/** Servers that fail at the same time, each in a pair of its own. */
const LANES = 4

it.each(['repeatable', 'effect'])(
  'R16: all 3,600 pairs of 60 failures of a call of %s are reported as the ledger has them',
  async (tool) => {
    const { backends, ledger } = await startFarm(LANES)
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const { gateway } = await openReady(backends, {}, { trusted: true })
    const modes = FAILURE_MODES.values()
    const wrong: string[] = []
    let pairs = 0
    const fail = async (backend: (typeof backends)[0]): Promise<void> => {
      for (const first of modes) {
        for (const then of FAILURE_MODES) {
          const came = await wrongOf({ gateway, ledger, backend }, [first, then], tool)
          if (came.wrong !== undefined) wrong.push(came.wrong)
          pairs += 1
        }
      }
    }
    await Promise.all(backends.map(fail))
    expect([pairs, wrong]).toEqual([3_600, []])
  },
  1_800_000,
)
