import assert from 'node:assert/strict'
import type { Searcher, SearcherAnswer } from '@toolscout/model'
import type { Obligation } from './obligation.ts'
import { sketchDocument } from './search-documents.ts'

/** The obligation about an `apply` that throws: it gets a document without fields behind a whole one and a removal. */
export function failedApplyObligation(queryFor: (word: string) => string): Obligation<Searcher> {
  return {
    name: 'An `apply` that throws changes nothing: the next search answers as the one before',
    check: async (create) => {
      const searcher = await create()
      searcher.apply({ upserts: [sketchDocument({ name: 'tool', description: 'status' })], removals: [] })
      const ask = (): Promise<readonly SearcherAnswer[]> =>
        Promise.all(['status', 'files'].map((word) => searcher.search({ query: queryFor(word), limit: 10 })))
      const before = await ask()
      const added = sketchDocument({ name: 'new', description: 'files' })
      const broken = { ...sketchDocument({ name: 'broken' }), fields: undefined } as never
      try {
        searcher.apply({ upserts: [added, broken], removals: ['tool'] })
      } catch {
        assert.deepEqual(await ask(), before)
      }
    },
  }
}
