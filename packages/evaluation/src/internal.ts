// What the packages of Toolscout share. Not API: anything here may change in any release.

export { type EvaluationFilePlace, type QuestionCounts, TooFewQuestionsError } from './errors.ts'
export { type JudgedQuery, sampleQueries } from './judgments/judgments.ts'
export type { NamedText } from './judgments/lines.ts'
export type { JudgmentTexts } from './judgments/parse-judgments.ts'
export { readCatalogs } from './judgments/read-catalogs.ts'
export { listJudgmentFolders } from './judgments/read-judgments.ts'
export { LINT_CODES, type LintCode, type LintFinding, type LintSeverity } from './lint/finding.ts'
export type { FormatLintOptions } from './lint/format-lint-report.ts'
export { DEFAULT_LINT_OPTIONS, type LintThresholds } from './lint/lint-options.ts'
export { averagePrecision, completenessAt, hitAt, type Metric } from './metrics/metrics.ts'
export { DEFAULT_METRICS, parseMetric } from './metrics/parse-metric.ts'
export type { ProbeOptions } from './probes/create-probes.ts'
export type { ArmEvaluation, EvaluateProbesOptions, ProbeMiss } from './probes/evaluate-probes.ts'
export type { Probe, ProbeArm } from './probes/probe.ts'
export type { CompareOptions, MeasuredPair } from './reports/compare-evaluations.ts'
export type { QualityMetrics, QualityReport, QualityRow } from './reports/quality-report.ts'
export { formatNumber, formatTable, type Table, type TableFormat } from './reports/table.ts'
export type { EvaluateRunOptions, MetricValues, RunEvaluation } from './runs/evaluate-run.ts'
export { formatRun, parseRun, type RankedTool, type Run, toRanking } from './runs/run.ts'
export type { CatalogSearch, CatalogSearchOptions } from './searching/catalog-search.ts'
export {
  ANSWER_SIZE,
  DEFAULT_DEPTH,
  type EvaluateSearchOptions,
  type SearchEvaluation,
} from './searching/evaluate-search.ts'
export type { WatchOptions } from './searching/in-turns.ts'
export type { MeasuredAnswer } from './searching/search-function.ts'
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
export type { CalibrateVerdictOptions, VerdictCalibration } from './verdicts/calibrate-verdict.ts'
export { type DrawOptions, readVerdictSignal, type VerdictSignal } from './verdicts/draws.ts'
export type { EvaluateVerdictOptions, VerdictEvaluation } from './verdicts/evaluate-verdict.ts'
export { type WithdrawnSet, type WithdrawOptions, withdrawTools } from './verdicts/withdraw-tools.ts'
