import { settled } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { nearest, start, tools } from '../fixtures/embedding-index.ts'
import { wordVector } from '../fixtures/word-vectors.ts'

describe('a cache', () => {
  it.each([
    ['throws', () => Promise.reject(new RangeError('disk'))],
    ['gives NaN', async (keys: readonly string[]) => keys.map(() => wordVector('x').fill(Number.NaN))],
    ['gives nothing', async () => undefined as never],
  ])('that %s costs an embedding and no answer', async (_name, get) => {
    const errors: unknown[] = []
    const set = (): Promise<void> => Promise.reject(new RangeError('disk'))
    const { index } = start({ cache: { get, set }, onError: (error) => errors.push(error) })
    index.apply({ upserts: tools(2), removals: [] })
    await index.ready()
    await settled()
    expect(nearest(index, 'tool_1')).toBe('tool_1')
    expect(errors.length).toBeGreaterThan(0)
  })

  it('that hangs is not waited for', async () => {
    const set = async (): Promise<void> => {}
    const { index, clock } = start({ cache: { get: () => new Promise(() => {}), set }, onError: () => {} })
    index.apply({ upserts: tools(2), removals: [] })
    await settled()
    await clock.advance(5_000)
    expect(index.progress().state).toBe('ready')
  })
})
