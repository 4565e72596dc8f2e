import assert from 'node:assert/strict'
import {
  type CatalogBatch,
  type CatalogStore,
  compareHits,
  compileFilter,
  type SearchRequest,
  type ToolFilter,
} from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import fc from 'fast-check'
import type { Obligation } from '../obligation.ts'
import { type CatalogStoreSuiteOptions, onStore, put, type StorePlace, sketchRecord } from './store-place.ts'

/** What a store owes that can rank by itself, or tells several nodes what changed. */
export function sharingObligations(options: CatalogStoreSuiteOptions): readonly Obligation<StorePlace>[] {
  return [
    {
      name: '`search`, where there is one, ranks the records as the contract of `Searcher` says, with nothing to apply',
      check: (create) =>
        onStore(create, options, async ({ store, reopened }) => {
          if (store.search === undefined) return
          assert.deepEqual(await found(store, { query: 'status' }), [])
          await store.append(RECORDS.map((record) => ({ type: 'put', record })))
          await store.append([put('status_gone'), put('status_of_old', { description: 'status' })])
          await store.append([
            { type: 'delete', id: 'status_gone' },
            put('status_of_old', { notes: 'other' }),
          ])
          const again = await reopened()
          for (const [query, ids] of Object.entries(FINDS)) {
            assert.deepEqual((await found(again, { query })).sort(), [...ids].sort(), query)
          }
          await checkRequests(again)
          await again.append([{ type: 'delete', id: 'git:status' }])
          assert.deepEqual((await found(again, { query: 'status' })).includes('git:status'), false)
        }),
    },
    {
      name: '`changes`, where there is one, gives every batch after a revision once, in order, whoever appended it, until its signal aborts',
      check: (create) =>
        onStore(create, options, async ({ place, store }) => {
          if (store.changes === undefined) return
          const other = await place.open()
          const revisions = [await store.append([put('a')]), await other.append([put('b'), put('c')])]
          const stop = new AbortController()
          const batches: CatalogBatch[] = []
          for await (const batch of store.changes({ after: 0, signal: stop.signal })) {
            batches.push(batch)
            if (batches.length === 2) {
              revisions.push(await other.append([{ type: 'delete', id: 'b' }]))
              revisions.push(await store.append([put('a', { notes: 'more' })]))
            }
            if (batches.length === 4) stop.abort()
          }
          assert.deepEqual(
            batches.map(({ revision }) => revision),
            revisions,
          )
          const ids = new Set<string>()
          for (const change of batches.flatMap(({ changes }) => changes)) {
            if (change.type === 'put') ids.add(change.record.tool.id)
            if (change.type === 'delete') ids.delete(change.id)
          }
          assert.deepEqual([...ids].sort(), ['a', 'c'])
          const since = store.changes({ after: revisions[2] ?? 0, signal: AbortSignal.timeout(60_000) })
          for await (const batch of since) {
            assert.equal(batch.revision, revisions[3])
            break
          }
          await other.close()
        }),
    },
  ]
}

const RECORDS = [
  sketchRecord('status', { namespace: 'git', description: 'Shows changed files', tags: ['vcs'] }),
  sketchRecord('createIssue', {
    namespace: 'tracker',
    description: 'Opens a new ticket',
    inputSchema: { type: 'object', properties: { assignee: { description: 'Who works on it' } } },
    annotations: { readOnlyHint: false },
  }),
  sketchRecord('weather', {
    description: '天气 and the naïve forecast',
    annotations: { readOnlyHint: true },
  }),
  sketchRecord('Get Status Page', { description: 'Whether the service is up', notes: 'incident outage' }),
]
const FINDS: { readonly [query: string]: readonly string[] } = {
  status: ['git:status', sketchRecord('Get Status Page').tool.id, 'status_of_old'],
  'create issue': ['tracker:createIssue'],
  assignee: ['tracker:createIssue'],
  outage: [sketchRecord('Get Status Page').tool.id],
  naive: ['weather'],
  ticket: ['tracker:createIssue'],
  nowhere: [],
  '': [],
  ' \n': [],
  '"': [],
}

async function checkRequests(store: CatalogStore): Promise<void> {
  const search = (request: Partial<SearchRequest>): Promise<readonly string[]> => found(store, request)
  const all = await search({ query: 'status ticket forecast' })
  assert.equal(all.length, 5)
  for (let limit = 0; limit <= 6; limit += 1) {
    assert.deepEqual(await search({ query: 'status ticket forecast', limit }), all.slice(0, limit))
  }
  const filters: ToolFilter[] = [
    { namespaces: ['git', ''] },
    { tags: ['vcs'] },
    { readOnly: true },
    { namespaces: [] },
    { visibility: { key: 'me', allows: ({ id }) => id === 'weather' || id === 'git:status' } },
  ]
  const records = (await store.get(all)).flatMap((record) => record ?? [])
  for (const filter of filters) {
    const passes = compileFilter(filter)
    const expected = records
      .filter(({ tool, backends }) => passes(toToolSummary(tool, backends)))
      .map(({ tool }) => tool.id)
    assert.deepEqual(await search({ query: 'status ticket forecast', filter }), expected)
    assert.deepEqual(
      await search({ query: 'status ticket forecast', filter, limit: 1 }),
      expected.slice(0, 1),
    )
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
      for (const query of [text, `status ${text}`, `"${text}" NEAR(${text}) name:${text}*`])
        await search({ query })
    }),
    { numRuns: 100 },
  )
}

/** The ids a search finds, after a look at the answer. */
async function found(store: CatalogStore, request: Partial<SearchRequest>): Promise<string[]> {
  const search = store.search as NonNullable<CatalogStore['search']>
  const { hits } = await search({ query: '', limit: 100, explain: true, ...request })
  assert.deepEqual([...hits].sort(compareHits), hits)
  for (const { score, explanation } of hits) {
    assert.ok(Number.isFinite(score) && score >= 0)
    assert.equal(explanation?.value, score)
  }
  return hits.map(({ id }) => id)
}
