import type { SearchAnswer } from '@toolscout/index'
import type { CatalogStore, ToolSource } from '@toolscout/model'
import type { CatalogReader, LocalEmbedder } from '@toolscout/model/internal'
import { createEmbedder, createWeightedSumFusion } from '@toolscout/semantic'
import { createMemoryStore } from '@toolscout/store'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Discovery, SearcherChain } from '../discovery.ts'
import { fakeSource } from '../fixtures/fake-source.ts'
import { openDiscovery } from './open-discovery.ts'

const inputSchema = { type: 'object', properties: { city: { type: 'string' } } }
const FORECAST = {
  name: 'get_forecast',
  description: 'Tells the weather of tomorrow',
  inputSchema,
  execute: () => 'rain',
}
const MAIL = {
  name: 'send_mail',
  description: 'Sends a mail to somebody',
  inputSchema,
  execute: () => 'sent',
}
const { execute: _, ...MAIL_DEFINITION } = MAIL
const TOOLS = [FORECAST, MAIL]

function shop(...names: readonly string[]): ToolSource {
  const definitions = names.map((name) => ({ name, inputSchema }))
  return fakeSource({ name: 'shop', list: () => ({ definitions, complete: true }) }).source
}

/** A store whose content outlives the one that is closed, as a file does. */
function keptStore(): {
  readonly reopen: () => CatalogStore
  readonly reads: { records: number; summaries: number }
} {
  const inner = createMemoryStore()
  const reads = { records: 0, summaries: 0 }
  const { reader } = inner
  const counting: CatalogReader | undefined =
    reader === undefined
      ? undefined
      : {
          ...reader,
          record: (id) => {
            reads.records += 1
            return reader.record(id)
          },
          summary: (id) => {
            reads.summaries += 1
            return reader.summary(id)
          },
        }
  return {
    reopen: () => ({
      ...inner,
      ...(counting === undefined ? {} : { reader: counting }),
      close: async () => {},
    }),
    reads,
  }
}

it('what is durable is read from the store when it is asked for, definitions at once, and summaries once a checkpoint was made', async () => {
  const { reopen, reads } = keptStore()
  const scout = await openDiscovery({ store: reopen() })
  await scout.register(TOOLS, { namespace: 'office' })
  reads.records = 0
  expect(scout.index.get('office:send_mail')?.tool).toMatchObject(MAIL_DEFINITION)
  expect(reads).toEqual({ records: 1, summaries: 0 })
  const filter = { namespaces: ['office'] }
  const before = await scout.search('mails', { filter })
  await scout.catalog?.checkpoint()
  // Another answer than the one that is remembered.
  expect((await scout.search('mails', { filter, explain: true })).hits).toMatchObject(before.hits)
  expect(reads.summaries).toBe(1)
  await scout.search('tomorrow', { filter })
  expect(reads.summaries).toBe(2)
  await scout.register([{ ...FORECAST, description: 'Tells whether it rains' }], { namespace: 'office' })
  expect((await scout.search('rain', { filter })).hits[0]?.summary.summary).toBe('Tells whether it rains')
  await scout.close()
})

it('what was registered is there after closing and opening, ranks the same, and runs once it has its function again', async () => {
  const { reopen } = keptStore()
  const first = await openDiscovery({ store: reopen() })
  await first.register(TOOLS, { toolDocs: { send_mail: { notes: 'Ask before you send to a customer.' } } })
  const before = await first.search('what is the weather')
  await first.close()

  const second = await openDiscovery({ store: reopen() })
  expect(second.index.size).toBe(2)
  await second.catalog?.restored()
  const after = await second.search('what is the weather')
  expect(after.hits.map(({ id, score }) => [id, score])).toEqual(
    before.hits.map(({ id, score }) => [id, score]),
  )
  expect((await second.describe('send_mail', { detail: 'full' })).docs[0]?.notes).toBe(
    'Ask before you send to a customer.',
  )
  expect((await second.search('ask before customer')).hits[0]?.id).toBe('send_mail')
  expect(await second.call('send_mail')).toMatchObject({ structuredContent: { error: 'HANDLER_MISSING' } })
  const report = await second.register(TOOLS)
  expect(report.unchanged).toEqual(['get_forecast', 'send_mail'])
  expect((await second.call('send_mail')).content).toEqual([{ type: 'text', text: 'sent' }])
  await second.close()
})

