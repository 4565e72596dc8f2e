import { facetKey, termKey } from '../term-hash.ts'
import { createByteWriter, readInt32, readVarint } from './bytes.ts'
import { checkedBytes, withCheck } from './checked-bytes.ts'

/** A document by itself, before it is a part of a segment. */
export interface ForwardDocument {
  readonly id: string
  readonly terms: ArrayLike<number>
  readonly frequencies: ArrayLike<number>
  readonly facets: ArrayLike<number>
  readonly length: number
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Writes the documents of a batch. */
export function writeForwardDocuments(documents: readonly ForwardDocument[]): Uint8Array {
  const out = createByteWriter(512 * documents.length)
  for (const { id, terms, frequencies, facets, length } of documents) {
    const name = encoder.encode(id)
    out.varint(name.length)
    out.append(name)
    out.varint(length)
    out.varint(facets.length)
    for (let i = 0; i < facets.length; i += 1) out.int32(facets[i] as number)
    out.varint(terms.length)
    for (let i = 0; i < terms.length; i += 1) {
      out.int32(terms[i] as number)
      out.varint(frequencies[i] as number)
    }
  }
  return withCheck(out.take())
}

/** Reads the documents of a batch. @throws StoreDamagedError `STORE_DAMAGED` when they are none. */
export function readForwardDocuments(checked: Uint8Array): readonly ForwardDocument[] {
  const bytes = checkedBytes(checked, 'What was appended last')
  const cursor = { bytes, at: 0 }
  const documents: ForwardDocument[] = []
  while (cursor.at < bytes.length) {
    const idBytes = readVarint(cursor)
    const id = decoder.decode(bytes.subarray(cursor.at, cursor.at + idBytes))
    cursor.at += idBytes
    const length = readVarint(cursor)
    const facets = new Float64Array(readVarint(cursor))
    for (let i = 0; i < facets.length; i += 1) {
      facets[i] = facetKey(readInt32(cursor))
      cursor.at += 4
    }
    const count = readVarint(cursor)
    const terms = new Float64Array(count)
    const frequencies = new Uint16Array(count)
    for (let i = 0; i < count; i += 1) {
      terms[i] = termKey(readInt32(cursor))
      cursor.at += 4
      frequencies[i] = readVarint(cursor)
    }
    documents.push({ id, terms, frequencies, facets, length })
  }
  return documents
}
