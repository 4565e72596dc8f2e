import { describe, expect, it } from 'vitest'
import { ClientTurns } from './client-turns.ts'

const { signal } = new AbortController()

/** Runs calls that end when they are told to, and notes which have begun. */
function setUp() {
  const turns = new ClientTurns()
  const begun: string[] = []
  const run = (caller: object, name: string, given: AbortSignal = signal) => {
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const done = turns.run(caller, given, () => {
      begun.push(name)
      return ended
    })
    return { done, end }
  }
  return { turns, begun, run }
}

describe('calls of several clients', () => {
  it('run at once before they take turns, and one client after the other then', async () => {
    const { turns, begun, run } = setUp()
    const [ann, bob] = [{}, {}]
    const first = [run(ann, 'a1'), run(bob, 'b1')]
    expect([begun, turns.callers.size]).toEqual([['a1', 'b1'], 2])
    turns.takeTurns()
    const [bob2, bob3, ann2] = [run(bob, 'b2'), run(bob, 'b3'), run(ann, 'a2')]
    first[0]?.end()
    await first[0]?.done
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'b2', 'b3'])
    // A client whose turn it is does not keep the others waiting.
    const bob4 = run(bob, 'b4')
    for (const call of [...first, bob2, bob3]) {
      call.end()
      await call.done
    }
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'b2', 'b3', 'a2'])
    ann2.end()
    await expect.poll(() => begun.at(-1)).toBe('b4')
    bob4.end()
    await bob4.done
    expect(turns.callers.size).toBe(0)
  })

  it('are given up while they wait, and those behind them go on', async () => {
    const { turns, begun, run } = setUp()
    const [ann, bob] = [{}, {}]
    turns.takeTurns()
    const first = run(ann, 'a1')
    const patience = new AbortController()
    const given = run(bob, 'b1', patience.signal)
    const last = run(ann, 'a2')
    patience.abort(new TypeError('enough'))
    await expect(given.done).rejects.toThrow('enough')
    await expect.poll(() => begun).toEqual(['a1', 'a2'])
    for (const call of [first, last]) {
      call.end()
      await call.done
    }
    await expect(turns.run(bob, patience.signal, async () => 'ran')).resolves.toBe('ran')
  })
})
