import { SEARCH_FIELDS } from '@toolscout/model'
import { expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyzer.ts'
import { createDocumentReader } from '../analysis/document-reader.ts'
import { resolveBm25f } from './bm25f.ts'
import type { Segment } from './segment.ts'
import { SegmentStore } from './segment-store.ts'
import { SegmentWriter } from './segment-writer.ts'

const reader = createDocumentReader(createAnalyzer())
const parameters = resolveBm25f()

/** A segment of documents with docIds from `first` on, each with the words `common` and its own. */
const segmentOf = (first: number, documents: number): Segment => {
  const writer = new SegmentWriter(parameters, [])
  for (let docId = first; docId < first + documents; docId += 1) {
    const name = `common own${docId}`
    writer.add(reader.read(SEARCH_FIELDS.map((field) => (field === 'name' ? name : ''))), docId)
  }
  return writer.startSealing().advance(Infinity) as Segment
}
const storeOf = (settle: (segment: Segment) => void = () => undefined) =>
  new SegmentStore({ parameters, maxSegmentDocuments: 1_000, settle })
const copied = { documents: new Uint16Array(), profiles: new Uint32Array(), count: 0 }
const frequencyOf = (segment: Segment, term: string): number =>
  segment.locate(term, new Float64Array(2), 0, copied)

it('merges segments of like size a little at a time; what is removed meanwhile stays removed', () => {
  const settled: Segment[] = []
  const store = storeOf((segment) => settled.push(segment))
  const sources = [0, 100, 200, 300].map((first) => segmentOf(first, 100))
  for (const segment of sources) store.add(segment)

  let advances = 0
  for (; settled.length === 0; advances += 1) {
    store.advance(50)
    if (advances === 10) {
      expect(store.partitions).toEqual(sources)
      sources[1]?.delete(7)
      store.shrink(sources[1] as Segment)
    }
  }
  expect(advances).toBeGreaterThan(20)
  const [merged] = settled as [Segment]
  expect(store.partitions).toEqual([merged])
  expect([merged.size, merged.deletedCount]).toEqual([400, 1])
  expect(merged.deleted[merged.docIds.indexOf(107)]).toBe(1)
  expect(frequencyOf(merged, 'common')).toBe(399)
  expect(frequencyOf(merged, 'own107')).toBe(0)
  expect(frequencyOf(merged, 'own108')).toBe(1)
})

it('merges segments of like size wherever they stand among others', () => {
  const store = storeOf()
  for (const documents of [300, 10, 300, 10, 300, 10]) store.add(segmentOf(0, documents))
  store.advance(1e6)
  expect(store.partitions).toHaveLength(6)
  store.add(segmentOf(0, 10))
  store.advance(1e6)
  expect(store.partitions.map(({ size }) => size)).toEqual([300, 300, 300, 40])
  // 1,200 would be more than a segment may have, so as many as fit are taken.
  store.add(segmentOf(0, 300))
  store.advance(1e6)
  expect(store.partitions.map(({ size }) => size)).toEqual([40, 300, 900])
})

it('rewrites a segment of which half is deleted, and lets go of one without documents', () => {
  const store = storeOf()
  const segment = segmentOf(0, 10)
  store.add(segment)
  for (let ordinal = 0; ordinal < 5; ordinal += 1) segment.delete(ordinal)
  store.shrink(segment)
  store.advance(1e6)
  expect(store.partitions).toEqual([segment])
  segment.delete(5)
  store.shrink(segment)
  store.advance(1e6)
  const [renewed] = store.partitions as [Segment]
  expect([renewed.size, renewed.deletedCount, frequencyOf(renewed, 'own5')]).toEqual([4, 0, 0])
  for (let ordinal = 0; ordinal < 4; ordinal += 1) renewed.delete(ordinal)
  store.shrink(renewed)
  expect(store.partitions).toEqual([])
})
