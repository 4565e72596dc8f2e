import { describe, expect, it } from 'vitest'
import { createBm25Searcher } from './bm25-searcher.ts'
import { OFFICE } from './fixtures/office.ts'
import { createLexicalSearcher } from './lexical-searcher.ts'

describe.each([
  ['lexical', createLexicalSearcher()],
  ['bm25', createBm25Searcher()],
])('%s', (_, searcher) => {
  searcher.apply({ upserts: OFFICE, removals: [] })

  it.each([
    '',
    '   \t\n\u00a0\u3000',
    'what is it for?',
    'Could you please, for me?',
    '?!… — «»„“” () [] {} <> /\\ | @#$%^&*~`+=',
    '___ --- ... :: __',
    '👍🏽 ❤️ 👩‍👩‍👧 🏳️‍🌈 🇩🇪',
    '\u200d\ufe0f\u200b\u00ad\u0301',
    '。、！？「」・…',
  ])('%j says nothing, so nothing is found or missed', async (query) => {
    expect(await searcher.search({ query, limit: 5 })).toMatchObject({ hits: [], unmatchedTerms: [] })
  })

  it('says what no tool holds as it is written first, once', async () => {
    const query = 'The Zürich-Börse: ZÜRICH, zürich and Müllers issue of ÄRGER_niS; 火星 ดาวอังคาร'
    expect((await searcher.search({ query, limit: 5 })).unmatchedTerms).toEqual([
      'Zürich-Börse',
      'ZÜRICH',
      'Müllers',
      'ÄRGER_niS',
      '火星',
      'ดาว',
      'อังคาร',
    ])
  })
})
