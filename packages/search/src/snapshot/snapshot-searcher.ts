import type { Searcher, ToolSummary } from '@toolscout/model'

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
   * What `snapshot` gave. It is read in place and must not be changed as long as the searcher is used. Take it from
   * where nobody else can write: its checksum finds damage, not forgery.
   */
  readonly bytes: Uint8Array
  /** The revision it must have been made with. Default: none was said. */
  readonly revision?: string | undefined
  /** The summary of a document that was saved; filters look at it. */
  readonly summaryOf: (id: string) => ToolSummary
}
