import { SEARCH_FIELDS } from '@toolscout/model'
import { atOnce, type SearchField } from '@toolscout/model/internal'
import type { DocumentTokens } from '../analysis/tokens.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import type { Bm25fParameters } from './bm25f.ts'
import { DocIds, type Partition } from './partition.ts'
import { readSegment, writeSegment } from './segment.ts'
import { DEFAULT_SEGMENT_POLICY, MERGE_FACTOR, type SegmentPolicy, SegmentStore } from './segment-store.ts'
import { SegmentWriter } from './segment-writer.ts'

/** Options of {@link InvertedIndex}. */
export interface IndexOptions {
  /** Fields whose neighbouring roots are found as pairs, see `pairTerm`. Default: none. */
  readonly pairedFields?: readonly SearchField[] | undefined
  /** What an index of the same parameters and pairs saved, up to the end of it. Default: nothing, it is empty. */
  readonly saved?: SectionReader | undefined
}

/** The documents of an index, and all else that their scores depend on. */
export interface DocumentsInIndex {
  readonly partitions: readonly Partition[]
  readonly docIds: DocIds
  readonly parameters: Bm25fParameters
  /** Documents that can be found. */
  readonly count: number
  readonly totalLength: number
}

/** Terms and the documents that hold them, changed in place; `CurrentDocuments` are searched. */
export class InvertedIndex {
  readonly #parameters: Bm25fParameters
  readonly #policy: SegmentPolicy
  readonly #isPaired: readonly boolean[]
  #docIds = new DocIds()
  #writer: SegmentWriter
  #writerDocuments: number
  /** Documents that were announced and have not come yet. */
  #expected = 0
  /** Whether they come at once, and are to be sealed before anything is searched. */
  #isBulk = false
  #live = 0
  #totalLength = 0
  readonly #store: SegmentStore
  /** Until something changes. */
  #contents: DocumentsInIndex | undefined

  constructor(
    parameters: Bm25fParameters,
    policy: SegmentPolicy = DEFAULT_SEGMENT_POLICY,
    { pairedFields = [], saved }: IndexOptions = {},
  ) {
    this.#parameters = parameters
    this.#policy = policy
    this.#isPaired = SEARCH_FIELDS.map((field) => pairedFields.includes(field))
    this.#writer = new SegmentWriter(parameters, this.#isPaired)
    this.#writerDocuments = policy.writerDocuments
    this.#store = new SegmentStore({
      parameters,
      maxSegmentDocuments: policy.maxSegmentDocuments,
      settle: (partition) => this.#docIds.settle(partition),
    })
    if (saved !== undefined) atOnce(this.restore(saved))
  }

  /** Documents that can be found. */
  get size(): number {
    return this.#live
  }

  /** Adds a document, in place of the one with the same id when there is one; returns its docId, which it keeps. */
  upsert(id: string, document: DocumentTokens): number {
    if (document.ends.length < SEARCH_FIELDS.length) throw new RangeError('A document has every field.')
    this.#contents = undefined
    const known = this.#docIds.get(id)
    if (known !== undefined) this.#deleteDoc(known)
    const docId = known ?? this.#docIds.create(id)
    const before = this.#writer.postingCount
    const ordinal = this.#writer.add(document, docId)
    this.#docIds.place(docId, this.#writer, ordinal)
    this.#live += 1
    this.#totalLength += this.#writer.lengths[ordinal] as number
    const postings = this.#writer.postingCount - before
    this.#expected = Math.max(0, this.#expected - 1)
    if (this.#writer.size >= this.#writerDocuments) this.#closeWriter()
    if (this.#isBulk && this.#expected === 0) this.#store.seal()
    const { mergedPerPosting, mergedPerChange } = this.#policy
    if (this.#store.isBusy) this.#store.advance(mergedPerPosting * postings + mergedPerChange)
    return docId
  }

  /** As many documents will come at once: they get a segment of their own. Of any number that comes in slices, `Infinity`. */
  expect(documents: number): void {
    this.#expected = documents
    this.#isBulk = documents >= this.#policy.bulkDocuments && documents < Infinity
    this.#sizeWriter()
  }

  /**
   * Of documents that came in slices, continues what is left to do, for about the work of writing this many postings.
   * Says whether there is more.
   */
  settle(work: number): boolean {
    this.#contents = undefined
    this.expect(0)
    if (this.#writer.size >= this.#policy.bulkDocuments) this.#closeWriter()
    this.#store.advance(work)
    return this.#store.isBusy
  }

  /** Removes a document; an unknown id changes nothing. */
  remove(id: string): void {
    const docId = this.#docIds.get(id)
    if (docId === undefined) return
    this.#contents = undefined
    this.#deleteDoc(docId)
    this.#docIds.release(docId)
    this.#store.advance(this.#policy.mergedPerChange)
  }

  /** What is searched: the same as long as nothing changes. */
  get contents(): DocumentsInIndex {
    const { partitions } = this.#store
    this.#contents ??= {
      partitions: this.#writer.size > 0 ? [...partitions, this.#writer] : partitions,
      docIds: this.#docIds,
      parameters: this.#parameters,
      count: this.#live,
      totalLength: this.#totalLength,
    }
    return this.#contents
  }

  /** Whether a document holds a term. */
  holds(term: string): boolean {
    return this.contents.partitions.some((partition) => partition.frequencyOf(term) > 0)
  }

  /** The docId of a document, which it keeps as long as it is in the index. */
  docIdOf(id: string): number | undefined {
    return this.#docIds.get(id)
  }

  idOf(docId: number): string {
    return this.#docIds.idOf(docId)
  }

  /** Takes into an index without documents what one of the same parameters and pairs saved, a segment in a step. */
  *restore(from: SectionReader): Generator<void, void> {
    this.#docIds = new DocIds(from.owned())
    const [documents = 0, length = 0, segments = 0] = from.next(Float64Array)
    this.#live = documents
    this.#totalLength = length
    for (let i = 0; i < segments; i += 1) {
      yield
      const segment = readSegment(from)
      this.#store.add(segment)
      this.#docIds.settle(segment)
    }
  }

  /** Writes all there is. What is searched afterwards is the same, in other partitions. */
  save(out: SectionWriter): void {
    this.#contents = undefined
    if (this.#writer.size > 0) this.#closeWriter()
    const segments = this.#store.seal()
    this.#docIds.save(out)
    out.add(Float64Array.of(this.#live, this.#totalLength, segments.length))
    for (const segment of segments) writeSegment(segment, out)
  }

  #sizeWriter(): void {
    const { writerDocuments: few, bulkDocuments, maxSegmentDocuments } = this.#policy
    // Growing a writer of documents that come in slices takes no longer than a slice.
    const most = this.#isBulk
      ? maxSegmentDocuments
      : Math.max(few, Math.floor(maxSegmentDocuments / MERGE_FACTOR))
    this.#writerDocuments =
      this.#expected < bulkDocuments ? few : Math.min(this.#writer.size + this.#expected, most)
  }

  /** Begins a new writer. */
  #closeWriter(): void {
    const closed = this.#writer
    this.#writer = new SegmentWriter(this.#parameters, this.#isPaired)
    this.#sizeWriter()
    this.#store.add(closed)
  }

  #deleteDoc(docId: number): void {
    const { partition, ordinal } = this.#docIds.addressOf(docId)
    partition.delete(ordinal)
    this.#live -= 1
    this.#totalLength -= partition.lengths[ordinal] as number
    if (partition !== this.#writer) this.#store.shrink(partition)
  }
}
