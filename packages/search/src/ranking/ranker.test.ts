import type { SearchDocument } from '@toolscout/model'
import { anyDocumentSteps, documentsAfter, sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { loadEnglish } from '../english.ts'
import { resolveBm25f } from '../kernel/bm25f.ts'
import { builtInSynonyms, readSynonyms } from '../synonyms/read-synonyms.ts'
import { LexicalCatalog } from './catalog.ts'
import { createRanker, type Ranking } from './ranker.ts'
import { SearchedCatalog } from './searched-catalog.ts'
import { LEXICAL_BM25F, resolveSignals } from './signals.ts'

await loadEnglish()
const BUILT_IN_SYNONYMS = builtInSynonyms()

const analyzer = createAnalyzer()
const synonyms = readSynonyms(BUILT_IN_SYNONYMS, analyzer)
const catalogOf = (documents: Iterable<SearchDocument>): SearchedCatalog => {
  const catalog = new LexicalCatalog({
    analyzer,
    parameters: resolveBm25f({}, LEXICAL_BM25F),
    signals: resolveSignals(),
  })
  for (const document of documents) catalog.upsert(document)
  return new SearchedCatalog(catalog, synonyms)
}
const EVERYTHING = 100_000

/** Checks that the best from looking at few candidates are those from looking at all of them, to the last bit. */
const expectSame = (catalog: SearchedCatalog, text: string, limit: number, modulus = 1): void => {
  const accepts = modulus === 1 ? undefined : (docId: number) => docId % modulus === 0
  const at = (depth: number): Ranking => createRanker(catalog, depth)({ text, limit, accepts })
  const whole = at(EVERYTHING)
  for (const depth of [1, 3, 8]) {
    const ranking = at(depth)
    expect(ranking.best).toEqual(whole.best)
    for (const [i, docId] of ranking.best.docIds.entries()) {
      expect(ranking.explain(docId).value).toBe(ranking.best.scores[i])
      expect(ranking.explain(docId)).toEqual(whole.explain(docId))
    }
  }
}

describe('a ranking', () => {
  it('is that of looking at all tools, however few are looked at first', () => {
    const words = ['git', 'status', 'file', 'read', 'issue', 'web', 'list', 'search', 'and', ',', 'read_file']
    const anyRequest = fc.array(fc.constantFrom(...words), { maxLength: 9 }).map((some) => some.join(' '))
    fc.assert(
      fc.property(
        anyDocumentSteps,
        anyRequest,
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 2 }),
        (steps, text, limit, modulus) =>
          expectSame(catalogOf(documentsAfter(steps).values()), text, limit, modulus),
      ),
      { numRuns: 200 },
    )
  })

  it('is so where one server floods the catalog, where texts are copied, and where some are far too long', () => {
    const documents = Array.from({ length: 600 }, (_, i) => {
      const namespace = i % 3 === 0 ? `server${i % 7}` : i % 3 === 1 ? 'flood' : `copycat${i}`
      const description =
        i % 3 === 2
          ? 'Sends a letter to a friend by post'
          : `Sends letter ${i} by mail ${'a b c '.repeat(i % 40)}`
      return { ...sketchDocument({ name: `send_${i}`, namespace, description }), id: `${namespace}:${i}` }
    })
    const catalog = catalogOf(documents)
    for (const text of [
      'send a letter',
      'post a letter to a friend, then mail it',
      'flood letter',
      'send_12',
    ]) {
      for (const limit of [1, 10, 200]) expectSame(catalog, text, limit)
    }
  })
})
