import assert from 'node:assert/strict'
import { compareIds, type Searcher } from '@toolscout/model'
import { SEARCH_MODES } from '@toolscout/model/internal'
import fc from 'fast-check'
import type { Checks, Create } from './obligation.ts'
import { sketchDocument } from './search-documents.ts'
import { EVERYTHING, filters, idsOf, type SearcherQuestions } from './searcher-questions.ts'

/** Verdicts, modes, signals and ties. */
export function answerChecks(questions: SearcherQuestions): Checks<Create<Searcher>> {
  const { queryFor, anyWord, search, filled, distinct } = questions
  return {
    'A verdict, where there is one, is the same whatever the limit; without a hit it is `none`': (create) =>
      fc.assert(
        fc.asyncProperty(distinct, anyWord, filters, fc.nat(4), async (documents, query, filter, limit) => {
          const searcher = await filled(create, documents)
          const { hits, verdict } = await search(searcher, query, EVERYTHING, filter)
          if (verdict === undefined) return
          assert.deepEqual((await search(searcher, query, limit, filter)).verdict, verdict)
          assert.ok(verdict.confidence >= 0 && verdict.confidence <= 1)
          if (hits.length === 0) assert.equal(verdict.level, 'none')
          for (const { id } of verdict.nearMisses) assert.ok(idsOf(hits).includes(id))
        }),
      ),
    'Every mode is answered; `assistance`, where there is any, names no higher one than was asked for':
      async (create) => {
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
    'An aborted signal rejects with the signal’s reason': async (create) => {
      const searcher = await filled(create, [sketchDocument({ name: 'tool' })])
      const reason = new RangeError('given up')
      const signal = AbortSignal.abort(reason)
      await assert.rejects(searcher.search({ query: queryFor('tool'), limit: 1, signal }), reason)
    },
    'Equal scores are ordered by id, whatever the locale': async (create) => {
      const names = ['b', 'B', 'a', 'A', '10', '9', 'toString']
      const documents = names.map((name) => sketchDocument({ name, description: 'status' }))
      const { hits } = await search(await filled(create, documents), queryFor('status'))
      const tied = hits.filter((hit) => hit.score === hits[0]?.score).map((hit) => hit.id)
      assert.deepEqual([...tied].sort(compareIds), tied)
      assert.equal(hits.length, names.length)
    },
  }
}
