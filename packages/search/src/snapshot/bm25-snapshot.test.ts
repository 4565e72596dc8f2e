import type { Searcher, ToolSummary } from '@toolscout/model'
import {
  anyDocumentSteps,
  anyQuery,
  type DocumentStep,
  documentsAfter,
  sketchDocument,
} from '@toolscout/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { type Bm25SearcherOptions, createBm25Searcher } from '../bm25-searcher.ts'
import { SnapshotRefusedError } from './snapshot-refused-error.ts'

const run = <S extends Searcher>(searcher: S, steps: readonly DocumentStep[]): S => {
  for (const step of steps) {
    if (step.type === 'remove') searcher.apply({ upserts: [], removals: step.ids })
    else searcher.apply({ upserts: step.documents, removals: [] })
  }
  return searcher
}
const nobody = (id: string): ToolSummary => ({ id, name: id, summary: '', tags: [], backends: [] })
const answerOf = (searcher: Searcher, query: string): Promise<unknown> =>
  searcher.search({ query, limit: 100, explain: true })
const refusalOf = (open: () => unknown): unknown => {
  try {
    open()
  } catch (error) {
    return error instanceof SnapshotRefusedError ? error.details.reason : error
  }
  return 'taken'
}
const tools = [
  sketchDocument({ namespace: 'git', name: 'git_status', description: 'Show the working tree status' }),
  sketchDocument({ namespace: 'git', name: 'git_commit', description: 'Record changes to the repository' }),
  sketchDocument({ namespace: 'docker', name: 'docker_ps', description: 'List containers' }),
]
const bytesOf = (options: Bm25SearcherOptions = {}, revision?: string): Uint8Array => {
  const searcher = createBm25Searcher(options)
  searcher.apply({ upserts: tools, removals: [] })
  return searcher.snapshot(revision)
}

describe('a restored searcher', () => {
  it('answers as the one that was saved, and so do both after further changes', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocumentSteps, anyDocumentSteps, anyQuery, async (before, after, query) => {
        const original = run(createBm25Searcher(), before)
        const untouched = run(createBm25Searcher(), before)
        const bytes = original.snapshot()
        const copy = bytes.slice()
        const documents = documentsAfter(before)
        const summaryOf = (id: string): ToolSummary => documents.get(id)?.summary ?? nobody(id)
        const restored = createBm25Searcher({ saved: { bytes, summaryOf } })
        expect(await answerOf(restored, query)).toEqual(await answerOf(untouched, query))
        expect(await answerOf(original, query)).toEqual(await answerOf(untouched, query))
        const again = createBm25Searcher({ saved: { bytes: restored.snapshot(), summaryOf } })
        for (const searcher of [original, untouched, restored, again]) run(searcher, after)
        for (const searcher of [original, restored, again]) {
          expect(await answerOf(searcher, query)).toEqual(await answerOf(untouched, query))
        }
        expect(bytes).toEqual(copy)
      }),
    )
  })

  it('is the same when many documents come and go', async () => {
    const many = Array.from({ length: 3_000 }, (_, i) =>
      sketchDocument({ name: `tool_${i}`, description: `word${i % 97} word${i % 31} of ${i}` }),
    )
    const original = createBm25Searcher()
    original.apply({ upserts: many, removals: [] })
    for (let i = 0; i < 3_000; i += 3) original.apply({ upserts: [], removals: [`tool_${i}`] })
    const restored = createBm25Searcher({ saved: { bytes: original.snapshot(), summaryOf: nobody } })
    for (const searcher of [original, restored]) {
      searcher.apply({ upserts: many.slice(500, 900), removals: ['tool_7', 'tool_8'] })
      for (const document of many.slice(2_000)) searcher.apply({ upserts: [document], removals: [] })
    }
    for (const query of ['word5', 'word96 word30', 'tool 7', 'of 2999 word1']) {
      expect(await answerOf(restored, query)).toEqual(await answerOf(original, query))
    }
  })

  it('keeps ids that UTF-8 does not', async () => {
    const ids = ['\ud800', '\ufffd', '\ufeffa', 'a', '', 'é']
    const original = createBm25Searcher()
    const upserts = ids.map((id) => ({ ...sketchDocument({ name: 'status' }), id }))
    original.apply({ upserts, removals: [] })
    const restored = createBm25Searcher({ saved: { bytes: original.snapshot(), summaryOf: nobody } })
    const found = async (): Promise<readonly string[]> =>
      (await restored.search({ query: 'status', limit: 10 })).hits.map(({ id }) => id)
    expect(await found()).toEqual([...ids].sort())
    restored.apply({ upserts: [], removals: ['\ufffd', '', '\ufeffa', '\udfff'] })
    expect(await found()).toEqual(['a', 'é', '\ud800'])
    restored.apply({ upserts: upserts.slice(1, 2), removals: [] })
    expect(await found()).toEqual(['a', 'é', '\ud800', '\ufffd'])
  })

  it('filters by the summaries it is given, and by those of documents that came later', async () => {
    const summaryOf = (id: string): ToolSummary => ({ ...nobody(id), tags: ['saved'] })
    const restored = createBm25Searcher({ saved: { bytes: bytesOf(), summaryOf } })
    const later = sketchDocument({ name: 'git_log', description: 'Show changes' })
    restored.apply({ upserts: [{ ...later, summary: { ...later.summary, tags: ['later'] } }], removals: [] })
    const search = async (tag: string): Promise<readonly string[]> =>
      (await restored.search({ query: 'changes', limit: 10, filter: { tags: [tag] } })).hits.map(
        ({ id }) => id,
      )
    expect(await search('saved')).toEqual(['git:git_commit'])
    expect(await search('later')).toEqual([later.id])
  })

  it('begins with an empty searcher as well', async () => {
    const restored = createBm25Searcher({
      saved: { bytes: createBm25Searcher().snapshot(), summaryOf: nobody },
    })
    restored.apply({ upserts: tools, removals: [] })
    expect((await restored.search({ query: 'status', limit: 1 })).hits).toHaveLength(1)
  })
})

