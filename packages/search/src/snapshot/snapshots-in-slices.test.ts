import type { ToolSummary } from '@toolscout/model'
import { createSlices, draftOf } from '@toolscout/model/internal'
import {
  anyDocumentSteps,
  anyQuery,
  type DocumentStep,
  documentsAfter,
  sketchDocument,
} from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTunedLexicalSearcher } from '../lexical-searcher.ts'
import { answerOf, bareSummary, run } from './fixtures/searchers.ts'
import { type SnapshotSearcher, snapshotsOf } from './snapshot-searcher.ts'

/** Takes the steps of a snapshot, with other work before some of them. */
async function finish(
  steps: Generator<void, Uint8Array>,
  works: readonly (() => Promise<unknown>)[],
  every: number,
): Promise<Uint8Array> {
  const left = [...works]
  for (let i = 0; ; i += 1) {
    const step = steps.next()
    if (i % every === 0) await left.shift()?.()
    if (step.done === true) return step.value
  }
}

/** Registers the documents of some steps in slices. */
async function commitDraft(searcher: SnapshotSearcher, steps: readonly DocumentStep[]): Promise<void> {
  const draft = await draftOf(searcher)?.(createSlices())
  draft?.apply({ upserts: [...documentsAfter(steps).values()], removals: [] })
  await draft?.finish()
  draft?.commit()
}

describe('a searcher that begins in steps with what was saved', () => {
  it('shows all of it after the last step and nothing before', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocumentSteps, anyQuery, async (before, query) => {
        const documents = documentsAfter(before)
        const summaryOf = (id: string): ToolSummary => documents.get(id)?.summary as ToolSummary
        const bytes = run(createTunedLexicalSearcher(), before).snapshot('one')
        const searcher = createTunedLexicalSearcher({ saved: { summaryOf } })
        const nothing = await answerOf(searcher, query)
        const steps = snapshotsOf(searcher).part.restore({
          bytes: bytes.slice(),
          revision: 'one',
          summaryOf,
        })
        while (steps.next().done !== true) expect(await answerOf(searcher, query)).toEqual(nothing)
        const twin = createTunedLexicalSearcher({ saved: { bytes, revision: 'one', summaryOf } })
        expect(await answerOf(searcher, query)).toEqual(await answerOf(twin, query))
        expect(Buffer.compare(searcher.snapshot(), twin.snapshot())).toBe(0)
      }),
      { numRuns: 50 },
    )
  })

  it('takes one segment in a step', () => {
    const searcher = createTunedLexicalSearcher()
    // Each is sealed as it comes.
    const batches = [512, 256, 128]
    for (const size of batches) {
      const named = (_: unknown, i: number) => sketchDocument({ name: `tool_${size}_${i}` })
      searcher.apply({ upserts: Array.from({ length: size }, named), removals: [] })
    }
    const saved = { bytes: searcher.snapshot(), summaryOf: bareSummary }
    const steps = snapshotsOf(createTunedLexicalSearcher()).part.restore(saved)
    let count = 1
    while (steps.next().done !== true) count += 1
    expect(count).toBeGreaterThan(batches.length)
  })
})

describe('a snapshot that is finished in steps', () => {
  it('holds what was there when it was begun, whatever changes meanwhile, and harms nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyDocumentSteps,
        anyDocumentSteps,
        anyDocumentSteps,
        anyQuery,
        fc.integer({ min: 1, max: 90 }),
        fc.boolean(),
        async (before, during, drafted, query, every, isElsewhere) => {
          const summaries = new Map<string, ToolSummary>()
          const summaryOf = (id: string): ToolSummary => summaries.get(id) as ToolSummary
          const learn = (steps: readonly DocumentStep[]): void => {
            for (const { id, summary } of documentsAfter(steps).values()) summaries.set(id, summary)
          }
          const options = isElsewhere ? { saved: { summaryOf } } : {}
          const [searcher, twin] = [0, 1].map(() => run(createTunedLexicalSearcher(options), before))
          if (searcher === undefined || twin === undefined) throw new TypeError('There are two.')
          learn(before)
          const expected = twin.snapshot('one')
          const snapshots = snapshotsOf(searcher)
          for (const _ of snapshots.part.prepare());
          const works = [
            ...during.map((step) => async () => {
              learn([step])
              run(searcher, [step])
            }),
            () => answerOf(searcher, query),
            async () => {
              learn(drafted)
              await commitDraft(searcher, drafted)
            },
            ...during.map((step) => async () => {
              learn([step])
              run(searcher, [step])
            }),
          ]
          expect(Buffer.compare(await finish(snapshots.begin()('one'), works, every), expected)).toBe(0)
        },
      ),
    )
  })

  it('leaves a searcher that answers as before and saves what came since', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocumentSteps, anyDocumentSteps, anyQuery, async (before, during, query) => {
        const documents = documentsAfter([...before, ...during])
        const summaryOf = (id: string): ToolSummary =>
          (documents.get(id) ?? documentsAfter(before).get(id))?.summary as ToolSummary
        const saved = { summaryOf }
        const searcher = run(createTunedLexicalSearcher({ saved }), before)
        const works = during.map((step) => async () => void run(searcher, [step]))
        await finish(snapshotsOf(searcher).begin()(), works, 20)
        for (const work of works) await work()
        const other = run(run(run(createTunedLexicalSearcher(), before), during), during)
        expect(await answerOf(searcher, query)).toEqual(await answerOf(other, query))
        const restored = createTunedLexicalSearcher({ saved: { bytes: searcher.snapshot(), summaryOf } })
        expect(await answerOf(restored, query)).toEqual(await answerOf(other, query))
      }),
    )
  })
})