describe('the first answer after opening is the one before closing', () => {
  const words = (text: string): Float32Array => {
    const vector = new Float32Array(26).fill(0.01)
    for (const letter of text.toLowerCase()) {
      const place = letter.charCodeAt(0) - 97
      if (place >= 0 && place < 26) vector[place] = (vector[place] as number) + 1
    }
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  }
  const embedded: string[] = []
  const remote = createEmbedder({
    model: 'letters',
    dimensions: 26,
    embed: async (texts, { purpose }) => {
      if (purpose === 'document') embedded.push(...texts)
      return texts.map(words)
    },
  })
  const local: LocalEmbedder = {
    ...remote,
    embedQuery: words,
    embedDocument: ({ description }) => {
      embedded.push(description)
      return words(description)
    },
  }
  const fusion = createWeightedSumFusion()
  const answersOf = async ({ search }: Discovery): Promise<readonly SearchAnswer[]> =>
    Promise.all(
      ['what is the weather', 'inform anybody', 'tomorow', 'umbrella'].map((query) => search(query)),
    )
  const plain = (answers: readonly SearchAnswer[]): unknown =>
    answers.map(({ version: _, ...answer }) => answer)

  it.each([
    ['the embedder in the box', {}],
    ['an embedder in this process', { embedder: local, fusion }],
    ['an embedder that takes time', { embedder: remote, fusion }],
  ])('with %s, and nothing is embedded or read for it', async (_name, options) => {
    const { reopen, reads } = keptStore()
    const first = await openDiscovery({ store: reopen(), ...options })
    await first.register(TOOLS)
    await first.embeddings?.ready()
    const before = await answersOf(first)
    await first.close()
    embedded.length = 0
    reads.records = 0
    const second = await openDiscovery({ store: reopen(), ...options })
    expect(plain(await answersOf(second))).toEqual(plain(before))
    expect(before.flatMap(({ degraded }) => degraded)).toEqual([])
    expect(reads.records).toBe(0)
    await second.catalog?.restored()
    expect(embedded).toEqual([])
    // What changes from then on is embedded, and the rest still is not.
    await second.register([{ ...FORECAST, description: 'Says how wet it gets' }])
    second.index.unregister('send_mail')
    await second.embeddings?.ready()
    const changed = await answersOf(second)
    expect(embedded.length).toBeLessThan(2)
    await second.close()
    const third = await openDiscovery({ store: reopen(), ...options })
    expect(plain(await answersOf(third))).toEqual(plain(changed))
    await third.close()
  })

  it('also when tools changed after the checkpoint', async () => {
    const { reopen } = keptStore()
    const first = await openDiscovery({ store: reopen() })
    await first.register(TOOLS)
    await first.catalog?.checkpoint()
    await first.register([{ ...MAIL, name: 'get_news', description: 'Tells the news' }])
    await first.unregister('send_mail')
    const before = await answersOf(first)
    // Never closed, as after a crash.
    const second = await openDiscovery({ store: reopen() })
    expect(plain(await answersOf(second))).toEqual(plain(before))
    await second.close()
  })

  it('or says what it lacks: where vectors are lost, or of another checkpoint, they are made again', async () => {
    const { reopen } = keptStore()
    const first = await openDiscovery({ store: reopen() })
    await first.register(TOOLS)
    const before = await answersOf(first)
    await first.catalog?.checkpoint()
    const old = await reopen().loadCheckpoint('meaning')
    await first.unregister('send_mail')
    await first.register([MAIL])
    await first.close()
    const revision = await reopen().revision()
    for (const bytes of [new Uint8Array(100), old?.bytes ?? new Uint8Array()]) {
      await reopen().saveCheckpoint('meaning', { revision, bytes })
      const second = await openDiscovery({ store: reopen() })
      const [answer] = await answersOf(second)
      expect(answer?.degraded).toContainEqual({
        part: 'catalog',
        reason: 'Restored tools are ranked by words alone so far: 0 of 2 are read in full.',
      })
      await second.catalog?.restored()
      expect(plain(await answersOf(second))).toEqual(plain(before))
      await second.close()
      const third = await openDiscovery({ store: reopen() })
      expect(plain(await answersOf(third))).toEqual(plain(before))
      await third.close()
    }
  })

  it('with a searcher around it, which is given the tools in the background', async () => {
    const { reopen } = keptStore()
    const given: string[] = []
    const searcher: SearcherChain = (base) => ({
      ...base,
      apply: (changes) => {
        given.push(...changes.upserts.map(({ id }) => id))
        base.apply(changes)
      },
    })
    const first = await openDiscovery({ store: reopen(), searcher })
    await first.register(TOOLS)
    const before = await answersOf(first)
    await first.close()
    given.length = 0
    const second = await openDiscovery({ store: reopen(), searcher })
    const [answer] = await answersOf(second)
    expect(answer?.hits).toEqual(before[0]?.hits)
    await second.catalog?.restored()
    expect(given).toEqual(['get_forecast', 'send_mail'])
    expect(plain(await answersOf(second))).toEqual(plain(before))
    await second.close()
  })
})

