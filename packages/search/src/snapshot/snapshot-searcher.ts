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

/** What a searcher begins with, and where summaries are that it need not hold. */
export interface SavedSearcher {
  /**
   * What `snapshot` gave. It belongs to the searcher from now on, which reads and changes it in place: a copy of it is
   * needed to begin with it twice. Keep it where only you can write: its checksum detects damage, not forgery. Default:
   * it begins empty.
   */
  readonly bytes?: Uint8Array | undefined
  /** The revision it must have been made with. Default: none was said. */
  readonly revision?: string | undefined
  /** The summary of a document that was saved, then or by a later `snapshot`; filters look at it. */
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
  return saved?.bytes === undefined ? undefined : openSections(saved.bytes, identityOf(maker, saved.revision))
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

/** What says what a tool does. */
export type ToolHead = Pick<ToolSummary, 'name' | 'summary' | 'annotations'>

/** Characters of a description among which its verb is. */
export const OPENING_LENGTH = 80
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** As much of a head as is read. */
function shortHead({ name, summary, annotations }: ToolHead): ToolHead {
  const { readOnlyHint = false } = annotations ?? {}
  return { name, summary: summary.slice(0, OPENING_LENGTH), annotations: { readOnlyHint } }
}

/** Heads of tools by docId, as the bytes of a snapshot: each is read when it is asked for. */
export class SavedHeads {
  readonly #ends: Uint32Array
  readonly #bytes: Uint8Array

  constructor(ends: Uint32Array, bytes: Uint8Array) {
    this.#ends = ends
    this.#bytes = bytes
  }

  of(docId: number): ToolHead {
    return JSON.parse(decoder.decode(this.#bytesOf(docId))) as ToolHead
  }

  /** Writes these heads, but for tools that are new or changed; gives what was written. */
  saveWith(changed: readonly (ToolHead | undefined)[], out: SectionWriter): SavedHeads {
    const heads = Array.from({ length: Math.max(changed.length, this.#ends.length) }, (_, docId) => {
      const head = changed[docId]
      return head === undefined ? this.#bytesOf(docId) : encoder.encode(JSON.stringify(shortHead(head)))
    })
    const ends = new Uint32Array(heads.length)
    const bytes = new Uint8Array(heads.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const [docId, head] of heads.entries()) {
      bytes.set(head, at)
      at += head.length
      ends[docId] = at
    }
    out.add(ends)
    out.add(bytes)
    return new SavedHeads(ends, bytes)
  }

  #bytesOf(docId: number): Uint8Array {
    return this.#bytes.subarray(docId === 0 ? 0 : this.#ends[docId - 1], this.#ends[docId] ?? 0)
  }
}

/** What {@link SavedHeads.saveWith} wrote. */
export function readHeads(saved: SectionReader | undefined): SavedHeads {
  return new SavedHeads(
    saved?.next(Uint32Array) ?? new Uint32Array(),
    saved?.next(Uint8Array) ?? new Uint8Array(),
  )
}
