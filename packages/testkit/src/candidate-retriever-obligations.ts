import assert from 'node:assert/strict'
import { type CandidateRetriever, type CatalogChange, compileFilter } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import fc from 'fast-check'
import type { Obligation } from './obligation.ts'
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

/** The suite for the `CandidateRetriever` contract of the model: one test for each obligation, in its words. */
export function candidateRetrieverObligations(): readonly Obligation<CandidatePlace>[] {
  return [
    {
      name: 'At most `limit` ids come back, best first, each once; a limit of 0 gives none',
      check: (create) =>
        onPlace(create, async (retrieve) => {
          const all = await retrieve(QUERY)
          assert.equal(all.length, 4)
          assert.equal(new Set(all).size, 4)
          for (let limit = 0; limit <= 5; limit += 1) {
            assert.deepEqual(await retrieve(QUERY, { limit }), all.slice(0, limit))
          }
          assert.equal((await retrieve('create issue'))[0], 'tracker:createIssue')
        }),
    },
    {
      name: 'Only tools that pass the filter come back, and they pass before the limit cuts',
      check: (create) =>
        onPlace(create, async (retrieve) => {
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
        }),
    },
    {
      name: 'What was changed before the request is taken into account',
      check: (create) =>
        onPlace(create, async (retrieve, { append }) => {
          assert.deepEqual(await retrieve('incident'), ['outage'])
          await append([put('outage', { description: 'status' }), put('incident_report')])
          assert.deepEqual(await retrieve('incident'), ['incident_report'])
          await append([{ type: 'delete', id: 'incident_report' }, put('z', { notes: 'incident' })])
          assert.deepEqual(await retrieve('incident'), ['z'])
          await append([{ type: 'delete', id: 'z' }])
          assert.deepEqual(await retrieve('incident'), [])
        }),
    },
    {
      name: 'Any text is a legal query; nothing in it is an operator. One without a word gives no ids',
      check: (create) =>
        onPlace(create, async (retrieve) => {
          for (const query of ['', ' \n', '"', '*', '()', "'--"]) assert.deepEqual(await retrieve(query), [])
          const hostile = [
            'NEAR',
            'AND',
            'NOT',
            'NEAR(',
            ')',
            '*',
            '^',
            '-',
            '"',
            "'",
            '""',
            'name:',
            '{name}:',
          ]
          const sql = [';', '--', '/*', '\u0000', 'drop table tools', "' or 1=1", '%', '\\', 'rowid']
          const piece = fc.oneof(
            fc.constantFrom(...hostile),
            fc.constantFrom(...sql),
            fc.string({ unit: 'grapheme', maxLength: 6 }),
          )
          await fc.assert(
            fc.asyncProperty(
              fc.array(piece, { maxLength: 6 }),
              fc.array(piece, { maxLength: 3 }),
              async (a, b) => {
                // Whatever is around it, a word finds the tools that have it.
                const found = await retrieve(`${a.join(' ')} ticket ${b.join(' ')}`, { limit: 100 })
                assert.ok(found.includes('tracker:createIssue'))
                await retrieve(`${a.join('')}ticket${b.join('')}`)
              },
            ),
            { numRuns: 200 },
          )
        }),
    },
    {
      name: 'An aborted signal rejects with the signal’s reason',
      check: (create) =>
        onPlace(create, async (retrieve) => {
          const reason = new RangeError('given up')
          await assert.rejects(retrieve(QUERY, { signal: AbortSignal.abort(reason) }), reason)
        }),
    },
  ]
}

type Retrieve = (
  query: string,
  more?: Partial<Parameters<CandidateRetriever['retrieve']>[0]>,
) => Promise<readonly string[]>

async function onPlace(
  create: () => CandidatePlace | Promise<CandidatePlace>,
  check: (retrieve: Retrieve, place: CandidatePlace) => Promise<void>,
): Promise<void> {
  const place = await create()
  try {
    await place.append(RECORDS.map((record) => ({ type: 'put', record })))
    await check((query, more) => place.retriever.retrieve({ query, limit: 10, ...more }), place)
  } finally {
    await place.dispose?.()
  }
}
