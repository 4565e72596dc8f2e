import { expect, it } from 'vitest'
import { FAILURE_MODES } from '../fixtures/failure-modes.ts'
import { openPairs } from '../fixtures/failure-pairs.ts'

/** Servers that fail at the same time, each in a pair of its own. */
const LANES = 4

it.each([
  ['repeatable', 38],
  ['effect', 10],
])(
  'all 3,600 pairs of 60 failures of a call of %s are reported as the ledger has them',
  async (tool, tried) => {
    const modes = FAILURE_MODES.values()
    const wrong: string[] = []
    let [pairs, followed] = [0, 0]
    const fail = async (): Promise<void> => {
      const wrongOf = await openPairs()
      for (const first of modes) {
        for (const [at, then] of FAILURE_MODES.entries()) {
          const came = await wrongOf([first, then], tool)
          if (came.wrong !== undefined) wrong.push(came.wrong)
          // Where no other attempt is made, what it would meet makes no difference: all pairs of this failure are one.
          const isAlone = at === 0 && came.attempts < 2
          pairs += isAlone ? FAILURE_MODES.length : 1
          if (isAlone) break
          if (at === 0) followed += 1
        }
      }
    }
    await Promise.all(Array.from({ length: LANES }, fail))
    expect([pairs, followed, wrong]).toEqual([3_600, tried, []])
  },
  1_800_000,
)
