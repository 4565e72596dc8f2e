import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ForwardDocument } from '../pages/forward-document.ts'
import { FIRST_FACET } from '../term-hash.ts'
import type { SegmentBuilder } from './segment-builder.ts'

/** Documents that are read, and postings that are written, between two breaths of the event loop. */
const DOCUMENTS_AT_ONCE = 500
const POSTINGS_AT_ONCE = 20_000

/** Turns documents, in the order of their ordinals, into lists by ascending key. */
export async function writePostings(
  documents: readonly ForwardDocument[],
  out: Pick<SegmentBuilder, 'pages' | 'isFull' | 'advance'>,
): Promise<void> {
  const places = new Map<number, number>()
  const counts: number[] = []
  const count = (keys: ArrayLike<number>): void => {
    for (let i = 0; i < keys.length; i += 1) {
      const key = keys[i] as number
      const place = places.get(key)
      if (place === undefined) places.set(key, counts.push(1) - 1)
      else counts[place] = (counts[place] as number) + 1
    }
  }
  for (const [i, { terms, facets }] of documents.entries()) {
    count(terms)
    count(facets)
    if (i % DOCUMENTS_AT_ONCE === DOCUMENTS_AT_ONCE - 1) await nextTurn()
  }
  const ends = new Uint32Array(counts.length)
  let total = 0
  for (let i = 0; i < counts.length; i += 1) {
    ends[i] = total
    total += counts[i] as number
  }
  const ordinals = new Uint32Array(total)
  const frequencies = new Uint16Array(total)
  const put = (key: number, ordinal: number, frequency: number): void => {
    const place = places.get(key) as number
    const at = ends[place] as number
    ends[place] = at + 1
    ordinals[at] = ordinal
    frequencies[at] = frequency
  }
  for (const [ordinal, { terms, frequencies: counted, facets }] of documents.entries()) {
    for (let i = 0; i < terms.length; i += 1) put(terms[i] as number, ordinal, counted[i] as number)
    for (let i = 0; i < facets.length; i += 1) put(facets[i] as number, ordinal, 1)
    if (ordinal % DOCUMENTS_AT_ONCE === DOCUMENTS_AT_ONCE - 1) await nextTurn()
  }
  let written = 0
  for (const key of Float64Array.from(places.keys()).sort()) {
    const place = places.get(key) as number
    const to = ends[place] as number
    const size = counts[place] as number
    const postings = {
      ordinals: ordinals.subarray(to - size, to),
      frequencies: frequencies.subarray(to - size, to),
    }
    out.pages.add(key, postings, size, key >= FIRST_FACET)
    written += size
    if (out.isFull) await out.advance()
    else if (written >= POSTINGS_AT_ONCE) {
      written = 0
      await nextTurn()
    }
  }
}
