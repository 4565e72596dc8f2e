import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ToolSummary } from '@toolscout/model'
import { atOnce, CommonFacts, type ToolFacts } from '@toolscout/model/internal'
import { createSectionWriter, snapshotsOf } from '@toolscout/search/internal'
import { anyDocumentSteps, anyQuery, documentsAfter, sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocalEmbedder, createRemoteEmbedder } from '../fixtures/embedders.ts'
import { createVectorStore, VectorStore } from '../vectors/vector-store.ts'
import type { SemanticSearcher, SemanticSearcherOptions } from './semantic-options.ts'
import { createBuiltInRetriever, createSemanticSearcher } from './semantic-searcher.ts'

const embedder = createLocalEmbedder()
const documents = Array.from({ length: 1_100 }, (_, i) =>
  sketchDocument({ name: `tool_${i}`, description: `word${i % 90} weather`, readOnly: i % 2 === 0 }),
)
const summaryOf = (id: string): ToolSummary =>
  documents.find((document) => document.id === id)?.summary as ToolSummary
const factsOf = (readOnlyHint: boolean): CommonFacts =>
  new CommonFacts({ tags: [], backends: [], annotations: { readOnlyHint } })
const filled = (options: Partial<SemanticSearcherOptions> = {}): SemanticSearcher => {
  const searcher = createSemanticSearcher({ embedder, ...options })
  searcher.apply({ upserts: documents, removals: [] })
  return searcher
}
const reasonOf = (open: () => unknown): unknown => {
  try {
    open()
  } catch (error) {
    return Reflect.get(Reflect.get(error as object, 'details') ?? {}, 'reason')
  }
  return 'taken'
}

/** A snapshot with ids, and vectors that are too short. */
function cutSnapshot(): Uint8Array {
  const store = new VectorStore(embedder)
  for (const { id, fields } of documents) store.set(id, embedder.embedDocument(fields))
  const out = createSectionWriter()
  store.save({ ...out, add: (array) => out.add(array instanceof Uint8Array ? array.subarray(1) : array) })
  const options = JSON.stringify([embedder.model, ...store.layout])
  return atOnce(out.finish({ options, revision: 'one' }))
}

