import { searcherObligations } from '@toolscout/testkit'
import { describe, it } from 'vitest'
import { createBm25Searcher } from './bm25-searcher.ts'
import { createLexicalSearcher } from './lexical-searcher.ts'
import { createRegexSearcher } from './regex/regex-searcher.ts'

const searchers = [
  { name: 'lexical', create: () => createLexicalSearcher(), options: {} },
  { name: 'BM25', create: () => createBm25Searcher(), options: {} },
  // The clock never advances, so that the budget is never used up.
  {
    name: 'regex',
    create: () => createRegexSearcher({ now: () => 0 }),
    options: { queryFor: (word: string) => word },
  },
]

describe.each(searchers)('the $name searcher', ({ create, options }) => {
  it.each(searcherObligations(options))('$name', ({ check }) => check(create))
})