it('a change is durable when its promise resolves, not only when the facade is closed', async () => {
  const { reopen } = keptStore()
  const first = await openDiscovery({ store: reopen() })
  await first.register(TOOLS)
  expect(first.catalog?.revision()).toBe(1)
  // Never closed, as after a crash.
  const second = await openDiscovery({ store: reopen() })
  expect(second.index.list().map(({ summary }) => summary.id)).toEqual(['get_forecast', 'send_mail'])
  await second.close()
})

it('saves nothing when nothing has changed since it was opened from what was saved', async () => {
  const { reopen } = keptStore()
  const first = await openDiscovery({ store: reopen() })
  await first.register(TOOLS)
  await first.close()

  const store = reopen()
  let saved = 0
  const counting: CatalogStore = {
    ...store,
    saveCheckpoint: (...given) => {
      saved += 1
      return store.saveCheckpoint(...given)
    },
  }
  const second = await openDiscovery({ store: counting })
  await second.search('weather')
  await second.close()
  expect(saved).toBe(0)
})

it('a checkpoint is made when many tools have come and no more come, and within half a minute while they do', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = keptStore().reopen()
  const saved: number[] = []
  const discovery = await openDiscovery({
    embedder: false,
    store: {
      ...store,
      saveCheckpoint: async (name, checkpoint) => {
        saved.push(checkpoint.revision)
        return store.saveCheckpoint(name, checkpoint)
      },
    },
  })
  let count = 0
  const registerMany = (): Promise<unknown> => {
    const some = Array.from({ length: 1_000 }, (_, i) => ({ name: `tool_${count + i}`, inputSchema }))
    count += some.length
    return discovery.register(some)
  }
  await registerMany()
  await registerMany()
  expect(saved).toEqual([])
  vi.advanceTimersByTime(1_000)
  await vi.waitFor(() => expect(saved).toEqual([2]))
  await registerMany()
  for (let half = 0; half < 60; half += 1) {
    vi.advanceTimersByTime(500)
    await discovery.register([{ name: `one_${half}`, inputSchema }])
  }
  await vi.waitFor(() => expect(saved).toHaveLength(2))
  await discovery.close()
})

it('tools of servers are there before the servers are, and leave when a complete listing has them no more', async () => {
  const { reopen } = keptStore()
  const first = await openDiscovery({ store: reopen() })
  await first.addSource(shop('sell', 'buy'))
  await first.close()

  const second = await openDiscovery({ store: reopen() })
  expect(second.index.size).toBe(2)
  expect((await second.search('sell')).hits[0]?.id).toBe('shop:sell')
  expect(await second.call('shop:sell')).toMatchObject({ structuredContent: { error: 'SOURCE_MISSING' } })
  await second.addSource(shop('sell'))
  expect(second.index.size).toBe(1)
  await second.close()
  const third = await openDiscovery({ store: reopen() })
  expect(third.index.size).toBe(1)
  await third.close()
})

it('tools of servers stay when their server cannot be listed, and leave when it is removed', async () => {
  const { reopen } = keptStore()
  const first = await openDiscovery({ store: reopen() })
  await first.addSource(shop('sell', 'buy'))
  await first.close()

  const second = await openDiscovery({ store: reopen() })
  const list = async () => {
    throw new RangeError('closed for today')
  }
  const failing = fakeSource({ name: 'shop', list })
  await expect(second.addSource(failing.source)).rejects.toThrow('closed for today')
  const { source: silent } = fakeSource({ name: 'shop', list: () => new Promise(() => {}) })
  const leaving = new AbortController()
  const adding = second.addSource(silent, { signal: leaving.signal })
  leaving.abort()
  await expect(adding).rejects.toMatchObject({ name: 'AbortError' })
  expect(failing.log).toEqual(['closed'])
  expect(second.sources()).toEqual([])
  expect(second.index.size).toBe(2)
  await second.removeSource('shop')
  expect(second.index.size).toBe(0)
  await second.close()
})

