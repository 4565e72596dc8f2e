import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "DEFAULT_BM25F",
      "DEFAULT_REGEX_BUDGET_MS",
      "DEFAULT_SIGNALS",
      "DEFAULT_THRESHOLDS",
      "ENGLISH_STOP_WORDS",
      "InvalidPatternError",
      "LEXICAL_BM25F",
      "MAX_TERM_FREQUENCY",
      "SnapshotRefusedError",
      "createAnalyzer",
      "createBm25Searcher",
      "createDocumentReader",
      "createLexicalSearcher",
      "createRegexSearcher",
      "createTermReader",
      "inverseDocumentFrequency",
      "isSurface",
      "lengthNormalization",
      "numberOfCode",
      "resolveBm25f",
      "saturation",
      "splitClauses",
      "unmatchedTerms",
    ]
  `)
})
