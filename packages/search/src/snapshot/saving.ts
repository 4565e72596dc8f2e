import { identityOf, type SnapshotMaker } from './identity.ts'
import { createSectionWriter, openSections, type SectionReader, type SectionWriter } from './sections.ts'
import type { SavedSearcher } from './snapshot-searcher.ts'

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
