// For applications: read a set, measure a search, report.
export {
  EvaluationFileMissingError,
  type EvaluationFilePlace,
  InvalidEvaluationFileError,
  type QuestionCounts,
  TooFewQuestionsError,
} from './errors.ts'
export type { CatalogTool, JudgedQuery, Judgments } from './judgments/judgments.ts'
export type { NamedText } from './judgments/lines.ts'
export { parseCatalog } from './judgments/parse-catalog.ts'
export { type JudgmentTexts, parseJudgments } from './judgments/parse-judgments.ts'
export { readCatalogs } from './judgments/read-catalogs.ts'
export { listJudgmentFolders, readJudgments, STARTER_SET } from './judgments/read-judgments.ts'
export { sampleQueries } from './judgments/sample-queries.ts'
export {
  LINT_CODES,
  type LintCode,
  type LintFinding,
  type LintReport,
  type LintSeverity,
} from './lint/finding.ts'
export { type FormatLintOptions, formatLintReport } from './lint/format-lint-report.ts'
export { lintCatalog } from './lint/lint-catalog.ts'
export { DEFAULT_LINT_OPTIONS, type LintOptions, type LintThresholds } from './lint/lint-options.ts'
// For implementers: metrics and statistics on their own.
export { averagePrecision } from './metrics/average-precision.ts'
export { completenessAt } from './metrics/completeness.ts'
export { hitAt } from './metrics/hit.ts'
export type { Metric } from './metrics/metric.ts'
export { ndcgAt } from './metrics/ndcg.ts'
export { DEFAULT_METRICS, parseMetric } from './metrics/parse-metric.ts'
export { recallAt } from './metrics/recall.ts'
export { reciprocalRank } from './metrics/reciprocal-rank.ts'
export { createProbes, type ProbeOptions } from './probes/create-probes.ts'
export {
  type ArmEvaluation,
  type EvaluateProbesOptions,
  evaluateProbes,
  type ProbeMiss,
} from './probes/evaluate-probes.ts'
export type { Probe, ProbeArm } from './probes/probe.ts'
export { type CompareOptions, compareEvaluations, type MeasuredPair } from './reports/compare-evaluations.ts'
export {
  createQualityReport,
  formatQualityReport,
  type QualityMetrics,
  type QualityReport,
  type QualityRow,
} from './reports/quality-report.ts'
export { formatNumber, formatTable, type Table, type TableFormat } from './reports/table.ts'
export {
  type EvaluateRunOptions,
  evaluateRun,
  type MetricValues,
  type RunEvaluation,
} from './runs/evaluate-run.ts'
export { type RankedTool, type Run, toRanking } from './runs/run.ts'
export { formatRun, parseRun } from './runs/run-text.ts'
export {
  type CatalogSearch,
  type CatalogSearchOptions,
  createCatalogSearch,
} from './searching/catalog-search.ts'
export {
  ANSWER_SIZE,
  DEFAULT_DEPTH,
  type EvaluateSearchOptions,
  evaluateSearch,
  type SearchEvaluation,
} from './searching/evaluate-search.ts'
export type { WatchOptions } from './searching/in-turns.ts'
export type { MeasuredAnswer, SearchFunction } from './searching/search-function.ts'
export {
  type BootstrapOptions,
  type BootstrapResult,
  type PairedScores,
  pairedBootstrap,
} from './statistics/paired-bootstrap.ts'
export {
  areaUnderCurve,
  bestThreshold,
  rateThreshold,
  type Threshold,
  type TwoGroups,
  thresholdForRate,
} from './statistics/roc.ts'
export {
  type CalibrateVerdictOptions,
  calibrateVerdict,
  type VerdictCalibration,
} from './verdicts/calibrate-verdict.ts'
export type { DrawOptions } from './verdicts/draws.ts'
export {
  type EvaluateVerdictOptions,
  evaluateVerdict,
  type VerdictEvaluation,
} from './verdicts/evaluate-verdict.ts'
export { readVerdictSignal, type VerdictSignal } from './verdicts/verdict-signal.ts'
export { type WithdrawnSet, type WithdrawOptions, withdrawTools } from './verdicts/withdraw-tools.ts'
