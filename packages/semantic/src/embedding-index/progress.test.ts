import { settled } from '@toolscout/testkit/internal'
import { describe, expect, it } from 'vitest'
import { start, tools } from '../fixtures/embedding-index.ts'

describe('who listens', () => {
  it('hears of every step, whoever throws, until he stops', async () => {
    const errors: unknown[] = []
    const { index } = start({ onError: (error) => errors.push(error) })
    const heard: number[] = []
    index.onProgress(() => {
      throw new RangeError('deaf')
    })
    const stop = index.onProgress(({ pending }) => heard.push(pending))
    index.apply({ upserts: tools(5), removals: [] })
    await index.ready()
    stop()
    index.apply({ upserts: [], removals: ['tool_0'] })
    expect(heard).toEqual([5, 1, 0])
    expect(errors).toHaveLength(4)
  })

  it('stops waiting when his signal aborts, and when the index is closed', async () => {
    const { index, remote, clock } = start()
    remote.behave = () => new Promise(() => {})
    index.apply({ upserts: tools(1), removals: [] })
    const stop = new AbortController()
    const left = index.ready({ signal: stop.signal })
    stop.abort('enough')
    await expect(left).rejects.toBe('enough')
    const closed = expect(index.ready()).rejects.toMatchObject({ code: 'EMBEDDINGS_INCOMPLETE' })
    index.close()
    await closed
    await settled()
    expect(clock.waits()).toEqual([])
    expect(index.progress().state).toBe('closed')
    index.apply({ upserts: tools(9), removals: [] })
    await settled()
    expect(remote.calls).toHaveLength(1)
  })
})
