import type { Searcher, ToolSummary } from '@toolscout/model'
import type { Analyzer } from '../analysis/analyzer.ts'
import {
  createSectionWriter,
  openSections,
  type SectionReader,
  type SectionWriter,
  type SnapshotIdentity,
} from './sections.ts'

/** A searcher that can be saved and gone on from. */
export interface SnapshotSearcher extends Searcher {
  /**
   * All that the searcher knows, in one buffer that a searcher of the same options can begin with. Takes about as long
   * as copying it twice.
   *
   * @param revision says which documents it holds, such as a hash of them; where it is opened, the same must be said.
   * Default: nothing.
   * @throws TypeError when the analyzer has no fingerprint.
   */
  readonly snapshot: (revision?: string) => Uint8Array
}

/** A snapshot to begin with. */
export interface SavedSearcher {
  /**
   * What `snapshot` gave. It is read in place and must not be changed as long as the searcher is used. Keep it
   * where only you can write: its checksum detects damage, not forgery.
   */
  readonly bytes: Uint8Array
  /** The revision it must have been made with. Default: none was said. */
  readonly revision?: string | undefined
  /** The summary of a document that was saved; filters look at it. */
  readonly summaryOf: (id: string) => ToolSummary
}

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
function identityOf({ searcher, analyzer, options }: SnapshotMaker, revision = ''): SnapshotIdentity {
  const { fingerprint } = analyzer
  if (fingerprint === undefined) {
    throw new TypeError(
      'A snapshot needs an analyzer with a fingerprint: a text that changes whenever its tokens do, given beside `analyze`.',
    )
  }
  return { options: JSON.stringify([searcher, fingerprint, options]), revision }
}

/**
 * Opens what a searcher saved; `undefined` when it begins empty.
 *
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED`.
 * @throws TypeError when the analyzer has no fingerprint.
 */
export function openSaved(saved: SavedSearcher | undefined, maker: SnapshotMaker): SectionReader | undefined {
  return saved === undefined ? undefined : openSections(saved.bytes, identityOf(maker, saved.revision))
}

/**
 * Saves all that a part of a searcher writes.
 *
 * @throws TypeError when the analyzer has no fingerprint.
 */
export function takeSnapshot(
  part: { readonly save: (out: SectionWriter) => void },
  maker: SnapshotMaker,
  revision: string | undefined,
): Uint8Array {
  const identity = identityOf(maker, revision)
  const out = createSectionWriter()
  part.save(out)
  return out.finish(identity)
}
