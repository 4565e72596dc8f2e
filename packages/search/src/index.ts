// For applications: searchers.

// For implementers: the text analysis every searcher of words can share.
export { type Analyzer, type AnalyzerOptions, createAnalyzer } from './analysis/analyzer.ts'
export { ENGLISH_STOP_WORDS } from './analysis/split-words.ts'
export type { Token, Word } from './analysis/tokens.ts'
export { type Bm25SearcherOptions, createBm25Searcher } from './bm25-searcher.ts'
export { createLexicalSearcher, type LexicalSearcherOptions } from './lexical-searcher.ts'
export { InvalidPatternError } from './regex/invalid-pattern-error.ts'
export { createRegexSearcher, type RegexSearcherOptions } from './regex/regex-searcher.ts'
export { SnapshotRefusedError } from './snapshot/sections.ts'
export type { SavedSearcher, SnapshotSearcher } from './snapshot/snapshot-searcher.ts'
export type { VerdictOptions } from './verdict/judgment.ts'
