import type { Searcher, ToolSummary } from '@toolscout/model'
import { atOnce, type CommonFacts, type ToolFacts } from '@toolscout/model/internal'
import type { Analyzer } from '../analysis/analyzer.ts'
import { grown } from '../kernel/text-table.ts'
import type { ReadApart } from './bytes-apart.ts'
import {
  createSectionWriter,
  openSections,
  type SectionReader,
  type SectionSteps,
  type SectionWriter,
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
  /** The summary of a document that was saved, then or by a later `snapshot`. */
  readonly summaryOf: (id: string) => ToolSummary
  /** What filters look at in such a document. Default: its summary. */
  readonly factsOf?: ((id: string) => ToolFacts) | undefined
}

/** What the arrays of a searcher depend on. */
export interface SnapshotMaker {
  readonly searcher: string
  readonly analyzer: Analyzer
  /** All else that has a bearing on what is stored, as JSON can hold it. */
  readonly options: unknown
}

/**
 * Names what a snapshot is made by.
 *
 * @throws TypeError when the analyzer has no fingerprint.
 */
export function optionsOf({ searcher, analyzer, options }: SnapshotMaker): string {
  const { fingerprint } = analyzer
  if (fingerprint === undefined) {
    throw new TypeError(
      'A snapshot needs an analyzer with a fingerprint: a text that changes whenever its tokens do, given beside `analyze`.',
    )
  }
  return JSON.stringify([searcher, fingerprint, options])
}

/**
 * Opens what a searcher saved; `undefined` when it begins empty.
 *
 * @throws SnapshotRefusedError `SNAPSHOT_REFUSED`.
 * @throws TypeError when the analyzer has no fingerprint.
 */
export function openSaved(saved: SavedSearcher | undefined, maker: SnapshotMaker): SectionReader | undefined {
  if (saved?.bytes === undefined) return undefined
  return openSections(saved.bytes, { options: optionsOf(maker), revision: saved.revision ?? '' })
}

/** A {@link SavedSearcher} with what was saved beside it. */
export interface SavedWhole extends SavedSearcher {
  readonly apart?: ReadApart | undefined
}

/** What {@link Snapshots} saves. */
export interface SavedPart {
  /** Writes all there is, in a moment. */
  readonly save: (out: SectionWriter) => void
  /**
   * Has a searcher that was given nothing begin with what was saved, in short steps, as a whole in the last one. Where it
   * throws, it is as empty as before.
   *
   * @throws SnapshotRefusedError `SNAPSHOT_REFUSED`.
   */
  readonly restore: (saved: SavedWhole) => Generator<void, void>
  /** All that the arrays depend on besides the documents. @throws TypeError when there can be no snapshot. */
  readonly options: () => string
  /** Brings up to date what is saved and takes longer. */
  readonly prepare: () => Generator<void, void>
  /** Whether another platform saved what it began with: it is opened faster once it is saved here. Default: it did not. */
  readonly isForeign?: () => boolean
  /** Remembers what filters look at in a document that was saved, so that it need not be asked for. */
  readonly learn?: (id: string, facts: CommonFacts) => void
}

/** Snapshots of a searcher, opened and finished in short steps: each holds what was there when it was begun. */
export class Snapshots {
  readonly part: SavedPart
  /** One that is being finished: it is settled before anything changes. */
  begun: SectionWriter | undefined

  constructor(part: SavedPart) {
    this.part = part
  }

  /** Begins a snapshot, from which much may be left out that `addApart` takes; gives what finishes it. */
  begin(addApart?: SectionWriter['addApart']): (revision?: string) => Generator<void, Uint8Array> {
    this.begun?.settle()
    const options = this.part.options()
    const out = createSectionWriter(addApart)
    this.part.save(out)
    this.begun = out
    return function* (this: Snapshots, revision = '') {
      const bytes = yield* out.finish({ options, revision })
      if (this.begun === out) this.begun = undefined
      return bytes
    }.bind(this)
  }

  /** A snapshot at once. */
  take(revision: string | undefined): Uint8Array {
    atOnce(this.part.prepare())
    return atOnce(this.begin()(revision))
  }
}

/** By `snapshot`. */
const waysToSave = new WeakMap<SnapshotSearcher['snapshot'], Snapshots>()

/** Says how snapshots of a searcher are finished later. */
export function setSnapshots({ snapshot }: SnapshotSearcher, snapshots: Snapshots): void {
  waysToSave.set(snapshot, snapshots)
}

/** Snapshots of a searcher that {@link setSnapshots} knows. */
export function snapshotsOf({ snapshot }: SnapshotSearcher): Snapshots {
  const snapshots = waysToSave.get(snapshot)
  if (snapshots === undefined) throw new TypeError('Snapshots of this searcher are taken at once.')
  return snapshots
}

/** What says what a tool does. */
export type ToolHead = Pick<ToolSummary, 'name' | 'summary' | 'annotations'>

/** Characters of a description among which its verb is. */
export const OPENING_LENGTH = 80
/** Heads that are written in a step. */
const HEADS_AT_ONCE = 64
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** As much of a head as is read, behind a number: the length of its name, and a bit that says whether it only reads. */
function textOfHead({ name, summary, annotations }: ToolHead): string {
  const number = 2 * name.length + Number(annotations?.readOnlyHint === true)
  return `${number} ${name}${summary.slice(0, OPENING_LENGTH)}`
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
    const text = decoder.decode(this.#bytesOf(docId))
    const space = text.indexOf(' ')
    const number = Number(text.slice(0, space))
    const end = space + 1 + (number >> 1)
    const annotations = { readOnlyHint: (number & 1) === 1 }
    return { name: text.slice(space + 1, end), summary: text.slice(end), annotations }
  }

  /** Writes these heads, but for tools that are new or changed, which must not change; says what was written. */
  saveWith(
    changed: readonly (ToolHead | undefined)[],
    out: SectionWriter,
    onSaved: (heads: SavedHeads) => void,
  ): void {
    const steps = this.#with(changed)
    const write = function* (): SectionSteps {
      const heads = yield* steps
      onSaved(heads)
      return [heads.#ends, heads.#bytes]
    }
    out.addLater(write())
  }

  *#with(changed: readonly (ToolHead | undefined)[]): Generator<void, SavedHeads> {
    const ends = new Uint32Array(Math.max(changed.length, this.#ends.length))
    let bytes = new Uint8Array(this.#bytes.length)
    let at = 0
    for (let docId = 0; docId < ends.length; docId += 1) {
      const head = changed[docId]
      const own = head === undefined ? this.#bytesOf(docId) : encoder.encode(textOfHead(head))
      bytes = grown(bytes, at + own.length)
      bytes.set(own, at)
      at += own.length
      ends[docId] = at
      if (docId % HEADS_AT_ONCE === 0) yield
    }
    return new SavedHeads(ends, bytes.slice(0, at))
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
