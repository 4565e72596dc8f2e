import type { ToolSummary } from '@toolscout/model'
import { anyDocumentSteps, anyQuery, documentsAfter, sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OFFICE } from '../fixtures/office.ts'
import { answerOf, bareSummary, run, SEARCHERS, TOOLS } from './fixtures/searchers.ts'

describe.each(SEARCHERS)('$name, restored', ({ create }) => {
  it('answers as the one that was saved, and so do both after further changes', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocumentSteps, anyDocumentSteps, anyQuery, async (before, after, query) => {
        const original = run(create(), before)
        const untouched = run(create(), before)
        const bytes = original.snapshot()
        const documents = documentsAfter(before)
        const summaryOf = (id: string): ToolSummary => documents.get(id)?.summary as ToolSummary
        const restored = create({ saved: { bytes, summaryOf } })
        expect(await answerOf(restored, query)).toEqual(await answerOf(untouched, query))
        expect(await answerOf(original, query)).toEqual(await answerOf(untouched, query))
        const again = create({ saved: { bytes: restored.snapshot(), summaryOf } })
        for (const searcher of [original, untouched, restored, again]) run(searcher, after)
        for (const searcher of [original, restored, again]) {
          expect(await answerOf(searcher, query)).toEqual(await answerOf(untouched, query))
        }
      }),
    )
  })

  it('is the same when many documents come and go', async () => {
    const many = Array.from({ length: 3_000 }, (_, i) =>
      sketchDocument({
        namespace: `server${i % 7}`,
        name: `tool_${i}`,
        description: `word${i % 97} word${i % 31} of ${i}`,
      }),
    )
    const idAt = (i: number): string => many[i]?.id as string
    const original = create()
    original.apply({ upserts: many, removals: [] })
    for (let i = 0; i < 3_000; i += 3) original.apply({ upserts: [], removals: [idAt(i)] })
    const summaries = new Map(many.map(({ id, summary }) => [id, summary]))
    const bytes = original.snapshot()
    const summaryOf = (id: string): ToolSummary => summaries.get(id) as ToolSummary
    const restored = create({ saved: { bytes, summaryOf } })
    for (const searcher of [original, restored]) {
      searcher.apply({ upserts: many.slice(500, 900), removals: [idAt(7), idAt(8)] })
      for (const document of many.slice(2_000)) searcher.apply({ upserts: [document], removals: [] })
    }
    for (const query of [
      'word5',
      'word96 word30',
      'tool 7',
      'of 2999 word1',
      'server3 tool_2998',
      'tol_2999',
    ]) {
      expect(await answerOf(restored, query)).toEqual(await answerOf(original, query))
    }
  })

  it('knows names, slips, servers, needs, nearDuplicates and lengths as before, also when tools leave and come back', async () => {
    const consumers = OFFICE.map((document, i) => ({
      ...document,
      required: i % 3 === 0 ? ['issue_id', 'channel_id', 'email_id'] : [],
    }))
    const long = sketchDocument({
      name: 'everything',
      description: 'calendar email channel issue '.repeat(90),
    })
    const copied = consumers.slice(0, 5).map((document) => ({ ...document, id: `other:${document.id}` }))
    const all = [...consumers, ...copied, long]
    const original = create()
    original.apply({ upserts: all, removals: [] })
    const summaries = new Map(all.map(({ id, summary }) => [id, summary]))
    const summaryOf = (id: string): ToolSummary => summaries.get(id) as ToolSummary
    const bytes = original.snapshot()
    const restored = create({ saved: { bytes, summaryOf } })
    const queries = [
      'github create_issue',
      'crate_issue',
      'serch emails',
      'pullrequest',
      'mail',
      'comment on an issue',
      'list novelties of the wiki',
    ]
    const expectSame = async (): Promise<void> => {
      for (const query of queries)
        expect(await answerOf(restored, query)).toEqual(await answerOf(original, query))
    }
    await expectSame()
    const added = sketchDocument({ namespace: 'wiki', name: 'list_novelties', description: 'What is new' })
    for (const searcher of [original, restored]) searcher.apply({ upserts: [added], removals: [] })
    await expectSame()
    for (const searcher of [original, restored]) {
      searcher.apply({ upserts: [], removals: all.filter((_, i) => i % 2 === 0).map(({ id }) => id) })
    }
    await expectSame()
    for (const searcher of [original, restored]) searcher.apply({ upserts: all, removals: [] })
    await expectSame()
  })

  it('keeps ids that UTF-8 does not', async () => {
    const ids = ['\ud800', '\ufffd', '\ufeffa', 'a', 'é']
    const original = create()
    const upserts = ids.map((id, i) => ({
      ...sketchDocument({ name: 'status', description: `number${i}` }),
      id,
      summary: bareSummary(id),
    }))
    original.apply({ upserts, removals: [] })
    const restored = create({ saved: { bytes: original.snapshot(), summaryOf: bareSummary } })
    const found = async (): Promise<readonly string[]> =>
      (await restored.search({ query: 'status', limit: 10 })).hits.map(({ id }) => id).sort()
    expect(await found()).toEqual([...ids].sort())
    restored.apply({ upserts: [], removals: ['\ufffd', '\ufeffa', '\udfff'] })
    expect(await found()).toEqual(['a', 'é', '\ud800'])
    restored.apply({ upserts: upserts.slice(1, 2), removals: [] })
    expect(await found()).toEqual(['a', 'é', '\ud800', '\ufffd'])
    restored.apply({ upserts: [], removals: ['a'] })
    restored.apply({ upserts: [], removals: ['a'] })
    restored.apply({ upserts: upserts.slice(2, 4), removals: [] })
    expect(await found()).toEqual(['a', 'é', '\ud800', '\ufeffa', '\ufffd'])
  })

  it('filters by the summaries it is given, and by those of documents that came later', async () => {
    const original = create()
    original.apply({ upserts: TOOLS, removals: [] })
    const summaryOf = (id: string): ToolSummary => ({ ...bareSummary(id), tags: ['saved'] })
    const restored = create({ saved: { bytes: original.snapshot(), summaryOf } })
    const later = sketchDocument({ name: 'git_log', description: 'Show changes' })
    restored.apply({ upserts: [{ ...later, summary: { ...later.summary, tags: ['later'] } }], removals: [] })
    const search = async (tag: string): Promise<readonly string[]> => {
      const { hits } = await restored.search({ query: 'changes', limit: 10, filter: { tags: [tag] } })
      return hits.map(({ id }) => id)
    }
    expect(await search('saved')).toEqual(['git:git_commit'])
    expect(await search('later')).toEqual([later.id])
  })

  it('begins with an empty searcher as well', async () => {
    const restored = create({ saved: { bytes: create().snapshot(), summaryOf: bareSummary } })
    restored.apply({ upserts: TOOLS, removals: [] })
    expect((await restored.search({ query: 'status', limit: 1 })).hits).toHaveLength(1)
  })

  it('is restored from anywhere in a buffer', async () => {
    const original = create()
    original.apply({ upserts: TOOLS, removals: [] })
    const bytes = original.snapshot()
    for (const offset of [1, 4, 8]) {
      const room = new Uint8Array(bytes.length + offset)
      room.set(bytes, offset)
      // The `slice` of a Buffer nearDuplicates nothing.
      for (const given of [room.subarray(offset), Buffer.from(room.buffer).subarray(offset)]) {
        const restored = create({ saved: { bytes: given, summaryOf: bareSummary } })
        expect((await restored.search({ query: 'status', limit: 1 })).hits[0]?.id).toBe('git:git_status')
      }
    }
  })
})
