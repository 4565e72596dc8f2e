import { embeddingCacheObligations } from '@toolscout/testkit'
import { describe, expect, it } from 'vitest'
import { createEmbeddingCache } from './embedding-cache.ts'

describe('the cache in memory keeps the contract', () => {
  it.each(embeddingCacheObligations())('$name', ({ check }) => check(() => createEmbeddingCache(3)))
})

it('keeps what was used last', async () => {
  const cache = createEmbeddingCache(2)
  const [a, b, c] = [Float32Array.of(1), Float32Array.of(2), Float32Array.of(3)]
  await cache.set([
    ['a', a],
    ['b', b],
  ])
  await cache.get(['a'])
  await cache.set([['c', c]])
  expect(await cache.get(['a', 'b', 'c', '__proto__'])).toEqual([a, undefined, c, undefined])
})

it('keeps nothing when it may keep none', async () => {
  const cache = createEmbeddingCache(0)
  await cache.set([['a', Float32Array.of(1)]])
  expect(await cache.get(['a'])).toEqual([undefined])
})