describe('a semantic searcher that begins with what was saved', () => {
  it('is saved in steps as it was at one moment, whatever changes meanwhile', async () => {
    for (const every of [1, 3, 7]) {
      const searcher = filled()
      const expected = filled().snapshot('one')
      const steps = snapshotsOf(searcher).begin()('one')
      let step = steps.next()
      for (let i = 1; step.done !== true; step = steps.next(), i += 1) {
        if (i % every > 0) continue
        const changed = sketchDocument({ name: `tool_${i}`, description: `another ${i}` })
        searcher.apply({ upserts: [changed], removals: [documents[2 * i]?.id as string] })
      }
      expect(Buffer.compare(step.value, expected)).toBe(0)
      expect(Buffer.compare(searcher.snapshot('one'), expected)).not.toBe(0)
    }
  })

  it('asks once what a filter looks at, again where a tool changed but not its text, and not what it was told', async () => {
    const asked: string[] = []
    const facts = new Map([true, false].map((readOnlyHint) => [readOnlyHint, factsOf(readOnlyHint)]))
    const isReadOnly = new Map(documents.map(({ id }, i) => [id, i % 2 === 0]))
    const searcher = createSemanticSearcher({
      embedder,
      saved: {
        bytes: filled().snapshot(),
        summaryOf,
        factsOf: (id) => facts.get(isReadOnly.get(asked[asked.push(id) - 1] as string) === true) as ToolFacts,
      },
    })
    const [told, changed, gone] = [0, 1, 2].map((i) => documents[i]?.id as string) as [string, string, string]
    snapshotsOf(searcher).part.learn?.(told, factsOf(true))
    const find = async (readOnly: boolean): Promise<ReadonlySet<string>> => {
      const { hits } = await searcher.search({ query: 'weather', limit: 1_000, filter: { readOnly } })
      return new Set(hits.map(({ id }) => id))
    }
    expect((await find(true)).has(told)).toBe(true)
    expect((await find(true)).has(changed)).toBe(false)
    expect(asked.length).toBe(new Set(asked).size)
    expect(asked).not.toContain(told)
    const again = sketchDocument({ name: 'tool_1', description: 'word1 weather', readOnly: true })
    searcher.apply({ upserts: [again], removals: [gone] })
    expect((await find(true)).has(changed)).toBe(true)
    expect((await find(true)).has(gone)).toBe(false)
    // Saved, it holds no summary of it any more.
    isReadOnly.set(changed, true)
    searcher.snapshot()
    asked.length = 0
    expect((await find(true)).has(changed)).toBe(true)
    expect((await find(false)).has(changed)).toBe(false)
    expect(asked).toEqual([changed])
  })

  it('answers as the one that was saved, and so do both after further changes', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocumentSteps, anyDocumentSteps, anyQuery, async (before, after, query) => {
        const run = (searcher: SemanticSearcher, steps: typeof before): SemanticSearcher => {
          for (const step of steps) {
            if (step.type === 'remove') searcher.apply({ upserts: [], removals: step.ids })
            else searcher.apply({ upserts: step.documents, removals: [] })
          }
          return searcher
        }
        const known = documentsAfter(before)
        const original = run(createSemanticSearcher({ embedder }), before)
        const saved = {
          bytes: original.snapshot(),
          summaryOf: (id: string) => known.get(id)?.summary as ToolSummary,
        }
        const restored = createSemanticSearcher({ embedder, saved })
        const request = { query, limit: 100, explain: true, filter: { readOnly: true } }
        for (const filter of [undefined, { namespaces: ['git'] }]) {
          const asked = { ...request, filter }
          expect(await restored.search(asked)).toEqual(await original.search(asked))
        }
        for (const searcher of [original, restored]) run(searcher, after)
        expect(await restored.search(request)).toEqual(await original.search(request))
        expect(restored.embeddings.progress()).toEqual(original.embeddings.progress())
      }),
      { numRuns: 50 },
    )
  })

  it('shows all of it after the last of many short steps, and where one fails nothing', async () => {
    const bytes = filled().snapshot('one')
    const request = { query: 'word3 weather', limit: 20 }
    const begin = () => {
      const searcher = createSemanticSearcher({ embedder, saved: { summaryOf } })
      const take = (given: Uint8Array) =>
        snapshotsOf(searcher).part.restore({ bytes: given, revision: 'one', summaryOf })
      return { searcher, take }
    }
    const whole = begin()
    const steps = whole.take(bytes.slice())
    let count = 1
    for (; steps.next().done !== true; count += 1)
      expect(await whole.searcher.search(request)).toEqual({ hits: [] })
    expect(await whole.searcher.search(request)).toEqual(await filled().search(request))
    expect(count).toBeGreaterThan(bytes.length / 2 ** 20)
    const broken = begin()
    expect(reasonOf(() => atOnce(broken.take(cutSnapshot())))).toBe('format')
    expect(await broken.searcher.search(request)).toEqual({ hits: [] })
    expect(broken.searcher.embeddings.progress()).toMatchObject({ total: 0, state: 'ready' })
    atOnce(broken.take(bytes))
    expect(await broken.searcher.search(request)).toEqual(await filled().search(request))
  })

  it('does so across blocks of rows, filters, and when tools leave and come', async () => {
    const original = filled()
    const bytes = original.snapshot('7')
    const restored = createSemanticSearcher({ embedder, saved: { bytes, revision: '7', summaryOf } })
    const expectSame = async (): Promise<void> => {
      for (const query of ['word3', 'word89 weather', 'tool_1099']) {
        for (const filter of [undefined, { readOnly: true }]) {
          const request = { query, limit: 20, filter }
          expect(await restored.search(request)).toEqual(await original.search(request))
        }
      }
    }
    await expectSame()
    for (const searcher of [original, restored]) {
      searcher.apply({ upserts: [], removals: documents.slice(0, 700).map(({ id }) => id) })
      searcher.apply({ upserts: documents.slice(100, 200), removals: [] })
    }
    await expectSame()
    expect(Buffer.compare(restored.snapshot(), original.snapshot())).toBe(0)
  })

  it('is refused what is of another model or revision, or not what was written', () => {
    const bytes = filled().snapshot('7')
    const open = (given: Uint8Array, revision: string, options = {}): unknown =>
      reasonOf(() =>
        createSemanticSearcher({ embedder, ...options, saved: { bytes: given, revision, summaryOf } }),
      )
    expect(open(bytes, '7')).toBe('taken')
    expect(open(bytes, '8')).toBe('revision')
    expect(open(bytes, '7', { embedder: { ...embedder, model: 'other' } })).toBe('options')
    expect(open(bytes, '7', { embedder: { ...embedder, dimensions: 9 } })).toBe('options')
    for (let at = 0; at < bytes.length; at += 9_973) {
      const damaged = bytes.slice()
      damaged[at] = (damaged[at] as number) ^ 1
      expect(open(damaged, '7')).toMatch(/^(?:corrupt|format)$/)
    }
    expect(open(bytes.slice(0, -1), '7')).toBe('corrupt')
  })

  it('embeds again only what has changed since, with an embedder that takes time too', async () => {
    const remote = createRemoteEmbedder()
    const first = filled({ embedder: remote })
    expect(() => first.snapshot()).toThrow(expect.objectContaining({ code: 'EMBEDDINGS_INCOMPLETE' }))
    await first.embeddings.ready()
    const saved = { bytes: first.snapshot(), summaryOf }
    remote.calls.length = 0
    const second = createSemanticSearcher({ embedder: remote, saved })
    expect(second.embeddings.progress()).toMatchObject({ total: documents.length, pending: 0 })
    second.apply({
      upserts: [...documents.slice(1), sketchDocument({ name: 'tool_0', description: 'new' })],
      removals: [],
    })
    await second.embeddings.ready()
    expect(remote.calls).toEqual([{ purpose: 'document', texts: ['tool_0 new'] }])
    // Its documents are known by now, so that it can begin again.
    remote.model = 'newer words'
    await second.embeddings.ready()
    expect(second.embeddings.progress()).toMatchObject({ total: documents.length, pending: 0 })
    expect(remote.calls.length).toBeGreaterThan(100)
  })

  it('may be the one in the box', async () => {
    const [original, empty] = [createBuiltInRetriever(), createBuiltInRetriever()]
    original.searcher.apply({ upserts: documents.slice(0, 20), removals: [] })
    const saved = { bytes: original.searcher.snapshot(), summaryOf }
    const restored = createBuiltInRetriever({ saved })
    const request = { query: 'what is the weather', limit: 5 }
    expect(await restored.searcher.search(request)).toEqual(await original.searcher.search(request))
    expect(createBuiltInRetriever({ saved: { ...saved, bytes: empty.searcher.snapshot() } })).toBeDefined()
  })

  it('lets go of what it began with', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const begin = (): readonly [SemanticSearcher, WeakRef<ArrayBufferLike>] => {
      const bytes = filled().snapshot()
      return [createSemanticSearcher({ embedder, saved: { bytes, summaryOf } }), new WeakRef(bytes.buffer)]
    }
    const [restored, given] = begin()
    await new Promise<void>((resolve) => setImmediate(resolve))
    collect()
    expect(given.deref()).toBeUndefined()
    expect(restored.embeddings.progress()).toMatchObject({ total: documents.length })
  })

  it('keeps no vectors for an index of one’s own', () => {
    const vectors = (dimensions: number) => ({ ...createVectorStore({ dimensions }) })
    expect(() => filled({ vectors }).snapshot()).toThrow(TypeError)
  })
})