it('definitions are read when somebody asks for them, and not before', async () => {
  const { reopen, reads } = keptStore()
  const first = await openDiscovery({ store: reopen(), embedder: false })
  await first.register(
    Array.from({ length: 300 }, (_, i) => ({
      name: `tool_${i}`,
      description: `Does thing ${i}`,
      inputSchema,
    })),
  )
  await first.close()
  reads.records = 0
  const second = await openDiscovery({ store: reopen(), embedder: false })
  expect((await second.search('tool_7', { limit: 1 })).hits[0]?.id).toBe('tool_7')
  expect(reads.records).toBe(0)
  await second.describe('tool_7')
  expect(reads.records).toBeGreaterThan(0)
  expect(reads.records).toBeLessThan(5)
  await second.close()
})

it('changes after the last checkpoint are caught up with, and a checkpoint of others is made anew', async () => {
  const { reopen } = keptStore()
  const first = await openDiscovery({ store: reopen(), embedder: false })
  await first.register(TOOLS)
  await first.catalog?.checkpoint()
  await first.register([{ ...FORECAST, name: 'get_news', description: 'Tells what happened in the world' }])
  first.index.unregister('send_mail')
  await first.catalog?.flush()
  const second = await openDiscovery({ store: reopen(), embedder: false })
  expect((await second.search('what happened in the world')).hits[0]?.id).toBe('get_news')
  expect((await second.search('send_mail')).hits.map(({ id }) => id)).not.toContain('send_mail')
  await second.close()
  const store = reopen()
  await store.saveCheckpoint('words', { revision: await store.revision(), bytes: new Uint8Array(100) })
  const third = await openDiscovery({ store, embedder: false })
  expect((await third.search('what happened in the world')).hits[0]?.id).toBe('get_news')
  await third.close()
})

it('what an embedder made is kept in the store, and is not made again', async () => {
  const { reopen } = keptStore()
  const embedded: string[] = []
  const embedder = createEmbedder({
    model: 'letters',
    dimensions: 26,
    embed: async (texts, { purpose }) => {
      if (purpose === 'document') embedded.push(...texts)
      return texts.map((text) => {
        const vector = new Float32Array(26)
        for (const letter of text.toLowerCase()) {
          const place = letter.charCodeAt(0) - 97
          if (place >= 0 && place < 26) vector[place] = (vector[place] as number) + 1
        }
        return vector
      })
    },
  })
  const open = async (): Promise<readonly string[]> => {
    embedded.length = 0
    const discovery = await openDiscovery({ store: reopen(), embedder, fusion: createWeightedSumFusion() })
    await discovery.register(TOOLS)
    await discovery.catalog?.restored()
    await discovery.embeddings?.ready()
    expect((await discovery.search('somebody')).hits[0]?.id).toBe('send_mail')
    await discovery.close()
    return [...embedded]
  }
  expect(await open()).toHaveLength(2)
  expect(await open()).toEqual([])
  const store = createMemoryStore()
  const idle = { store, embedder: false, fusion: createWeightedSumFusion() } as const
  await expect(openDiscovery(idle)).rejects.toThrow('fusion would have no effect')
})

it('a store that cannot be written to is told to whoever registers, and nothing is lost', async () => {
  const { reopen } = keptStore()
  const store = reopen()
  let isFull = true
  const append: CatalogStore['append'] = async (changes, options) => {
    if (isFull) throw new RangeError('no space left')
    return store.append(changes, options)
  }
  const errors: unknown[] = []
  const discovery = await openDiscovery({
    store: { ...store, append },
    onError: ({ error }) => errors.push(error),
  })
  await expect(discovery.register(TOOLS)).rejects.toThrow('no space left')
  expect(discovery.index.size).toBe(2)
  isFull = false
  await discovery.catalog?.flush()
  expect(await store.revision()).toBe(1)
  await discovery.close()
})

it('a store is needed, and options that nobody reads are refused', async () => {
  await expect(openDiscovery({} as never)).rejects.toThrow(TypeError)
  await expect(openDiscovery({ store: createMemoryStore(), searcher: {} } as never)).rejects.toThrow(
    TypeError,
  )
})
