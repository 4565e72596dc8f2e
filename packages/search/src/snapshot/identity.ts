import type { Analyzer } from '../analysis/analyzer.ts'
import type { SnapshotIdentity } from './sections.ts'

/** What the arrays of a searcher depend on. */
export interface SnapshotMaker {
  readonly searcher: string
  readonly analyzer: Analyzer
  /** All else that has a bearing on what is stored, as JSON can hold it. */
  readonly options: unknown
}

/**
 * Names what a snapshot is made by and of.
 *
 * @throws TypeError when the analyzer has no fingerprint.
 */
export function identityOf({ searcher, analyzer, options }: SnapshotMaker, revision = ''): SnapshotIdentity {
  const { fingerprint } = analyzer
  if (fingerprint === undefined) {
    throw new TypeError(
      'A snapshot needs an analyzer with a fingerprint: a text that changes whenever its tokens do, given beside `analyze`.',
    )
  }
  return { options: JSON.stringify([searcher, fingerprint, options]), revision }
}
