import { settled, sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGate, createLocalEmbedder, works } from '../fixtures/embedders.ts'
import { cosines, nearest, start, tool, tools } from '../fixtures/embedding-index.ts'
import { wordVector } from '../fixtures/word-vectors.ts'

describe('what is embedded', () => {
  it('is what is new or changed, in full batches', async () => {
    const { index, remote } = start()
    for (const document of tools(6)) index.apply({ upserts: [document], removals: [] })
    await index.ready()
    expect(remote.calls.map(({ texts }) => texts.length)).toEqual([4, 2])
    index.apply({ upserts: [...tools(5).slice(1), tool('tool_0', 'changed')], removals: ['tool_5'] })
    await index.ready()
    expect(remote.calls.slice(2)).toEqual([{ purpose: 'document', texts: ['tool_0 changed'] }])
    expect(nearest(index, 'changed')).toBe('tool_0')
    expect(index.progress()).toEqual({ state: 'ready', model: 'words', total: 5, pending: 0 })
    expect(cosines(index, 'x', ['tool_5'])).toEqual([undefined])
  })

  it('is so many batches at a time', async () => {
    const { index, remote } = start()
    const gate = createGate()
    let most = 0
    let now = 0
    remote.behave = async (texts, options) => {
      now += 1
      most = Math.max(most, now)
      await gate.opened
      now -= 1
      return works(texts, options)
    }
    index.apply({ upserts: tools(40), removals: [] })
    await settled()
    gate.open()
    await index.ready()
    expect([most, remote.calls.length]).toEqual([2, 10])
  })

  it('is a text once, and not at all when the cache has it, unless the model is another one', async () => {
    const { index, remote } = start()
    const copies = ['a', 'b', 'c'].map((namespace) =>
      sketchDocument({ name: 'copy', namespace, description: 'the same' }),
    )
    index.apply({ upserts: copies, removals: [] })
    await index.ready()
    index.apply({ upserts: [], removals: copies.map(({ id }) => id) })
    index.apply({ upserts: copies, removals: [] })
    await index.ready()
    expect(remote.calls.map(({ texts }) => texts)).toEqual([['copy the same']])
    remote.model = 'other words'
    index.retry()
    index.apply({ upserts: [], removals: [] })
    index.retry()
    await index.ready()
    expect(remote.calls).toHaveLength(2)
    expect(index.progress().model).toBe('other words')
  })

  it('is not what was changed or removed while it was on its way', async () => {
    const { index, remote } = start()
    const gate = createGate()
    remote.behave = async (texts, options) => {
      await gate.opened
      return works(texts, options)
    }
    index.apply({ upserts: [tool('a', 'old'), tool('b')], removals: [] })
    await settled()
    index.apply({ upserts: [tool('a', 'new')], removals: ['b'] })
    gate.open()
    await index.ready()
    expect(cosines(index, 'old', ['a', 'b'])).toEqual([0, undefined])
    expect(nearest(index, 'new')).toBe('a')
  })
})

describe('an embedder that fails', () => {
  it('does not keep the others from their vectors with one text it cannot take', async () => {
    const { index, remote, clock } = start()
    remote.behave = (texts, options) =>
      texts.some((text) => text.includes('poison'))
        ? Promise.reject(new RangeError('no'))
        : works(texts, options)
    index.apply({ upserts: [tool('poison'), ...tools(11)], removals: [] })
    for (let i = 0; i < 20 && index.progress().pending > 1; i += 1) await clock.advance(8_000)
    expect(index.progress()).toMatchObject({ total: 12, pending: 1 })
    index.apply({ upserts: [tool('poison', 'none'), tool('more')], removals: ['poison'] })
    index.apply({ upserts: [], removals: ['poison'] })
    await clock.advance(8_000)
    expect(index.progress().state).toBe('ready')
  })

  it('is left alone as long as it wants, and then rests until there is a reason', async () => {
    const { index, remote, clock } = start()
    remote.behave = () => Promise.reject(new RangeError('down'))
    const states: string[] = []
    index.onProgress(({ state }) => states.push(state))
    index.apply({ upserts: tools(2), removals: [] })
    const passTime = async (): Promise<void> => {
      for (const ms of [375, 750, 1_500, 3_000]) await clock.advance(await clock.waitFor(ms))
    }
    await expect(Promise.all([index.ready(), passTime()])).rejects.toMatchObject({
      code: 'EMBEDDINGS_INCOMPLETE',
      details: { pending: 2, total: 2 },
      cause: { code: 'EMBEDDER_FAILED' },
    })
    await expect(index.ready()).rejects.toMatchObject({ code: 'EMBEDDINGS_INCOMPLETE' })
    expect(states).toEqual(['embedding', 'waiting', 'waiting', 'waiting', 'waiting', 'resting'])
    remote.behave = works
    await clock.advance(60_000)
    expect(remote.calls).toHaveLength(5)
    expect(index.search(wordVector('tool'), { limit: 5 })).toEqual([])
    await settled()
    expect(states.at(-1)).toBe('ready')
  })

  it('may change its model all the time, and is not followed all the time', async () => {
    const { index, remote, clock } = start()
    let reads = 0
    const get = (): string => {
      reads += 1
      return `model ${reads}`
    }
    Object.defineProperty(remote, 'model', { get })
    index.apply({ upserts: tools(3), removals: [] })
    await clock.advance(3_600_000)
    expect(reads).toBeLessThan(60)
    expect(remote.calls.length).toBeLessThan(10)
  })

  it('starts over when its model has changed, with vectors of another size too', async () => {
    const { index, remote, clock } = start()
    index.apply({ upserts: tools(5), removals: [] })
    await index.ready()
    const gate = createGate()
    remote.behave = async (texts) => {
      await gate.opened
      return texts.map((text) => wordVector(text, 16))
    }
    Object.assign(remote, { model: 'small words', dimensions: 16 })
    expect(index.progress()).toMatchObject({ model: 'small words', pending: 5 })
    expect(index.search(wordVector('tool', 16), { limit: 9 })).toEqual([])
    gate.open()
    await clock.advance(500)
    await index.ready()
    expect(index.search(wordVector('tool_3', 16), { limit: 1 })[0]?.id).toBe('tool_3')
  })
})

