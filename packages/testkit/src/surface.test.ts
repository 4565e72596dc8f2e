import { expect, it } from 'vitest'
import * as surface from './index.ts'
import * as internal from './internal.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "candidateRetrieverObligations",
      "catalogStoreObligations",
      "createWordSearcher",
      "embedderObligations",
      "embeddingCacheObligations",
      "languageModelObligations",
      "searcherObligations",
      "toolSourceObligations",
      "vectorIndexObligations",
    ]
  `)
  expect(Object.keys(internal).sort()).toMatchInlineSnapshot(`
    [
      "anyDocument",
      "anyDocumentSteps",
      "anyQuery",
      "createManualClock",
      "documentsAfter",
      "settled",
      "sketchDocument",
      "sketchRecord",
    ]
  `)
})
