import { type Explanation, type Hit, SEARCH_FIELDS } from '@toolscout/model'
import { type Bm25fParameters, inverseDocumentFrequency, lengthNormalization } from './bm25f.ts'
import { explainHit, type TermStatistics } from './explain-hit.ts'
import { createHandles } from './handles.ts'
import { mergeSegments } from './merge-segments.ts'
import type { Accumulator, LookupTerm, Partition } from './partition.ts'
import type { Segment } from './segment.ts'
import { type AnalyzedDocument, createSegmentWriter } from './segment-writer.ts'
import { encodeTerm } from './term-table.ts'
import { createTopK } from './top-k.ts'

/** What is asked of the inverted index. */
export interface TermQuery {
  /** Terms that count, each once. */
  readonly terms: readonly string[]
  /** Most hits, at least 0. */
  readonly limit: number
  /** Says of a document, by its id, whether it may be a hit. Default: every document may. */
  readonly accepts?: ((id: string) => boolean) | undefined
  readonly explain?: boolean | undefined
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
  /** The best documents for the terms, in the order of hits; only those with a score above 0. */
  readonly search: (query: TermQuery) => readonly Hit[]
}

/** When partitions are sealed and merged. Has no bearing on results, only on what changes and searches cost. */
export interface SegmentPolicy {
  /** Documents the writer takes before it is sealed. */
  readonly writerDocuments: number
  /** Largest segment that is written or merged at once. */
  readonly maxSegmentDocuments: number
}

/**
 * The writer is small, because its linked lists are slower to walk; segments are bounded, because writing and
 * merging need working memory in proportion.
 */
export const DEFAULT_SEGMENT_POLICY: SegmentPolicy = Object.freeze({
  writerDocuments: 1_024,
  maxSegmentDocuments: 131_072,
})

/** Segments of like size that are merged into one: each document moves once for every such step in size. */
const MERGE_FACTOR = 4

/** Half dead is dead enough: memory stays within twice of what lives. */
function isHalfDead(segment: Segment): boolean {
  return 2 * segment.deadCount > segment.size
}

/** Creates an empty {@link InvertedIndex}. */
export function createInvertedIndex(
  parameters: Bm25fParameters,
  policy: SegmentPolicy = DEFAULT_SEGMENT_POLICY,
): InvertedIndex {
  const handles = createHandles()
  let writer = createSegmentWriter(parameters)
  let writerDocuments = policy.writerDocuments
  let segments: Segment[] = []
  let live = 0
  let totalLength = 0
  let accumulator: Accumulator = { scores: new Float64Array(0), touched: new Uint32Array(0), count: 0 }

  const partitions = (): readonly Partition[] => (writer.size > 0 ? [...segments, writer] : segments)

  const settle = (partition: Partition): void => {
    for (let ordinal = 0; ordinal < partition.size; ordinal += 1) {
      if (partition.dead[ordinal] === 0)
        handles.place(partition.handles[ordinal] as number, partition, ordinal)
    }
  }
  const sealWriter = (): void => {
    const sealed = writer.seal()
    writer = createSegmentWriter(parameters)
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
    const merged = mergeSegments(old, parameters)
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

  const statisticsOf = (texts: readonly string[], parts: readonly Partition[]): TermStatistics[] =>
    texts.flatMap((text) => {
      const term: LookupTerm = { text, ...encodeTerm(text) }
      const numbers = parts.map((partition) => partition.find(term))
      const frequency = parts.reduce((sum, partition, p) => {
        const number = numbers[p] as number
        return number < 0 ? sum : sum + partition.liveFrequency(number)
      }, 0)
      if (frequency === 0) return []
      return [{ text, numbers, frequency, idf: inverseDocumentFrequency(live, frequency) }]
    })

  const reserve = (size: number): Accumulator => {
    if (accumulator.scores.length < size) {
      accumulator = { scores: new Float64Array(2 * size), touched: new Uint32Array(2 * size), count: 0 }
    }
    return accumulator
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
      if (documents <= policy.writerDocuments) return
      writerDocuments = Math.min(writer.size + documents, policy.maxSegmentDocuments)
    },
    remove: (id) => {
      const handle = handles.get(id)
      if (handle === undefined) return
      bury(handle)
      handles.release(handle)
    },
    documentFrequency: (term) => statisticsOf([term], partitions())[0]?.frequency ?? 0,
    search: ({ terms, limit, accepts, explain }) => {
      if (limit < 1 || live === 0) return []
      const parts = partitions()
      // Terms are added up in one order whatever the order of the words, so the last bit never depends on it.
      const statistics = statisticsOf([...terms].sort(), parts)
      const scoring = { k1: parameters.k1, ...lengthNormalization(parameters, totalLength / live) }
      const best = createTopK(limit, handles.idOf)
      parts.forEach((partition, p) => {
        const scores = reserve(partition.size)
        for (const term of statistics) {
          const number = term.numbers[p] as number
          if (number >= 0) partition.accumulate(number, term.idf, scoring, scores)
        }
        for (let i = 0; i < scores.count; i += 1) {
          const ordinal = scores.touched[i] as number
          const score = scores.scores[ordinal] as number
          scores.scores[ordinal] = 0
          if (!best.accepts(score) || partition.dead[ordinal] === 1) continue
          const handle = partition.handles[ordinal] as number
          if (accepts === undefined || accepts(handles.idOf(handle))) best.offer(score, handle)
        }
        scores.count = 0
      })
      const found = best.drain()
      return found.handles.map((handle, i) => {
        const hit: Hit = { id: handles.idOf(handle), score: found.scores[i] as number }
        if (explain !== true) return hit
        const { partition, ordinal } = handles.locationOf(handle)
        const explanation: Explanation = explainHit(partition, parts.indexOf(partition), ordinal, {
          terms: statistics,
          parameters,
          scoring,
          documents: live,
        })
        return { ...hit, explanation }
      })
    },
  }
}
