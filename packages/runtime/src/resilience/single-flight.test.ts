import { createManualClock, settled } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { createIdempotency, createSingleFlight, type KeyedCall } from './idempotency.ts'

const hang = (signal: AbortSignal): Promise<string> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('a single flight', () => {
  it('does the work once for all who want it meanwhile, and anew afterwards', async () => {
    const flights = createSingleFlight<number>()
    let runs = 0
    const work = async (): Promise<number> => {
      runs += 1
      return runs
    }
    expect(
      await Promise.all([flights.run('a', work), flights.run('a', work), flights.run('b', work)]),
    ).toEqual([1, 1, 2])
    expect(await flights.run('a', work)).toBe(3)
    expect(flights.size()).toBe(0)
  })

  it('fails for all, and may be tried again', async () => {
    const flights = createSingleFlight<string>()
    const fail = (): never => {
      throw new RangeError('no')
    }
    const both = [flights.run('a', fail), flights.run('a', async () => 'never')]
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await flights.run('a', async () => 'well')).toBe('well')
  })

  it('ends the waiting of one who leaves, and the work when nobody is left', async () => {
    const flights = createSingleFlight<string>()
    const [one, other] = [new AbortController(), new AbortController()]
    let told = false
    const work = (signal: AbortSignal): Promise<string> => {
      signal.addEventListener('abort', () => {
        told = true
      })
      return hang(signal)
    }
    const first = flights.run('a', work, { signal: one.signal })
    const second = flights.run('a', work, { signal: other.signal })
    one.abort(new RangeError('one leaves'))
    await expect(first).rejects.toThrow('one leaves')
    expect(told).toBe(false)
    other.abort(new RangeError('all left'))
    await expect(second).rejects.toThrow('all left')
    expect([told, flights.size()]).toEqual([true, 0])
    await expect(flights.run('a', work, { signal: other.signal })).rejects.toThrow('all left')
  })
})

describe('an idempotency key', () => {
  const call = (more: Partial<KeyedCall> = {}): KeyedCall => ({
    key: 'k',
    owner: 'me',
    content: 'x',
    ...more,
  })

  it('joins a duplicate in flight and answers a later one with what was kept', async () => {
    const clock = createManualClock()
    const calls = createIdempotency<number>({ clock, keepMs: 1_000 })
    let runs = 0
    const work = async (): Promise<number> => {
      runs += 1
      return runs
    }
    expect(await Promise.all([calls.run(call(), work), calls.run(call(), work)])).toEqual([1, 1])
    await clock.advance(999)
    expect(await calls.run(call(), work)).toBe(1)
    expect(await calls.run(call({ owner: 'you' }), work)).toBe(2)
    await clock.advance(1)
    expect(await calls.run(call(), work)).toBe(3)
  })

  it('stands for one content only', async () => {
    const calls = createIdempotency<string>()
    const running = calls.run(call(), async () => 'done')
    const conflict = { code: 'IDEMPOTENCY_CONFLICT', details: { key: 'k', outcome: 'notRun' } }
    await expect(calls.run(call({ content: 'y' }), hang)).rejects.toMatchObject(conflict)
    await running
    await expect(calls.run(call({ content: 'y' }), hang)).rejects.toMatchObject(conflict)
  })

  it('keeps nothing that failed, is not to be kept, or is too much', async () => {
    const calls = createIdempotency<number>({ maxKept: 1, keeps: (value) => value > 1 })
    await expect(calls.run(call(), () => Promise.reject(new RangeError('no')))).rejects.toThrow('no')
    expect(await calls.run(call({ content: 'other' }), async () => 1)).toBe(1)
    expect(await calls.run(call(), async () => 2)).toBe(2)
    expect(await calls.run(call({ key: 'k2' }), async () => 3)).toBe(3)
    expect(await calls.run(call(), async () => 4)).toBe(4)
    const none = createIdempotency<number>({ keepMs: 0 })
    await none.run(call(), async () => 5)
    expect(await none.run(call(), async () => 6)).toBe(6)
    await settled()
  })
})
