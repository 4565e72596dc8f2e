import { type Hit, SEARCH_FIELDS } from '@toolscout/model'
import type { SearchField } from '@toolscout/model/internal'
import type { DocumentTokens } from '../analysis/tokens.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { type Bm25fParameters, lengthNormalization } from './bm25f.ts'
import { createDocIds } from './doc-ids.ts'
import type { Partition } from './partition.ts'
import { readSegment, type Segment, writeSegment } from './segment.ts'
import { createSegmentStore, DEFAULT_SEGMENT_POLICY, type SegmentPolicy } from './segment-store.ts'
import { createSegmentWriter } from './segment-writer.ts'
import { prepareScoring, type TermQuery, type TermScoring } from './term-scoring.ts'
import { createTermLookUps } from './term-statistics.ts'

/** A search by terms alone. */
export interface TermSearch {
  /** Terms that count. */
  readonly terms: ReadonlySet<string>
  /** Most hits, at least 0. */
  readonly limit: number
  /** Says of a document, by its id, whether it may be a hit. Default: every document may. */
  readonly accepts?: ((id: string) => boolean) | undefined
  readonly explain?: boolean | undefined
}

/** What a search finds. */
export interface TermHits {
  readonly hits: readonly Hit[]
  /** Those of the terms that any document holds. */
  readonly held: ReadonlySet<string>
}

/** Terms and the documents that hold them, changed in place and searched by BM25F. */
export interface InvertedIndex {
  /** Documents that can be found. */
  readonly size: number
  /** Adds a document, in place of the one with the same id when there is one. */
  readonly upsert: (id: string, document: DocumentTokens) => void
  /** As many documents will come at once: they get a segment of their own. */
  readonly expect: (documents: number) => void
  /** Removes a document; an unknown id changes nothing. */
  readonly remove: (id: string) => void
  /** Documents that hold a term. */
  readonly documentFrequency: (term: string) => number
  /** Looks up the terms of a query, to score all documents by them. */
  readonly prepare: (query: TermQuery) => TermScoring
  /** The docId of a document, which it keeps as long as it is in the index. */
  readonly docIdOf: (id: string) => number | undefined
  readonly idOf: (docId: number) => string
  /** The best documents for the terms, in the order of hits; only those with a score above 0. */
  readonly search: (search: TermSearch) => TermHits
  /** Writes all there is. What is searched afterwards is the same, in other partitions. */
  readonly save: (out: SectionWriter) => void
}

/** Options of {@link createInvertedIndex}. */
export interface IndexOptions {
  /** Fields whose neighbouring roots are found as pairs, see `pairTerm`. Default: none. */
  readonly pairedFields?: readonly SearchField[] | undefined
  /** What an index of the same parameters and pairs saved, up to the end of it. Default: nothing, it is empty. */
  readonly saved?: SectionReader | undefined
}

/** Creates an {@link InvertedIndex}. */
export function createInvertedIndex(
  parameters: Bm25fParameters,
  policy: SegmentPolicy = DEFAULT_SEGMENT_POLICY,
  options: IndexOptions = {},
): InvertedIndex {
  return new SegmentedIndex(parameters, policy, options)
}

class SegmentedIndex implements InvertedIndex {
  readonly #parameters: Bm25fParameters
  readonly #policy: SegmentPolicy
  readonly #isPaired
  readonly #docIds
  #writer
  #writerDocuments
  /** Documents that were announced and have not come yet. */
  #expected = 0
  #live = 0
  #totalLength = 0
  readonly #store
  readonly #lookUps

