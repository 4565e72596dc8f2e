import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { endOnCrash } from './end-on-crash.ts'

function serve() {
  let end = (): void => {}
  const closed = new Promise<void>((resolve) => {
    end = resolve
  })
  return { closed, end: () => end() }
}

describe('an error that nothing caught while serving', () => {
  it('closes what is served once, and is what serving ends with', async () => {
    const source = new EventEmitter()
    const { closed, end } = serve()
    let times = 0
    const close = async (): Promise<void> => {
      times += 1
      throw new RangeError('close')
    }
    const ended = endOnCrash({ close, closed }, source)
    const error = new RangeError('Maximum call stack size exceeded')
    source.emit('uncaughtException', error)
    source.emit('uncaughtException', new TypeError('another'))
    expect(times).toBe(1)
    end()
    await expect(ended).rejects.toBe(error)
    expect(source.listenerCount('uncaughtException')).toBe(0)
  })

  it('is none where all is well', async () => {
    const source = new EventEmitter()
    const { closed, end } = serve()
    const ended = endOnCrash({ close: async () => {}, closed }, source)
    end()
    await expect(ended).resolves.toBeUndefined()
    expect(source.listenerCount('uncaughtException')).toBe(0)
  })
})
