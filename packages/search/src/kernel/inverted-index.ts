import { type Hit, SEARCH_FIELDS } from '@toolscout/model'
import { atOnce, type SearchField } from '@toolscout/model/internal'
import type { DocumentTokens } from '../analysis/tokens.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import type { Bm25fParameters } from './bm25f.ts'
import { DocIds, type NumberedTexts, type Partition } from './partition.ts'
import { FREQUENCY, type QueryTerm, ScoredDocuments } from './scored-documents.ts'
import { readSegment, writeSegment } from './segment.ts'
import { DEFAULT_SEGMENT_POLICY, MERGE_FACTOR, type SegmentPolicy, SegmentStore } from './segment-store.ts'
import { SegmentWriter } from './segment-writer.ts'
import { type AcceptsDoc, type TermQuery, TermScoring } from './term-scoring.ts'

/** A search by terms alone. */
export interface TermSearch {
  /** Terms that count, each once however often it is among them. */
  readonly terms: readonly string[]
  /** Most hits, at least 0. */
  readonly limit: number
  /** Says of a document whether it may be a hit. Default: every document may. */
  readonly accepts?: AcceptsDoc | undefined
  readonly explain?: boolean | undefined
}

/** Options of {@link InvertedIndex}. */
export interface IndexOptions {
  /** Fields whose neighbouring roots are found as pairs, see `pairTerm`. Default: none. */
  readonly pairedFields?: readonly SearchField[] | undefined
  /** What an index of the same parameters and pairs saved, up to the end of it. Default: nothing, it is empty. */
  readonly saved?: SectionReader | undefined
}

/** Terms and the documents that hold them, changed in place and searched by BM25F. */
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
  #current: ScoredDocuments | undefined

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
    this.#current = undefined
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
    this.#current = undefined
    this.expect(0)
    if (this.#writer.size >= this.#policy.bulkDocuments) this.#closeWriter()
    this.#store.advance(work)
    return this.#store.isBusy
  }

  /** Removes a document; an unknown id changes nothing. */
  remove(id: string): void {
    const docId = this.#docIds.get(id)
    if (docId === undefined) return
    this.#current = undefined
    this.#deleteDoc(docId)
    this.#docIds.release(docId)
    this.#store.advance(this.#policy.mergedPerChange)
  }

  /** Documents that hold a term. */
  documentFrequency(term: string): number {
    const documents = this.#documents()
    const row = documents.rowOf(term)
    return documents.rows[row + FREQUENCY] as number
  }

  /** Whether a document holds the term that two texts make with another between them; those that none does are not put together. */
  holdsJoined(one: string, between: string, other: string): boolean {
    const { partitions } = this.#documents()
    let isKnown = false
    for (let i = 0; i < partitions.length && !isKnown; i += 1)
      isKnown = (partitions[i] as Partition).findJoined(one, between, other) >= 0
    return isKnown && this.documentFrequency(one + between + other) > 0
  }

  /** The docId of a document, which it keeps as long as it is in the index. */
  docIdOf(id: string): number | undefined {
    return this.#docIds.get(id)
  }

  idOf(docId: number): string {
    return this.#docIds.idOf(docId)
  }

  /** The ids of some documents, for another table of the same ids. */
  idsOf(docIds: readonly number[]): NumberedTexts {
    return this.#docIds.idsOf(docIds)
  }

  /** Looks up the terms of a query, to score all documents by them. */
  prepare(query: TermQuery): TermScoring {
    return new TermScoring(this.#documents(), query)
  }

  /** The best documents for the terms, in the order of hits; only those with a score above 0. */
  search({ terms, limit, accepts, explain }: TermSearch): readonly Hit[] {
    if (limit < 1) return []
    const query: QueryTerm[] = []
    for (let i = 0; i < terms.length; i += 1)
      query.push({ text: terms[i] as string, weight: 1, covers: false })
    const scoring = this.prepare({ terms: query, coverage: 0 })
    const { docIds, scores } = scoring.best(limit, accepts)
    const hits: Hit[] = []
    for (let i = 0; i < docIds.length; i += 1) {
      const docId = docIds[i] as number
      const hit: Hit = { id: this.#docIds.idOf(docId), score: scores[i] as number }
      hits.push(explain === true ? { ...hit, explanation: scoring.explain(docId) } : hit)
    }
    return hits
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
    this.#current = undefined
    if (this.#writer.size > 0) this.#closeWriter()
    const segments = this.#store.seal()
    this.#docIds.save(out)
    out.add(Float64Array.of(this.#live, this.#totalLength, segments.length))
    for (const segment of segments) writeSegment(segment, out)
  }

  #documents(): ScoredDocuments {
    if (this.#current === undefined || this.#current.isFull) {
      const { partitions } = this.#store
      this.#current = new ScoredDocuments({
        partitions: this.#writer.size > 0 ? [...partitions, this.#writer] : partitions,
        docIds: this.#docIds,
        parameters: this.#parameters,
        count: this.#live,
        totalLength: this.#totalLength,
      })
    }
    return this.#current
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
