import assert from 'node:assert/strict'
import { compareHits, compareIds, compileFilter, type Searcher } from '@toolscout/model'
import fc from 'fast-check'
import { deepFreeze } from './deep-freeze.ts'
import type { Obligation } from './obligation.ts'
import { anyDocumentSteps, documentsAfter, sketchDocument } from './search-documents.ts'
import { failedApplyObligation } from './searcher-apply-obligation.ts'
import { checkPrerequisites } from './searcher-filter-check.ts'
import { modeObligation } from './searcher-mode-obligation.ts'
import { createQuestions, EVERYTHING, filters, idsOf, type SearcherQuestions } from './searcher-questions.ts'
import { anyTextObligation } from './searcher-text-obligation.ts'

/** How a searcher's language differs from plain words, so that the suite can ask in it. */
export interface SearcherSuiteOptions {
  /** A query that finds documents holding this word. Default: the word itself. */
  readonly queryFor?: ((word: string) => string) | undefined
}

/** The suite for the `Searcher` contract of the model: one test for each obligation, in its words. */
export function searcherObligations(options: SearcherSuiteOptions = {}): readonly Obligation<Searcher>[] {
  const questions = createQuestions(options.queryFor ?? ((word) => word))
  return [
    ...applyObligations(questions),
    ...rankingObligations(questions),
    ...requestObligations(questions),
    ...answerObligations(questions),
  ]
}

/** Applying documents. */
function applyObligations({
  queryFor,
  anyWord,
  search,
  filled,
}: SearcherQuestions): readonly Obligation<Searcher>[] {
  return [
    {
      name: '`apply` takes effect before it returns; the next search sees exactly the documents applied so far',
      check: async (create) => {
        const searcher = await create()
        assert.deepEqual((await search(searcher, queryFor('status'))).hits, [])
        for (const name of ['status_a', 'status_b', 'status_c', 'status_d']) {
          searcher.apply({ upserts: [sketchDocument({ name })], removals: [] })
          const ids = (await search(searcher, queryFor('status'))).hits.map((hit) => hit.id)
          assert.ok(ids.includes(name), `${name} is not found after it was applied`)
        }
        searcher.apply({ upserts: [], removals: ['status_a', 'status_b', 'status_c'] })
        assert.deepEqual(
          (await search(searcher, queryFor('status'))).hits.map((hit) => hit.id),
          ['status_d'],
        )
      },
    },
    failedApplyObligation(queryFor),
    {
      name: 'A document with a known id takes the place of the earlier one; removing an unknown id changes nothing',
      check: async (create) => {
        const searcher = await filled(create, [sketchDocument({ name: 'tool', description: 'alpha' })])
        searcher.apply({ upserts: [sketchDocument({ name: 'tool', description: 'beta' })], removals: [] })
        searcher.apply({ upserts: [], removals: ['unknown', 'toString', '__proto__'] })
        assert.deepEqual((await search(searcher, queryFor('alpha'))).hits, [])
        assert.deepEqual(
          (await search(searcher, queryFor('beta'))).hits.map((hit) => hit.id),
          ['tool'],
        )
      },
    },
    {
      name: 'Results depend on the documents and the request alone, not on the order or the batches in which they came',
      check: (create) =>
        fc.assert(
          fc.asyncProperty(anyDocumentSteps, anyWord, async (steps, query) => {
            const stepwise = await create()
            for (const step of steps) {
              const upserts = step.type === 'upsert' ? step.documents : []
              stepwise.apply({ upserts, removals: step.type === 'remove' ? step.ids : [] })
              await search(stepwise, query, 3)
            }
            const atOnce = await filled(create, [...documentsAfter(steps).values()].reverse())
            assert.deepEqual(await search(stepwise, query), await search(atOnce, query))
          }),
        ),
    },
  ]
}

