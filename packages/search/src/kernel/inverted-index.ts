import { type Hit, SEARCH_FIELDS, type SearchField } from '@toolscout/model'
import { MAX_PLACES } from './accumulator.ts'
import { type Bm25fParameters, lengthNormalization } from './bm25f.ts'
import { createHandles } from './handles.ts'
import { mergeSegments } from './merge-segments.ts'
import type { Partition } from './partition.ts'
import type { Segment } from './segment.ts'
import { createSegmentWriter } from './segment-writer.ts'
import type { AnalyzedDocument } from './term-counter.ts'
import { documentFrequency, prepareScoring, type TermQuery, type TermScoring } from './term-scoring.ts'

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
  readonly upsert: (id: string, document: AnalyzedDocument) => void
  /** As many documents will come at once: they get a segment of their own. */
  readonly expect: (documents: number) => void
  /** Removes a document; an unknown id changes nothing. */
  readonly remove: (id: string) => void
  /** Documents that hold a term. */
  readonly documentFrequency: (term: string) => number
  /** Looks up the terms of a query, to score all documents by them. */
  readonly prepare: (query: TermQuery) => TermScoring
  /** The short number that stands for a document as long as it is in the index. */
  readonly handleOf: (id: string) => number | undefined
  readonly idOf: (handle: number) => string
  /** The best documents for the terms, in the order of hits; only those with a score above 0. */
  readonly search: (search: TermSearch) => TermHits
}

/** When partitions are sealed and merged. Has no bearing on results, only on what changes and searches cost. */
export interface SegmentPolicy {
  /** Documents the writer takes before it is sealed. */
  readonly writerDocuments: number
  /** So many documents that come at once get a segment of their own. */
  readonly bulkDocuments: number
  /** Largest segment that is written or merged at once; at most 65,536. */
  readonly maxSegmentDocuments: number
}

/**
 * The writer is small, because its linked lists are slower to walk; segments are bounded, because writing and
 * merging need working memory in proportion.
 */
export const DEFAULT_SEGMENT_POLICY: SegmentPolicy = Object.freeze({
  writerDocuments: 1_024,
  bulkDocuments: 128,
  maxSegmentDocuments: MAX_PLACES,
})

/** Segments of like size that are merged into one: each document moves once for every such step in size. */
const MERGE_FACTOR = 4

/** Half dead is dead enough: memory stays within twice of what lives. */
function isHalfDead(segment: Segment): boolean {
  return 2 * segment.deadCount > segment.size
}

/** What an index finds beside terms. */
export interface PairOptions {
  /** Fields whose neighbouring roots are found as pairs, see `pairTerm`. Default: none. */
  readonly pairedFields?: readonly SearchField[] | undefined
}

/** Creates an empty {@link InvertedIndex}. */
export function createInvertedIndex(
  parameters: Bm25fParameters,
  policy: SegmentPolicy = DEFAULT_SEGMENT_POLICY,
  { pairedFields = [] }: PairOptions = {},
): InvertedIndex {
  const isPaired = SEARCH_FIELDS.map((field) => pairedFields.includes(field))
  const handles = createHandles()
  let writer = createSegmentWriter(parameters, isPaired)
  let writerDocuments = policy.writerDocuments
  let segments: Segment[] = []
  let live = 0
  let totalLength = 0

  const prepare = (query: TermQuery): TermScoring =>
    prepareScoring({ segments, writer, handles, parameters, count: live, totalLength }, query)
  const partitions = (): readonly Partition[] => (writer.size > 0 ? [...segments, writer] : segments)

  /** What length counts now. */
  const slope = (): number => lengthNormalization(parameters, live === 0 ? 0 : totalLength / live).slope

  const settle = (partition: Partition): void => {
    for (let ordinal = 0; ordinal < partition.size; ordinal += 1) {
      if (partition.dead[ordinal] === 0)
        handles.place(partition.handles[ordinal] as number, partition, ordinal)
    }
  }
  const sealWriter = (): void => {
    const sealed = writer.seal(slope())
    writer = createSegmentWriter(parameters, isPaired)
    writerDocuments = policy.writerDocuments
    segments.push(sealed)
    if (isHalfDead(sealed)) replaceSegments([sealed])
    else settle(sealed)
    mergeLikeSizes()
  }
  /** Merges the newest segments as long as there are enough of like size, so that few remain. */
  const mergeLikeSizes = (): void => {
    for (;;) {
      const newest = segments.slice(-MERGE_FACTOR)
      const size = newest.reduce((sum, segment) => sum + segment.size - segment.deadCount, 0)
      const largest = Math.max(...newest.map((segment) => segment.size))
      const isDue = newest.length === MERGE_FACTOR && 2 * largest <= size
      if (!isDue || size > policy.maxSegmentDocuments) return
      replaceSegments(newest)
    }
  }
  const replaceSegments = (old: readonly Segment[]): void => {
    const merged = mergeSegments(old, parameters, slope())
    segments = segments.filter((segment) => !old.includes(segment))
    if (merged.size === 0) return
    segments.push(merged)
    settle(merged)
  }
  const bury = (handle: number): void => {
    const { partition, ordinal } = handles.locationOf(handle)
    partition.bury(ordinal)
    live -= 1
    totalLength -= partition.lengths[ordinal] as number
    const segment = segments.find((candidate) => candidate === partition)
    if (segment !== undefined && isHalfDead(segment)) replaceSegments([segment])
  }

  return {
    get size() {
      return live
    },
    upsert: (id, document) => {
      if (document.length !== SEARCH_FIELDS.length) throw new RangeError('A document has every field.')
      const known = handles.get(id)
      if (known !== undefined) bury(known)
      const handle = known ?? handles.create(id)
      const ordinal = writer.add(document, handle)
      handles.place(handle, writer, ordinal)
      live += 1
      totalLength += writer.lengths[ordinal] as number
      if (writer.size >= writerDocuments) sealWriter()
    },
    expect: (documents) => {
      if (documents < policy.bulkDocuments) return
      writerDocuments = Math.min(writer.size + documents, policy.maxSegmentDocuments)
    },
    remove: (id) => {
      const handle = handles.get(id)
      if (handle === undefined) return
      bury(handle)
      handles.release(handle)
    },
    documentFrequency: (term) => documentFrequency(term, partitions()),
    handleOf: handles.get,
    idOf: handles.idOf,
    prepare,
    search: ({ terms, limit, accepts, explain }) => {
      const query = Array.from(terms, (text) => ({ text, weight: 1, covers: false }))
      const scoring = prepare({ terms: query, coverage: 0 })
      const held = new Set<string>()
      for (const { text } of scoring.terms) held.add(text)
      if (limit < 1) return { hits: [], held }
      const found = scoring.best(
        limit,
        accepts === undefined ? undefined : (handle) => accepts(handles.idOf(handle)),
      )
      const hits = found.handles.map((handle, i) => {
        const hit: Hit = { id: handles.idOf(handle), score: found.scores[i] as number }
        return explain === true ? { ...hit, explanation: scoring.explain(handle) } : hit
      })
      return { hits, held }
    },
  }
}
