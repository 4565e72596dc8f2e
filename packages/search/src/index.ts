// For applications: searchers.

// For implementers: the text analysis every searcher of words can share.
export { type Analyzer, type AnalyzerOptions, createAnalyzer } from './analysis/analyzer.ts'
export { ENGLISH_STOP_WORDS } from './analysis/normalize.ts'
export {
  createDocumentReader,
  type DocumentReader,
  type DocumentTokens,
  isSurface,
  type KnownTokens,
  numberOfCode,
  type Token,
  type Word,
} from './analysis/tokens.ts'
export { unmatchedTerms } from './analysis/unmatched-terms.ts'
export { type Bm25SearcherOptions, createBm25Searcher } from './bm25-searcher.ts'
export {
  type Bm25fOptions,
  type Bm25fParameters,
  DEFAULT_BM25F,
  type FieldWeights,
  inverseDocumentFrequency,
  lengthNormalization,
  MAX_TERM_FREQUENCY,
  resolveBm25f,
  saturation,
} from './kernel/bm25f.ts'
export { createTermReader, type TermReader, type WeightedTerms } from './kernel/weighted-terms.ts'
export { createLexicalSearcher, type LexicalSearcherOptions } from './lexical-searcher.ts'
export {
  DEFAULT_SIGNALS,
  LEXICAL_BM25F,
  type RankingOptions,
  type RankingSignals,
} from './ranking/signals.ts'
export { splitClauses } from './ranking/subqueries.ts'
export { InvalidPatternError, type InvalidPatternReason } from './regex/invalid-pattern-error.ts'
export {
  createRegexSearcher,
  DEFAULT_REGEX_BUDGET_MS,
  type RegexSearcherOptions,
} from './regex/regex-searcher.ts'
export { type SnapshotRefusal, SnapshotRefusedError } from './snapshot/snapshot-refused-error.ts'
export type { SavedSearcher, SnapshotSearcher } from './snapshot/snapshot-searcher.ts'
export { DEFAULT_THRESHOLDS, type VerdictOptions, type VerdictThresholds } from './verdict/judge.ts'
