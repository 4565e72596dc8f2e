import { createManualClock, settled } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bulkhead, createBulkhead } from './bulkhead.ts'

/** Work that ends when told. */
function gate(): {
  readonly work: () => Promise<void>
  readonly open: () => void
  readonly begun: () => boolean
} {
  let open = (): void => {}
  let begun = false
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  const work = (): Promise<void> => {
    begun = true
    return promise
  }
  return { work, open, begun: () => begun }
}

it('runs as many at once as allowed, then first come, first served', async () => {
  const clock = createManualClock()
  const bulkhead = createBulkhead({ name: 'b', clock, maxRunning: 2 })
  const gates = [gate(), gate(), gate(), gate()]
  const runs = gates.map(({ work }) => bulkhead.run(work))
  await settled()
  expect(gates.map(({ begun }) => begun())).toEqual([true, true, false, false])
  gates[1]?.open()
  await settled()
  expect(gates.map(({ begun }) => begun())).toEqual([true, true, true, false])
  for (const { open } of gates) open()
  await Promise.all(runs)
  expect([bulkhead.running(), bulkhead.waiting(), clock.waits()]).toEqual([0, 0, []])
})

it('gives principals their turns in a ring', async () => {
  const bulkhead = createBulkhead({ name: 'b', clock: createManualClock(), maxRunning: 1 })
  const order: string[] = []
  const run = (principal: string): Promise<void> =>
    bulkhead.run(
      async () => {
        order.push(principal)
      },
      { principal },
    )
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(run))
  expect(order.join('')).toBe('aabcaba')
})

it('refuses at once when nobody else may wait, and later whoever waited too long', async () => {
  const clock = createManualClock()
  const bulkhead = createBulkhead({ name: 'mail', clock, maxRunning: 1, maxWaiting: 1, maxWaitMs: 500 })
  const first = gate()
  const running = bulkhead.run(first.work)
  const waits = expect(bulkhead.run(gate().work)).rejects.toMatchObject({
    code: 'OVERLOADED',
    details: { reason: 'waited', outcome: 'notRun' },
  })
  await expect(bulkhead.run(gate().work)).rejects.toMatchObject({
    code: 'OVERLOADED',
    message: '"mail" is overloaded: 1 run and 1 wait. Try again later.',
    details: { reason: 'full', running: 1, waiting: 1 },
  })
  await clock.advance(500)
  await waits
  first.open()
  await running
  expect([bulkhead.running(), bulkhead.waiting()]).toEqual([0, 0])
})

it('takes 0 as nobody and no time', async () => {
  for (const limits of [{ maxWaiting: 0 }, { maxWaitMs: 0 }]) {
    const bulkhead = createBulkhead({ name: 'b', maxRunning: 1, ...limits })
    const first = gate()
    const running = bulkhead.run(first.work)
    await expect(bulkhead.run(gate().work)).rejects.toMatchObject({ details: { reason: 'full' } })
    first.open()
    await running
  }
})

it.each([[{ maxRunning: 0 }], [{ maxRunning: 1.5 }], [{ maxWaiting: -1 }], [{ maxWaitMs: Number.NaN }]])(
  'refuses %j',
  (limits) => {
    expect(() => createBulkhead({ name: 'b', ...limits })).toThrow(RangeError)
  },
)

/** What may happen to a bulkhead, by number of the piece of work. */
type Step =
  | { readonly do: 'enter'; readonly fails: boolean }
  | { readonly do: 'end' | 'abort'; readonly which: number }

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('enter' as const), fails: fc.boolean() }),
    fc.record({ do: fc.constantFrom('end' as const, 'abort' as const), which: fc.nat(30) }),
  ),
  { maxLength: 40 },
)

interface Piece {
  readonly controller: AbortController
  readonly end: () => void
  begun: boolean
  settled: boolean
}

function enter(bulkhead: Bulkhead, fails: boolean, begun: (piece: Piece) => void): Piece {
  let end = (): void => {}
  const done = new Promise<void>((resolve, reject) => {
    end = fails ? () => reject(new RangeError('failed')) : resolve
  })
  const piece: Piece = { controller: new AbortController(), end: () => end(), begun: false, settled: false }
  const settle = (): void => {
    piece.settled = true
  }
  bulkhead
    .run(
      () => {
        piece.begun = true
        begun(piece)
        return done
      },
      { signal: piece.controller.signal },
    )
    .then(settle, settle)
  return piece
}

describe('whatever happens', () => {
  it('leaks no place, keeps the order, and forgets who gave up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), steps, async (maxRunning, all: readonly Step[]) => {
        const clock = createManualClock()
        const bulkhead = createBulkhead({ name: 'b', clock, maxRunning, maxWaiting: 1_000 })
        const pieces: Piece[] = []
        const begun: number[] = []
        for (const step of all) {
          if (step.do === 'enter') {
            const number = pieces.length
            pieces.push(enter(bulkhead, step.fails, () => begun.push(number)))
          } else if (step.do === 'end') {
            const running = pieces.filter((piece) => piece.begun && !piece.settled)
            running[step.which % Math.max(1, running.length)]?.end()
          } else pieces[step.which % Math.max(1, pieces.length)]?.controller.abort()
          await settled()
          const waiting = pieces.filter(({ begun: hasBegun, settled: isOver }) => !hasBegun && !isOver)
          expect(bulkhead.running()).toBeLessThanOrEqual(maxRunning)
          expect(bulkhead.waiting()).toBe(waiting.length)
          if (waiting.length > 0) expect(bulkhead.running()).toBe(maxRunning)
          expect(begun).toEqual([...begun].sort((a, b) => a - b))
        }
        while (pieces.some(({ settled: isOver }) => !isOver)) {
          for (const piece of pieces) if (piece.begun) piece.end()
          await settled()
        }
        expect([bulkhead.running(), bulkhead.waiting(), clock.waits()]).toEqual([0, 0, []])
      }),
      { numRuns: 60 },
    )
  })
})
