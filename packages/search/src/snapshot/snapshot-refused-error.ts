import { ToolscoutError } from '@toolscout/model'

/**
 * Why a snapshot is refused: it is not what was written; it has the form of another release or machine; it was made
 * with other options or another analysis; it holds other documents than are expected.
 */
export type SnapshotRefusal = 'corrupt' | 'format' | 'options' | 'revision'

/** `SNAPSHOT_REFUSED`: a searcher cannot go on from a snapshot. */
export class SnapshotRefusedError extends ToolscoutError<{ readonly reason: SnapshotRefusal }> {
  constructor(message: string, reason: SnapshotRefusal) {
    super('SNAPSHOT_REFUSED', `${message} Build the searcher from its documents, and save it again.`, {
      details: { reason },
    })
  }
}