it('ends with the vectors of the documents that are there, however they came and whatever failed', async () => {
  const step = fc.record({
    upserts: fc.array(fc.tuple(fc.nat(5), fc.constantFrom('red', 'green', 'blue')), { maxLength: 4 }),
    removals: fc.array(fc.nat(5), { maxLength: 2 }),
    fails: fc.boolean(),
    ms: fc.nat(2_000),
  })
  const check = async (
    steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  ): Promise<void> => {
    const { index, remote, clock } = start()
    const held = new Map<string, string>()
    for (const { upserts, removals, fails, ms } of steps) {
      remote.behave = fails ? () => Promise.reject(new RangeError('down')) : works
      const next = new Map(upserts.map(([id, text]) => [`tool_${id}`, text]))
      const gone = removals.map((id) => `tool_${id}`).filter((id) => !next.has(id))
      index.apply({ upserts: [...next].map(([id, text]) => tool(id, text)), removals: gone })
      for (const id of gone) held.delete(id)
      for (const [id, text] of next) held.set(id, text)
      await clock.advance(ms)
    }
    remote.behave = works
    index.retry()
    await index.ready()
    const ids = Array.from({ length: 6 }, (_, id) => `tool_${id}`)
    for (const text of ['red', 'green', 'blue']) {
      const scores = ids.map((id) => {
        const own = held.get(id)
        return own === undefined ? undefined : Number(own === text)
      })
      const found = cosines(index, text, ids)
      expect(found.map((score) => score && Math.ceil(score))).toEqual(scores)
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), check), { numRuns: 50 })
})

it('throws away what was on its way when the model changed', async () => {
  const { index, remote, clock } = start()
  const gate = createGate()
  remote.behave = async (texts) => {
    await gate.opened
    return texts.map(() => wordVector('of the old model'))
  }
  index.apply({ upserts: tools(2), removals: [] })
  await settled()
  remote.behave = works
  remote.model = 'other words'
  gate.open()
  await settled()
  expect(index.progress()).toMatchObject({ model: 'other words', pending: 2, state: 'waiting' })
  await clock.advance(500)
  expect(cosines(index, 'old model', ['tool_0', 'tool_1'])).toEqual([0, 0])
  expect(nearest(index, 'tool_1')).toBe('tool_1')
})

describe('a local embedder', () => {
  it('is asked on the way, for what has changed', () => {
    const local = createLocalEmbedder()
    let asked = 0
    const embedDocument: typeof local.embedDocument = (fields) => {
      asked += 1
      return local.embedDocument(fields)
    }
    const embedder = { ...local, embedDocument }
    const { index } = start({ embedder })
    index.apply({ upserts: tools(3), removals: [] })
    index.apply({ upserts: tools(4), removals: [] })
    expect([asked, index.progress().state]).toEqual([4, 'ready'])
  })

  it('is asked again in the background when it has failed', async () => {
    const local = createLocalEmbedder()
    let works = false
    const embedDocument: typeof local.embedDocument = (fields) =>
      works ? local.embedDocument(fields) : new Float32Array(3)
    const embedder = { ...local, embedDocument }
    const { index, clock } = start({ embedder })
    index.apply({ upserts: tools(3), removals: [] })
    expect(index.progress()).toMatchObject({ pending: 3, error: { code: 'EMBEDDER_FAILED' } })
    works = true
    await clock.advance(500)
    expect(index.progress().state).toBe('ready')
  })
})
