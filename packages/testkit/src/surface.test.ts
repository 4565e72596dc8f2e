import { expect, it } from 'vitest'
import * as farm from './farm.ts'
import * as surface from './index.ts'

it('exports what it means to', () => {
  expect(Object.keys(surface).sort()).toMatchInlineSnapshot(`
    [
      "anyDocument",
      "anyDocumentSteps",
      "anyQuery",
      "candidateRetrieverObligations",
      "catalogStoreObligations",
      "createManualClock",
      "createWordSearcher",
      "documentsAfter",
      "embedderObligations",
      "embeddingCacheObligations",
      "findNewerNode",
      "languageModelObligations",
      "searcherObligations",
      "settled",
      "sketchDocument",
      "sketchRecord",
      "toolSourceObligations",
      "vectorIndexObligations",
    ]
  `)
  expect(Object.keys(farm).sort()).toEqual([
    'createLedger',
    'failCalls',
    'flapCalls',
    'startHttpBackend',
    'stdioBackend',
  ])
})
