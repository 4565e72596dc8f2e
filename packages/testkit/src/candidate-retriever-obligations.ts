import assert from 'node:assert/strict'
import { type CandidateRetriever, type CatalogChange, compileFilter } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import fc from 'fast-check'
import { type Checks, type Obligation, toObligations } from './obligation.ts'
import { put, sketchRecord } from './store-obligations/store-place.ts'

/** A retriever over a catalog that is empty at first. */
export interface CandidatePlace {
  readonly retriever: CandidateRetriever
  readonly append: (changes: readonly CatalogChange[]) => Promise<unknown>
  /** Takes everything away again; called when the check is done. */
  readonly dispose?: (() => Promise<void>) | undefined
}

const RECORDS = [
  sketchRecord('status', { namespace: 'git', description: 'Shows changed files', tags: ['vcs'] }),
  sketchRecord('createIssue', {
    namespace: 'tracker',
    description: 'Opens a new ticket',
    inputSchema: { type: 'object', properties: { assignee: { description: 'Who works on it' } } },
  }),
  sketchRecord('weather', {
    description: '天气 and the naïve forecast',
    annotations: { readOnlyHint: true },
  }),
  sketchRecord('outage', { description: 'Whether the service is up: its status', notes: 'incident' }),
]
const QUERY = 'status ticket forecast'

type Retrieve = (
  query: string,
  more?: Partial<Parameters<CandidateRetriever['retrieve']>[0]>,
) => Promise<readonly string[]>

/** What a check is given. */
interface Bench extends CandidatePlace {
  readonly retrieve: Retrieve
}

const CHECKS: Checks<Bench> = {
  'At most `limit` ids come back, best first, each once; a limit of 0 gives none': async ({ retrieve }) => {
    const all = await retrieve(QUERY)
    assert.equal(all.length, 4)
    assert.equal(new Set(all).size, 4)
    for (let limit = 0; limit <= 5; limit += 1) {
      assert.deepEqual(await retrieve(QUERY, { limit }), all.slice(0, limit))
    }
    assert.equal((await retrieve('create issue'))[0], 'tracker:createIssue')
  },
  'Only tools that pass the filter come back, and they pass before the limit cuts': async ({ retrieve }) => {
    const all = await retrieve(QUERY)
    for (const filter of [
      { namespaces: ['git', ''] },
      { tags: ['vcs'] },
      { readOnly: true },
      { namespaces: [] },
      { visibility: { key: 'me', allows: ({ id }: { readonly id: string }) => id === all.at(-1) } },
    ]) {
      const passes = compileFilter(filter)
      const expected = all.filter((id) =>
        RECORDS.some(({ tool, backends }) => tool.id === id && passes(toToolSummary(tool, backends))),
      )
      assert.deepEqual(await retrieve(QUERY, { filter }), expected)
      assert.deepEqual(await retrieve(QUERY, { filter, limit: 1 }), expected.slice(0, 1))
    }
  },
  'What was changed before the request is taken into account': async ({ retrieve, append }) => {
    assert.deepEqual(await retrieve('incident'), ['outage'])
    await append([put('outage', { description: 'status' }), put('incident_report')])
    assert.deepEqual(await retrieve('incident'), ['incident_report'])
    await append([{ type: 'delete', id: 'incident_report' }, put('z', { notes: 'incident' })])
    assert.deepEqual(await retrieve('incident'), ['z'])
    await append([{ type: 'delete', id: 'z' }])
    assert.deepEqual(await retrieve('incident'), [])
  },
  'Any text is a legal query; nothing in it is an operator. One without a word gives no ids': async ({
    retrieve,
  }) => {
    for (const query of ['', ' \n', '"', '*', '()', "'--"]) assert.deepEqual(await retrieve(query), [])
    const hostile = ['NEAR', 'AND', 'NOT', 'NEAR(', ')', '*', '^', '-', '"', "'", '""', 'name:', '{name}:']
    const sql = [';', '--', '/*', '\u0000', 'drop table tools', "' or 1=1", '%', '\\', 'rowid']
    const piece = fc.oneof(
      fc.constantFrom(...hostile),
      fc.constantFrom(...sql),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), fc.array(piece, { maxLength: 3 }), async (a, b) => {
        // Whatever is around it, a word finds the tools that have it.
        const found = await retrieve(`${a.join(' ')} ticket ${b.join(' ')}`, { limit: 100 })
        assert.ok(found.includes('tracker:createIssue'))
        await retrieve(`${a.join('')}ticket${b.join('')}`)
      }),
      { numRuns: 200 },
    )
  },
  'Expansions find tools, too, behind those with words of the query': async ({ retrieve }) => {
    const expansions = new Map([['forecasts', 0.3]])
    assert.deepEqual(await retrieve('ticket', { expansions }), ['tracker:createIssue', 'weather'])
    assert.deepEqual(await retrieve('zebra', { expansions }), ['weather'])
    for (const query of ['', '"'])
      assert.deepEqual(await retrieve(query, { expansions: new Map([['*', 1]]) }), [])
  },
  'An aborted signal rejects with the signal’s reason': async ({ retrieve }) => {
    const reason = new RangeError('given up')
    await assert.rejects(retrieve(QUERY, { signal: AbortSignal.abort(reason) }), reason)
  },
}

/** The suite for the `CandidateRetriever` contract of the model: one test for each obligation, in its words. */
export function candidateRetrieverObligations(): readonly Obligation<CandidatePlace>[] {
  return toObligations(CHECKS, async (create, check) => {
    const place = await create()
    try {
      await place.append(RECORDS.map((record) => ({ type: 'put', record })))
      await check({
        ...place,
        retrieve: (query, more) => place.retriever.retrieve({ query, limit: 10, ...more }),
      })
    } finally {
      await place.dispose?.()
    }
  })
}
