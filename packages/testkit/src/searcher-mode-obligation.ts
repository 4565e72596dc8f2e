import assert from 'node:assert/strict'
import type { Searcher } from '@toolscout/model'
import { SEARCH_MODES } from '@toolscout/model/internal'
import type { Obligation } from './obligation.ts'
import { sketchDocument } from './search-documents.ts'

/** What the `Searcher` contract says of modes; searchers that know none look at none. */
export function modeObligation(queryFor: (word: string) => string): Obligation<Searcher> {
  return {
    name: 'Every mode is answered; `assistance`, where there is any, names no higher one than was asked for',
    check: async (create) => {
      const searcher = await create()
      const document = sketchDocument({ name: 'tool', description: 'status' })
      searcher.apply({ upserts: [document], removals: [] })
      for (const [rank, mode] of SEARCH_MODES.entries()) {
        const request = { query: queryFor('status'), limit: 1, mode, taskContext: 'a test' }
        const { hits, assistance } = await searcher.search(request)
        assert.deepEqual(
          hits.map(({ id }) => id),
          ['tool'],
        )
        assert.ok(assistance === undefined || SEARCH_MODES.indexOf(assistance.modeUsed) <= rank)
      }
    },
  }
}
