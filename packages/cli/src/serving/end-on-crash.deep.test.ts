import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { endOnCrash } from './end-on-crash.ts'

describe('an error that nothing caught while serving', () => {
  it('closes what is served once, and is thrown when watching stops', () => {
    const source = new EventEmitter()
    let closed = 0
    const watch = endOnCrash(async () => {
      closed += 1
      throw new RangeError('close')
    }, source)
    const error = new RangeError('Maximum call stack size exceeded')
    source.emit('uncaughtException', error)
    source.emit('uncaughtException', new TypeError('another'))
    expect(closed).toBe(1)
    expect(() => watch.stop()).toThrow(error)
    expect(source.listenerCount('uncaughtException')).toBe(0)
  })

  it('is none where all is well', () => {
    const source = new EventEmitter()
    const watch = endOnCrash(async () => {}, source)
    watch.stop()
    expect(source.listenerCount('uncaughtException')).toBe(0)
  })
})