describe('a snapshot is refused', () => {
  const bytes = bytesOf()
  const restore = (given: Uint8Array): unknown =>
    createBm25Searcher({ saved: { bytes: given, summaryOf: nobody } })

  it('when any of its bits was flipped', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const damaged = bytes.slice()
        damaged[at] = (damaged[at] as number) ^ bits
        expect(refusalOf(() => restore(damaged))).toMatch(/^(?:corrupt|format)$/)
      }),
      { numRuns: 1_000 },
    )
  })

  it('when it was cut or went on', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(refusalOf(() => restore(bytes.slice(0, length)))).toBe('corrupt')
    }
    const longer = new Uint8Array(bytes.length + 16)
    longer.set(bytes)
    expect(refusalOf(() => restore(longer))).toBe('corrupt')
    expect(refusalOf(() => restore(new Uint8Array(4_096)))).toBe('corrupt')
  })

  it('when options, analysis or revision are others; not when they are the same', () => {
    const open = (options: Bm25SearcherOptions, revision?: string): unknown =>
      refusalOf(() => createBm25Searcher({ ...options, saved: { bytes, revision, summaryOf: nobody } }))
    expect(open({})).toBe('taken')
    expect(open({ weights: { name: 3 }, analyzer: createAnalyzer() })).toBe('taken')
    expect(open({ k1: 1 })).toBe('options')
    expect(open({ weights: { title: 1 } })).toBe('options')
    expect(open({ analyzer: createAnalyzer({ wholeIdentifiers: false }) })).toBe('options')
    expect(open({ analyzer: createAnalyzer({ stopWords: new Set(['the']) }) })).toBe('options')
    expect(open({ analyzer: createAnalyzer({ stem: null }) })).toBe('options')
    expect(open({}, 'another')).toBe('revision')
  })

  it('when it is of another revision', () => {
    const saved = bytesOf({}, '1')
    const open = (revision?: string): unknown =>
      refusalOf(() => createBm25Searcher({ saved: { bytes: saved, revision, summaryOf: nobody } }))
    expect([open('1'), open('2'), open()]).toEqual(['taken', 'revision', 'revision'])
  })

  it('by its typed error, which says what to do', () => {
    expect(() => restore(bytes.slice(8))).toThrow(
      expect.objectContaining({ code: 'SNAPSHOT_REFUSED', message: expect.stringContaining('save it anew') }),
    )
  })
})

describe('snapshots', () => {
  it('are restored from anywhere in a buffer', async () => {
    const bytes = bytesOf()
    for (const offset of [1, 4, 8]) {
      const room = new Uint8Array(bytes.length + offset)
      room.set(bytes, offset)
      const restored = createBm25Searcher({ saved: { bytes: room.subarray(offset), summaryOf: nobody } })
      expect((await restored.search({ query: 'status', limit: 1 })).hits[0]?.id).toBe('git:git_status')
    }
  })

  it('need an analyzer that says what it is', () => {
    const plain = createAnalyzer({ stem: (word) => word.slice(0, 3) })
    expect(() => bytesOf({ analyzer: plain })).toThrow(TypeError)
    const named = { ...plain, fingerprint: 'three letters' }
    const bytes = bytesOf({ analyzer: named })
    const open = (analyzer: typeof plain): unknown =>
      refusalOf(() => createBm25Searcher({ analyzer, saved: { bytes, summaryOf: nobody } }))
    expect(open(named)).toBe('taken')
    expect(open({ ...named, fingerprint: 'four letters' })).toBe('options')
  })
})
