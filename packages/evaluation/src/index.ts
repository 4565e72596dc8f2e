export { EvaluationFileMissingError, InvalidEvaluationFileError } from './errors.ts'
export type { CatalogTool, JudgedQuery, Judgments } from './judgments/judgments.ts'
export { parseCatalog } from './judgments/parse-catalog.ts'
export { parseJudgments } from './judgments/parse-judgments.ts'
export { readJudgments, STARTER_SET } from './judgments/read-judgments.ts'
export type { LintFinding, LintReport } from './lint/finding.ts'
export { formatLintReport } from './lint/format-lint-report.ts'
export { lintCatalog } from './lint/lint-catalog.ts'
export type { LintOptions } from './lint/lint-options.ts'
export { ndcgAt, recallAt, reciprocalRank } from './metrics/metrics.ts'
export { createProbes } from './probes/create-probes.ts'
export { evaluateProbes } from './probes/evaluate-probes.ts'
export { compareEvaluations } from './reports/compare-evaluations.ts'
export { createQualityReport, formatQualityReport } from './reports/quality-report.ts'
export { evaluateRun, type RunEvaluation } from './runs/evaluate-run.ts'
export { createCatalogSearch } from './searching/catalog-search.ts'
export {
  type EvaluateSearchOptions,
  evaluateSearch,
  type SearchEvaluation,
} from './searching/evaluate-search.ts'
export type { SearchFunction } from './searching/search-function.ts'
export { calibrateVerdict, type VerdictCalibration } from './verdicts/calibrate-verdict.ts'
export { evaluateVerdict, type VerdictEvaluation } from './verdicts/evaluate-verdict.ts'
