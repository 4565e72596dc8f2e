import { expect, it } from 'vitest'
import * as surface from './index.ts'
import * as wink from './wink.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "DEFAULT_BM25F",
      "DEFAULT_REGEX_BUDGET_MS",
      "ENGLISH_STOP_WORDS",
      "InvalidPatternError",
      "MAX_TERM_FREQUENCY",
      "createAnalyzer",
      "createBm25Searcher",
      "createRegexSearcher",
    ]
  `)
  expect(Object.keys(wink).sort()).toMatchInlineSnapshot(`
    [
      "createWinkSearcher",
    ]
  `)
})
