import { createByteWriter, damaged, readVarint } from './bytes.ts'
import { checkedBytes, withCheck } from './checked-bytes.ts'

/** Which list stands on which page of a segment. */
export interface Directory {
  readonly pages: number
  /** By page: the key of the list its first block is of. Ascending. */
  readonly keys: Float64Array
  /** By page: whether that list begins there. */
  readonly starts: Uint8Array
}

/** The pages from `from` up to `to`. */
export interface PageRange {
  readonly from: number
  readonly to: number
}

/** The pages a list stands on where it is there at all. */
export function pagesOf({ pages, keys, starts }: Directory, key: number): PageRange {
  let low = 0
  let high = pages
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as number) < key) low = middle + 1
    else high = middle
  }
  let to = low
  while (to < pages && keys[to] === key) to += 1
  const startsThere = to > low && starts[low] === 1
  const from = startsThere || low === 0 ? low : low - 1
  return { from, to }
}

/** Collects a directory while pages are written. */
export interface DirectoryWriter {
  readonly add: (key: number, starts: boolean) => void
  readonly take: () => Uint8Array
}

/** Begins a directory. */
export function createDirectoryWriter(): DirectoryWriter {
  const out = createByteWriter()
  let last = 0
  return {
    add: (key, starts) => {
      out.varint(2 * (key - last) + (starts ? 1 : 0))
      last = key
    },
    take: () => withCheck(out.take()),
  }
}

/** Reads a directory of so many pages. @throws StoreDamagedError `STORE_DAMAGED` when it is none. */
export function readDirectory(checked: Uint8Array, pages: number): Directory {
  const cursor = { bytes: checkedBytes(checked, 'The directory of a segment'), at: 0 }
  const keys = new Float64Array(pages)
  const starts = new Uint8Array(pages)
  let key = 0
  for (let page = 0; page < pages; page += 1) {
    const code = readVarint(cursor)
    key += Math.floor(code / 2)
    keys[page] = key
    starts[page] = code % 2
  }
  if (cursor.at !== cursor.bytes.length) throw damaged('The directory of a segment')
  return { pages, keys, starts }
}
