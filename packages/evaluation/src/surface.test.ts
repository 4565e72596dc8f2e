import { expect, it } from 'vitest'
import * as entry from './index.ts'

it('exports exactly these names', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "EvaluationFileMissingError",
      "InvalidEvaluationFileError",
      "STARTER_SET",
      "calibrateVerdict",
      "compareEvaluations",
      "createCatalogSearch",
      "createProbes",
      "createQualityReport",
      "evaluateProbes",
      "evaluateRun",
      "evaluateSearch",
      "evaluateVerdict",
      "formatLintReport",
      "formatQualityReport",
      "lintCatalog",
      "ndcgAt",
      "parseCatalog",
      "parseJudgments",
      "readJudgments",
      "recallAt",
      "reciprocalRank",
    ]
  `)
})
