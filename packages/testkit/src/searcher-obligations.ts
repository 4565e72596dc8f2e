import assert from 'node:assert/strict'
import {
  compareHits,
  compareIds,
  compileFilter,
  type Searcher,
  type SearcherAnswer,
  type SearchRequest,
  type ToolFilter,
} from '@toolscout/model'
import fc from 'fast-check'
import { deepFreeze } from './deep-freeze.ts'
import { type Checks, type Create, type Obligation, toObligations } from './obligation.ts'
import { anyDocumentSteps, documentsAfter, sketchDocument } from './search-documents.ts'
import { answerChecks } from './searcher-answer-checks.ts'
import { createQuestions, EVERYTHING, filters, idsOf, type SearcherQuestions } from './searcher-questions.ts'

/** How a searcher's language differs from plain words, so that the suite can ask in it. */
export interface SearcherSuiteOptions {
  /** A query that finds documents holding this word. Default: the word itself. */
  readonly queryFor?: ((word: string) => string) | undefined
}

/** The suite for the `Searcher` contract of the model: one test for each obligation, in its words. */
export function searcherObligations(options: SearcherSuiteOptions = {}): readonly Obligation<Searcher>[] {
  const questions = createQuestions(options.queryFor ?? ((word) => word))
  const checks = {
    ...applyChecks(questions),
    ...rankingChecks(questions),
    ...requestChecks(questions),
    ...answerChecks(questions),
  }
  return toObligations(checks, (create, check) => check(create))
}

/** Applying documents. */
function applyChecks({ queryFor, anyWord, search, filled }: SearcherQuestions): Checks<Create<Searcher>> {
  return {
    '`apply` takes effect before it returns; the next search sees exactly the documents applied so far':
      async (create) => {
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
    'An `apply` that throws changes nothing: the next search answers as the one before': async (create) => {
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
    'A document with a known id takes the place of the earlier one; removing an unknown id changes nothing':
      async (create) => {
        const searcher = await filled(create, [sketchDocument({ name: 'tool', description: 'alpha' })])
        searcher.apply({ upserts: [sketchDocument({ name: 'tool', description: 'beta' })], removals: [] })
        searcher.apply({ upserts: [], removals: ['unknown', 'toString', '__proto__'] })
        assert.deepEqual((await search(searcher, queryFor('alpha'))).hits, [])
        assert.deepEqual(
          (await search(searcher, queryFor('beta'))).hits.map((hit) => hit.id),
          ['tool'],
        )
      },
    'Results depend on the documents and the request alone, not on the order or the batches in which they came':
      (create) =>
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
  }
}

/** The order and number of hits, and the filter. */
function rankingChecks(questions: SearcherQuestions): Checks<Create<Searcher>> {
  const { queryFor, anyWord, search, filled, distinct } = questions
  return {
    'Hits are in the order of `compareHits`, each id at most once, scores finite and not negative': (
      create,
    ) =>
      fc.assert(
        fc.asyncProperty(distinct, anyWord, async (documents, query) => {
          const { hits } = await search(await filled(create, documents), query)
          const known = new Set(documents.map((document) => document.id))
          assert.deepEqual([...hits].sort(compareHits), hits)
          assert.equal(new Set(hits.map((hit) => hit.id)).size, hits.length)
          for (const hit of hits) assert.ok(known.has(hit.id) && Number.isFinite(hit.score) && hit.score >= 0)
        }),
      ),
    'At most `limit` hits come back; a limit of 0 gives none, one above what there is gives all': (create) =>
      fc.assert(
        fc.asyncProperty(distinct, anyWord, fc.nat(6), async (documents, query, limit) => {
          const searcher = await filled(create, documents)
          const all = (await search(searcher, query)).hits
          assert.deepEqual((await search(searcher, query, limit)).hits, all.slice(0, limit))
          assert.deepEqual((await search(searcher, query, Number.MAX_SAFE_INTEGER)).hits, all)
        }),
      ),
    'A limit that is no whole number from 0, or a query that is no text, rejects with a typed error': async (
      create,
    ) => {
      const searcher = await filled(create, [])
      for (const limit of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, '3', null, undefined]) {
        const request = { query: queryFor('tool'), limit } as SearchRequest
        await assert.rejects(searcher.search(request), RangeError, `a limit of ${limit}`)
      }
      for (const query of [undefined, null, 5, ['tool']]) {
        await assert.rejects(searcher.search({ query, limit: 1 } as unknown as SearchRequest), TypeError)
      }
    },
    'Only documents that pass the filter are ranked, and they are ranked before the limit cuts': async (
      create,
    ) => {
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
  }
}

/** Queries, requests and explanations. */
function requestChecks(questions: SearcherQuestions): Checks<Create<Searcher>> {
  const { queryFor, anyWord, search, filled, distinct } = questions
  return {
    'A query without a word gives no hits; listing is the index’s work': async (create) => {
      const searcher = await filled(create, [sketchDocument({ name: 'tool', description: 'x' })])
      for (const query of ['', ' ', '\t\n']) assert.deepEqual((await search(searcher, query)).hits, [])
    },
    'Any text is a legal query; what a searcher refuses (a pattern it cannot run) is a typed error': async (
      create,
    ) => {
      const searcher = await create()
      const document = sketchDocument({ name: 'tool', description: 'naïve 天气 x' })
      searcher.apply({ upserts: [document], removals: [] })
      const signs = [...'+-/\\:;\'"()[]{}*?!@#$%^&|~<>=,.`']
      const odd = [
        'NEAR(a b)',
        'name:x',
        '__proto__',
        'constructor',
        'x'.repeat(100_000),
        '👍',
        '\ud800',
        '\u0000',
      ]
      for (const query of [...signs, signs.join(' '), ...odd]) {
        await searcher.search({ query, limit: 1_000 }).catch((error: unknown) => {
          assert.match(String(Reflect.get(error as object, 'code')), /^[A-Z_]+$/)
        })
      }
    },
    'Documents and requests are never changed': async (create) => {
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
    'With `explain`, every hit carries an explanation whose value is its score': (create) =>
      fc.assert(
        fc.asyncProperty(distinct, anyWord, async (documents, query) => {
          const searcher = await filled(create, documents)
          const { hits } = await searcher.search({ query, limit: EVERYTHING, explain: true })
          for (const hit of hits) assert.equal(hit.explanation?.value, hit.score)
          const plain = hits.map(({ id, score }) => ({ id, score }))
          assert.deepEqual((await search(searcher, query)).hits, plain)
        }),
      ),
  }
}

/** A filter hides a tool from everything, also where a hit needs what that tool finds. */
async function checkPrerequisites(
  create: Create<Searcher>,
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
