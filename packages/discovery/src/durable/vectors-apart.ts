import { type CatalogStore, type Checkpoint, ToolscoutError } from '@toolscout/model'
import type { OpenCheckpoint } from '@toolscout/model/internal'

/** The name under which the vectors of a large catalog are saved, of which few are read. */
export const VECTORS_CHECKPOINT = 'vectors'
/** Bytes of the checksum that a snapshot ends with. It precedes the vectors that belong to it. */
const SEAL_BYTES = 16

/** Vectors that stay in their file. */
export type VectorsApart = Pick<OpenCheckpoint, 'byteLength' | 'read' | 'close'>

/** Names a snapshot by the checksum it ends with. */
export function sealOf(snapshot: Uint8Array): string {
  return snapshot.slice(-SEAL_BYTES).join(' ')
}

/** Vectors as they are saved beside their snapshot. */
export function* sealedPieces(snapshot: Uint8Array, pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield snapshot.slice(-SEAL_BYTES)
  yield* pieces
}

/** Opens the vectors of a snapshot; `undefined` where there are none that belong to it. */
export async function openVectors(
  { largeCheckpoints }: CatalogStore,
  { revision, bytes }: Checkpoint,
): Promise<VectorsApart | undefined> {
  const opened = await largeCheckpoints?.open(VECTORS_CHECKPOINT)
  if (opened === undefined) return undefined
  const { byteLength, read, close } = opened
  if (opened.revision === revision && byteLength >= SEAL_BYTES && hasSeal(opened, sealOf(bytes))) {
    return {
      byteLength: byteLength - SEAL_BYTES,
      read: (at, into) => read(SEAL_BYTES + at, into),
      close,
    }
  }
  close()
  return undefined
}

function hasSeal({ read }: OpenCheckpoint, seal: string): boolean {
  const found = new Uint8Array(SEAL_BYTES)
  try {
    read(0, found)
  } catch (error) {
    if (error instanceof ToolscoutError) return false
    throw error
  }
  return sealOf(found) === seal
}
