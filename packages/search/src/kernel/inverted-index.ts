import { type Hit, SEARCH_FIELDS, type SearchField } from '@toolscout/model'
import type { DocumentTokens } from '../analysis/tokens.ts'
import type { SectionReader, SectionWriter } from '../snapshot/sections.ts'
import { type Bm25fParameters, lengthNormalization } from './bm25f.ts'
import { createDocIds } from './doc-ids.ts'
import type { Partition } from './partition.ts'
import { readSegment, type Segment, writeSegment } from './segment.ts'
import { createSegmentStore } from './segment-store.ts'
import { createSegmentWriter } from './segment-writer.ts'
import { prepareScoring, type TermQuery, type TermScoring } from './term-scoring.ts'
import { createTermLookUps } from './term-statistics.ts'
import { MAX_PLACES } from './top-k.ts'

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

/** When partitions are sealed and merged. Has no bearing on results, only on what changes and searches cost. */
export interface SegmentPolicy {
  /** Documents the writer takes before it is sealed. */
  readonly writerDocuments: number
  /** Documents that must come at once to get a segment of their own. */
  readonly bulkDocuments: number
  /** Largest segment that is written or merged at once; at most 65,536. */
  readonly maxSegmentDocuments: number
  /** Postings that are merged for every posting that is added. */
  readonly mergedPerPosting: number
  /** Postings that are merged for every document that is added or removed. */
  readonly mergedPerChange: number
}

/**
 * The writer is small, because its linked lists are slower to walk and sealing it takes a moment; ordinals have 16
 * bits. A posting is counted, copied and weighed once for each of the three steps from a sealed writer to the largest
 * segment, and as often again where documents are replaced: merging keeps up with what is added.
 */
export const DEFAULT_SEGMENT_POLICY: SegmentPolicy = Object.freeze({
  writerDocuments: 512,
  bulkDocuments: 128,
  maxSegmentDocuments: MAX_PLACES,
  mergedPerPosting: 24,
  mergedPerChange: 256,
})

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
  { pairedFields = [], saved }: IndexOptions = {},
): InvertedIndex {
  const isPaired = SEARCH_FIELDS.map((field) => pairedFields.includes(field))
  const docIds = createDocIds(saved)
  let writer = createSegmentWriter(parameters, isPaired)
  let writerDocuments = policy.writerDocuments
  /** Documents that were announced and have not come yet. */
  let expected = 0
  let live = 0
  let totalLength = 0

  const settle = (partition: Partition): void => {
    for (let ordinal = 0; ordinal < partition.size; ordinal += 1) {
      if (partition.deleted[ordinal] === 0)
        docIds.place(partition.docIds[ordinal] as number, partition, ordinal)
    }
  }
  /** What length counts now. */
  const slope = (): number => lengthNormalization(parameters, live === 0 ? 0 : totalLength / live).slope
  const { maxSegmentDocuments } = policy
  const store = createSegmentStore({ parameters, maxSegmentDocuments, slope, settle })

  const prepare = (query: TermQuery): TermScoring => {
    const { segments } = store
    return prepareScoring({ segments, writer, docIds, parameters, lookUp, count: live, totalLength }, query)
  }
  const partitions = (): readonly Partition[] =>
    writer.size > 0 ? [...store.segments, writer] : store.segments
  const { lookUp, forget } = createTermLookUps(partitions)
  const sizeWriter = (): void => {
    const { writerDocuments: few, bulkDocuments } = policy
    writerDocuments = expected < bulkDocuments ? few : Math.min(writer.size + expected, maxSegmentDocuments)
  }
  const sealWriter = (): void => {
    const sealed = writer.seal(slope())
    writer = createSegmentWriter(parameters, isPaired)
    sizeWriter()
    store.add(sealed)
    settle(sealed)
  }
  const deleteDoc = (docId: number): void => {
    const { partition, ordinal } = docIds.addressOf(docId)
    partition.delete(ordinal)
    live -= 1
    totalLength -= partition.lengths[ordinal] as number
    if (partition !== writer) store.shrink(partition as Segment)
  }

  const restore = (from: SectionReader): void => {
    const [documents = 0, length = 0, segments = 0] = from.next(Float64Array)
    live = documents
    totalLength = length
    for (let i = 0; i < segments; i += 1) store.add(readSegment(from))
    docIds.settle(store.segments)
  }
  if (saved !== undefined) restore(saved)

  return {
    get size() {
      return live
    },
    upsert: (id, document) => {
      if (document.ends.length !== SEARCH_FIELDS.length) throw new RangeError('A document has every field.')
      forget()
      const known = docIds.get(id)
      if (known !== undefined) deleteDoc(known)
      const docId = known ?? docIds.create(id)
      const before = writer.postingCount
      const ordinal = writer.add(document, docId)
      docIds.place(docId, writer, ordinal)
      live += 1
      totalLength += writer.lengths[ordinal] as number
      const postings = writer.postingCount - before
      expected = Math.max(0, expected - 1)
      if (writer.size >= writerDocuments) sealWriter()
      store.advance(policy.mergedPerPosting * postings + policy.mergedPerChange)
    },
    expect: (documents) => {
      expected = documents
      sizeWriter()
    },
    remove: (id) => {
      const docId = docIds.get(id)
      if (docId === undefined) return
      forget()
      deleteDoc(docId)
      docIds.release(docId)
      store.advance(policy.mergedPerChange)
    },
    documentFrequency: (term) => lookUp(term).frequency,
    docIdOf: docIds.get,
    idOf: docIds.idOf,
    prepare,
    search: ({ terms, limit, accepts, explain }) => {
      const query = Array.from(terms, (text) => ({ text, weight: 1, covers: false }))
      const scoring = prepare({ terms: query, coverage: 0 })
      const held = new Set<string>()
      for (const { text } of scoring.terms) held.add(text)
      if (limit < 1) return { hits: [], held }
      const found = scoring.best(
        limit,
        accepts === undefined ? undefined : (docId) => accepts(docIds.idOf(docId)),
      )
      const hits = found.docIds.map((docId, i) => {
        const hit: Hit = { id: docIds.idOf(docId), score: found.scores[i] as number }
        return explain === true ? { ...hit, explanation: scoring.explain(docId) } : hit
      })
      return { hits, held }
    },
    save: (out) => {
      forget()
      if (writer.size > 0) sealWriter()
      docIds.save(out, store.segments)
      out.add(Float64Array.of(live, totalLength, store.segments.length))
      for (const segment of store.segments) writeSegment(segment, out)
    },
  }
}
