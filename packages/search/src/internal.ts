// What the packages of Toolscout share. Not API: anything here may change in any release.

export { createDocumentReader } from './analysis/document-reader.ts'
export { type DocumentTokens, isRoot, numberOfCode, termOfCode } from './analysis/tokens.ts'
export { createTunedBm25Searcher, type TunedBm25Options } from './bm25-searcher.ts'
export { BM25F_KINDS, type Bm25fOptions, resolveBm25f } from './kernel/bm25f.ts'
export { grown, TextTable } from './kernel/text-table.ts'
export { createTunedLexicalSearcher, type TunedLexicalOptions } from './lexical-searcher.ts'
export { splitSubqueries } from './ranking/boosts.ts'
export { expandQuery } from './ranking/expand-query.ts'
export { DEFAULT_SIGNALS, type RankingOptions, type RankingSignals } from './ranking/signals.ts'
export type { BytesApart, ReadApart } from './snapshot/bytes-apart.ts'
export {
  checkInSlices,
  createSectionWriter,
  openSections,
  type SectionReader,
  type SectionWriter,
  type SnapshotIdentity,
} from './snapshot/sections.ts'
export {
  type SavedPart,
  type SavedWhole,
  Snapshots,
  setSnapshots,
  snapshotsOf,
} from './snapshot/snapshot-searcher.ts'
export type { Evidence, Meaning } from './verdict/evidence.ts'
export {
  FEATURES,
  featuresOf,
  probabilityBy,
  type VerdictWeights,
} from './verdict/judge.ts'
export { DEFAULT_THRESHOLDS, type Judgment, judgmentOf } from './verdict/judgment.ts'