/** The order and number of hits, and the filter. */
function rankingObligations({
  queryFor,
  anyWord,
  search,
  filled,
  distinct,
}: SearcherQuestions): readonly Obligation<Searcher>[] {
  return [
    {
      name: 'Hits are in the order of `compareHits`, each id at most once, scores finite and not negative',
      check: (create) =>
        fc.assert(
          fc.asyncProperty(distinct, anyWord, async (documents, query) => {
            const { hits } = await search(await filled(create, documents), query)
            const known = new Set(documents.map((document) => document.id))
            assert.deepEqual([...hits].sort(compareHits), hits)
            assert.equal(new Set(hits.map((hit) => hit.id)).size, hits.length)
            for (const hit of hits)
              assert.ok(known.has(hit.id) && Number.isFinite(hit.score) && hit.score >= 0)
          }),
        ),
    },
    {
      name: 'At most `limit` hits come back; a limit of 0 gives none',
      check: (create) =>
        fc.assert(
          fc.asyncProperty(distinct, anyWord, fc.nat(6), async (documents, query, limit) => {
            const searcher = await filled(create, documents)
            const all = (await search(searcher, query)).hits
            assert.deepEqual((await search(searcher, query, limit)).hits, all.slice(0, limit))
          }),
        ),
    },
    {
      name: 'Only documents that pass the filter are ranked, and they are ranked before the limit cuts',
      check: async (create) => {
        await checkPrerequisites(create, queryFor)
        await fc.assert(
          fc.asyncProperty(distinct, anyWord, filters, fc.nat(4), async (documents, query, filter, limit) => {
            const searcher = await filled(create, documents)
            const passes = compileFilter(filter)
            const passing = new Set(documents.filter(({ summary }) => passes(summary)).map(({ id }) => id))
            const found = (await search(searcher, query)).hits.filter((hit) => passing.has(hit.id))
            const { hits } = await search(searcher, query, EVERYTHING, filter)
            // Who passes is found; how they are ranked among themselves may take account of who takes part.
            assert.deepEqual(idsOf(hits).sort(compareIds), idsOf(found).sort(compareIds))
            assert.deepEqual((await search(searcher, query, limit, filter)).hits, hits.slice(0, limit))
          }),
        )
      },
    },
  ]
}

/** Queries, requests and explanations. */
function requestObligations({
  queryFor,
  anyWord,
  search,
  filled,
  distinct,
}: SearcherQuestions): readonly Obligation<Searcher>[] {
  return [
    {
      name: 'A query without a word gives no hits; listing is the index’s work',
      check: async (create) => {
        const searcher = await filled(create, [sketchDocument({ name: 'tool', description: 'x' })])
        for (const query of ['', ' ', '\t\n']) assert.deepEqual((await search(searcher, query)).hits, [])
      },
    },
    anyTextObligation(),
    {
      name: 'Documents and requests are never changed',
      check: async (create) => {
        const documents = [sketchDocument({ name: 'tool', description: 'status', tags: 'web' })]
        const before = structuredClone(documents)
        const searcher = await filled(create, documents.map(deepFreeze))
        const request = deepFreeze({
          query: queryFor('status'),
          limit: 5,
          filter: { tags: ['web'] },
          explain: true,
        })
        await searcher.search(request)
        assert.deepEqual(documents, before)
      },
    },
    {
      name: 'With `explain`, every hit carries an explanation whose value is its score',
      check: (create) =>
        fc.assert(
          fc.asyncProperty(distinct, anyWord, async (documents, query) => {
            const searcher = await filled(create, documents)
            const { hits } = await searcher.search({ query, limit: EVERYTHING, explain: true })
            for (const hit of hits) assert.equal(hit.explanation?.value, hit.score)
            const plain = hits.map(({ id, score }) => ({ id, score }))
            assert.deepEqual((await search(searcher, query)).hits, plain)
          }),
        ),
    },
  ]
}

/** Verdicts, modes, signals and ties. */
function answerObligations({
  queryFor,
  anyWord,
  search,
  filled,
  distinct,
}: SearcherQuestions): readonly Obligation<Searcher>[] {
  return [
    {
      name: 'A verdict, where there is one, is the same whatever the limit; without a hit it is `none`',
      check: (create) =>
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
    },
    modeObligation(queryFor),
    {
      name: 'An aborted signal rejects with the signal’s reason',
      check: async (create) => {
        const searcher = await filled(create, [sketchDocument({ name: 'tool' })])
        const reason = new RangeError('given up')
        const signal = AbortSignal.abort(reason)
        await assert.rejects(searcher.search({ query: queryFor('tool'), limit: 1, signal }), reason)
      },
    },
    {
      name: 'Equal scores are ordered by id, whatever the locale',
      check: async (create) => {
        const names = ['b', 'B', 'a', 'A', '10', '9', 'toString']
        const documents = names.map((name) => sketchDocument({ name, description: 'status' }))
        const { hits } = await search(await filled(create, documents), queryFor('status'))
        const tied = hits.filter((hit) => hit.score === hits[0]?.score).map((hit) => hit.id)
        assert.deepEqual([...tied].sort(compareIds), tied)
        assert.equal(hits.length, names.length)
      },
    },
  ]
}
