import { createByteWriter, damaged, fromZigzag, readVarint, toZigzag } from './bytes.ts'
import { checkedBytes, withCheck } from './checked-bytes.ts'

/** The documents of a segment by their ordinals, which are in the order of their ids. */
export interface DocumentTable {
  /** Numbers of documents, counted from the first of the segment. */
  readonly numbers: Uint32Array
  /** Lengths in steps, see `FrequencyScale`. */
  readonly lengths: Uint32Array
}

/** Writes a table. */
export function writeDocumentTable({ numbers, lengths }: DocumentTable): Uint8Array {
  const out = createByteWriter(4 * numbers.length)
  let last = 0
  for (let i = 0; i < numbers.length; i += 1) {
    const number = numbers[i] as number
    out.varint(toZigzag(number - last))
    out.varint(lengths[i] as number)
    last = number
  }
  return withCheck(out.take())
}

/** Reads a table of so many documents. @throws StoreDamagedError `STORE_DAMAGED` when it is none. */
export function readDocumentTable(checked: Uint8Array, documents: number): DocumentTable {
  const cursor = { bytes: checkedBytes(checked, 'The documents of a segment'), at: 0 }
  const numbers = new Uint32Array(documents)
  const lengths = new Uint32Array(documents)
  let number = 0
  for (let i = 0; i < documents; i += 1) {
    number += fromZigzag(readVarint(cursor))
    numbers[i] = number
    lengths[i] = readVarint(cursor)
  }
  if (cursor.at !== cursor.bytes.length) throw damaged('The documents of a segment')
  return { numbers, lengths }
}
