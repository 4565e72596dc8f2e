import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LruCache } from './validator.ts'

describe('LruCache', () => {
  it('keeps what was used last, as a plain list would', () => {
    const step = fc.tuple(fc.constantFrom('get', 'set'), fc.constantFrom('a', 'b', 'c', 'd', 'e'))
    fc.assert(
      fc.property(fc.nat({ max: 4 }), fc.array(step), (max, steps) => {
        const cache = new LruCache<number>(max)
        let list: [string, number][] = []
        for (const [i, [kind, key]] of steps.entries()) {
          const known = list.find(([name]) => name === key)
          if (kind === 'get') expect(cache.get(key)).toBe(known?.[1])
          else cache.set(key, i)
          const entry: [string, number] | undefined = kind === 'set' ? [key, i] : known
          if (entry !== undefined)
            list = [...list.filter(([name]) => name !== key), entry].slice(-max || list.length + 1)
          if (max === 0) list = []
          expect(cache.size).toBe(list.length)
        }
      }),
    )
  })

  it('keeps nothing when it may hold nothing', () => {
    const cache = new LruCache<number>(0)
    cache.set('a', 1)
    expect(cache.get('a')).toBeUndefined()
    expect(cache.size).toBe(0)
  })
})
