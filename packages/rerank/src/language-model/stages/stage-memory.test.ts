import { describe, expect, it, vi } from 'vitest'
import { StageMemory } from './assist-stages.ts'

describe('what stages remember', () => {
  it('is asked once, and the least recently asked goes first', async () => {
    const memory = new StageMemory<string>(2)
    const work = vi.fn(async () => 'x')
    for (const key of ['a', 'a', 'b', 'a', 'c']) await memory.recall(key, undefined, work)
    expect(work).toHaveBeenCalledTimes(3)
    await memory.recall('a', undefined, work)
    expect(work).toHaveBeenCalledTimes(3)
    await memory.recall('b', undefined, work)
    expect(work).toHaveBeenCalledTimes(4)
  })

  it('is nothing with a size of 0, and no failure', async () => {
    const none = new StageMemory<string>(0)
    const work = vi.fn(async () => 'x')
    for (const _time of [1, 2]) await none.recall('a', undefined, work)
    expect(work).toHaveBeenCalledTimes(2)
    const memory = new StageMemory<string>(9)
    await expect(memory.recall('a', undefined, () => Promise.reject(new RangeError('no')))).rejects.toThrow(
      'no',
    )
    expect(await memory.recall('a', undefined, async () => 'yes')).toBe('yes')
  })

  it('is worked out once for all who ask at the same time', async () => {
    const memory = new StageMemory<string>(9)
    let finish = (_value: string): void => {}
    const work = vi.fn(
      () =>
        new Promise<string>((resolve) => {
          finish = resolve
        }),
    )
    const all = [1, 2, 3].map(() => memory.recall('a', undefined, work))
    finish('x')
    expect(await Promise.all(all)).toEqual(['x', 'x', 'x'])
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('goes on when one of those who wait leaves, and stops with the last', async () => {
    const memory = new StageMemory<string>(9)
    const [first, second] = [new AbortController(), new AbortController()]
    let signal: AbortSignal | undefined
    const work = (given: AbortSignal): Promise<string> => {
      signal = given
      return new Promise(() => {})
    }
    const waiting = [memory.recall('a', first.signal, work), memory.recall('a', second.signal, work)]
    first.abort(new RangeError('first'))
    await expect(waiting[0]).rejects.toThrow('first')
    expect(signal?.aborted).toBe(false)
    second.abort(new RangeError('second'))
    await expect(waiting[1]).rejects.toThrow('second')
    expect(signal?.aborted).toBe(true)
    expect(await memory.recall('a', undefined, async () => 'anew')).toBe('anew')
  })

  it('is not asked for by who has stopped already', async () => {
    const work = vi.fn(async () => 'x')
    const stopped = AbortSignal.abort(new RangeError('enough'))
    await expect(new StageMemory<string>(9).recall('a', stopped, work)).rejects.toThrow('enough')
    expect(work).not.toHaveBeenCalled()
  })
})