  constructor(parameters: Bm25fParameters, policy: SegmentPolicy, options: IndexOptions) {
    this.#parameters = parameters
    this.#policy = policy
    const { pairedFields = [], saved } = options
    this.#isPaired = SEARCH_FIELDS.map((field) => pairedFields.includes(field))
    this.#docIds = createDocIds(saved)
    this.#writer = createSegmentWriter(parameters, this.#isPaired)
    this.#writerDocuments = policy.writerDocuments
    this.#store = createSegmentStore({
      parameters,
      maxSegmentDocuments: policy.maxSegmentDocuments,
      slope: () => this.#slope(),
      settle: (partition) => this.#settle(partition),
    })
    this.#lookUps = createTermLookUps(() => this.#partitions())
    if (saved !== undefined) this.#restore(saved)
  }

  get size() {
    return this.#live
  }

  upsert(id: string, document: DocumentTokens): void {
    if (document.ends.length !== SEARCH_FIELDS.length) throw new RangeError('A document has every field.')
    this.#lookUps.forget()
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
    if (this.#writer.size >= this.#writerDocuments) this.#sealWriter()
    this.#store.advance(this.#policy.mergedPerPosting * postings + this.#policy.mergedPerChange)
  }

  expect(documents: number): void {
    this.#expected = documents
    this.#sizeWriter()
  }

  remove(id: string): void {
    const docId = this.#docIds.get(id)
    if (docId === undefined) return
    this.#lookUps.forget()
    this.#deleteDoc(docId)
    this.#docIds.release(docId)
    this.#store.advance(this.#policy.mergedPerChange)
  }

  documentFrequency(term: string): number {
    return this.#lookUps.lookUp(term).frequency
  }

  docIdOf(id: string): number | undefined {
    return this.#docIds.get(id)
  }

  idOf(docId: number): string {
    return this.#docIds.idOf(docId)
  }

  prepare(query: TermQuery): TermScoring {
    const { segments } = this.#store
    return prepareScoring(
      {
        segments,
        writer: this.#writer,
        docIds: this.#docIds,
        parameters: this.#parameters,
        lookUp: this.#lookUps.lookUp,
        count: this.#live,
        totalLength: this.#totalLength,
      },
      query,
    )
  }

  search({ terms, limit, accepts, explain }: TermSearch): TermHits {
    const query = Array.from(terms, (text) => ({ text, weight: 1, covers: false }))
    const scoring = this.prepare({ terms: query, coverage: 0 })
    const held = new Set<string>()
    for (const { text } of scoring.terms) held.add(text)
    if (limit < 1) return { hits: [], held }
    const found = scoring.best(
      limit,
      accepts === undefined ? undefined : (docId) => accepts(this.#docIds.idOf(docId)),
    )
    const hits = found.docIds.map((docId, i) => {
      const hit: Hit = { id: this.#docIds.idOf(docId), score: found.scores[i] as number }
      return explain === true ? { ...hit, explanation: scoring.explain(docId) } : hit
    })
    return { hits, held }
  }

  save(out: SectionWriter): void {
    this.#lookUps.forget()
    if (this.#writer.size > 0) this.#sealWriter()
    this.#docIds.save(out, this.#store.segments)
    out.add(Float64Array.of(this.#live, this.#totalLength, this.#store.segments.length))
    for (const segment of this.#store.segments) writeSegment(segment, out)
  }

  #settle(partition: Partition): void {
    for (let ordinal = 0; ordinal < partition.size; ordinal += 1) {
      if (partition.deleted[ordinal] === 0)
        this.#docIds.place(partition.docIds[ordinal] as number, partition, ordinal)
    }
  }

  /** What length counts now. */
  #slope(): number {
    return lengthNormalization(this.#parameters, this.#live === 0 ? 0 : this.#totalLength / this.#live).slope
  }

  #partitions(): readonly Partition[] {
    return this.#writer.size > 0 ? [...this.#store.segments, this.#writer] : this.#store.segments
  }

  #sizeWriter(): void {
    const { writerDocuments: few, bulkDocuments, maxSegmentDocuments } = this.#policy
    this.#writerDocuments =
      this.#expected < bulkDocuments ? few : Math.min(this.#writer.size + this.#expected, maxSegmentDocuments)
  }

  #sealWriter(): void {
    const sealed = this.#writer.seal(this.#slope())
    this.#writer = createSegmentWriter(this.#parameters, this.#isPaired)
    this.#sizeWriter()
    this.#store.add(sealed)
    this.#settle(sealed)
  }

  #deleteDoc(docId: number): void {
    const { partition, ordinal } = this.#docIds.addressOf(docId)
    partition.delete(ordinal)
    this.#live -= 1
    this.#totalLength -= partition.lengths[ordinal] as number
    if (partition !== this.#writer) this.#store.shrink(partition as Segment)
  }

  #restore(from: SectionReader): void {
    const [documents = 0, length = 0, segments = 0] = from.next(Float64Array)
    this.#live = documents
    this.#totalLength = length
    for (let i = 0; i < segments; i += 1) this.#store.add(readSegment(from))
    this.#docIds.settle(this.#store.segments)
  }
}
