// What the packages of Toolscout share. Not API: anything here may change in any release.

export { readCatalogs } from './judgments/catalogs.ts'
export { listJudgmentFolders } from './judgments/judgment-sets.ts'
export { type JudgedQuery, sampleQueries } from './judgments/judgments.ts'
export type { LintFinding, LintSeverity } from './lint/finding.ts'
export { DEFAULT_METRICS } from './metrics/metrics.ts'
export type { ArmEvaluation } from './probes/evaluate-probes.ts'
export type { QualityReport } from './reports/quality-report.ts'
export { formatNumber, formatTable, type TableFormat } from './reports/table.ts'
export { formatRun, parseRun, toRanking } from './runs/run.ts'
export type { SearchEvaluation } from './searching/evaluate-search.ts'
export type { MeasuredAnswer } from './searching/search-function.ts'
export type { BootstrapResult } from './statistics/paired-bootstrap.ts'
export { createRandom } from './statistics/random.ts'
export {
  type Advice,
  advise,
  CACHED_PRICES,
  type MeasureOptions,
  measureTokens,
  type ProviderCosts,
  type ProviderShape,
  TASK_CALLS,
  type TokenMeasurement,
  type WayCost,
  WINDOW_TOKENS,
} from './tokens/measure-tokens.ts'
export { TASK_TOKENS, tokensOf } from './tokens/scripted-task.ts'
export { withdrawTools } from './verdicts/draws.ts'
export type { VerdictEvaluation } from './verdicts/evaluate-verdict.ts'
