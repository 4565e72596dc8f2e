// For applications: searchers.

// For implementers: the text analysis every searcher of words can share.
export {
  type Analyzer,
  type AnalyzerOptions,
  createAnalyzer,
  type Token,
  type Word,
} from './analysis/analyzer.ts'
export { createDocumentReader, type DocumentReader } from './analysis/document-reader.ts'
export {
  type DocumentTokens,
  isSurface,
  type KnownTokens,
  numberOfCode,
} from './analysis/document-tokens.ts'
export { ENGLISH_STOP_WORDS } from './analysis/stop-words.ts'
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
export { splitClauses } from './lexical/clauses.ts'
export {
  DEFAULT_SIGNALS,
  LEXICAL_BM25F,
  type RankingOptions,
  type RankingSignals,
} from './lexical/signals.ts'
export { createLexicalSearcher, type LexicalSearcherOptions } from './lexical-searcher.ts'
export { InvalidPatternError, type InvalidPatternReason } from './regex/invalid-pattern-error.ts'
export {
  createRegexSearcher,
  DEFAULT_REGEX_BUDGET_MS,
  type RegexSearcherOptions,
} from './regex/regex-searcher.ts'
export { type SnapshotRefusal, SnapshotRefusedError } from './snapshot/snapshot-refused-error.ts'
export type { SavedSearcher, SnapshotSearcher } from './snapshot/snapshot-searcher.ts'
export { DEFAULT_THRESHOLDS, type VerdictOptions, type VerdictThresholds } from './verdict/thresholds.ts'
