import { expect, it } from 'vitest'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "ENGLISH_STOP_WORDS",
      "InvalidPatternError",
      "SnapshotRefusedError",
      "createAnalyzer",
      "createBm25Searcher",
      "createLexicalSearcher",
      "createRegexSearcher",
    ]
  `)
})
