import assert from 'node:assert/strict'
import type { Searcher, ToolFilter } from '@toolscout/model'
import { sketchDocument } from './search-documents.ts'

/** A filter hides a tool from everything, also where a hit needs what that tool finds. */
export async function checkPrerequisites(
  create: () => Searcher | Promise<Searcher>,
  queryFor: (word: string) => string,
): Promise<void> {
  const producer = sketchDocument({ namespace: 'tv', name: 'search_episode', tags: 'admin', readOnly: false })
  const consumer = {
    ...sketchDocument({ namespace: 'tv', name: 'show_cast', tags: 'public', readOnly: true }),
    required: ['episode_id'],
  }
  const searcher = await create()
  searcher.apply({ upserts: [producer, consumer], removals: [] })
  for (const filter of [{ tags: ['public'] }, { readOnly: true }] satisfies readonly ToolFilter[]) {
    for (const limit of [1, 10]) {
      const { hits, verdict } = await searcher.search({ query: queryFor('cast'), limit, filter })
      const shown = [...hits, ...(verdict?.nearMisses ?? [])].map(({ id }) => id)
      assert.ok(!shown.includes(producer.id), `${producer.id} is shown, which the filter hides`)
    }
  }
}
