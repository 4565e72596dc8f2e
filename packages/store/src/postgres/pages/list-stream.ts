import { BLOCK_POSTINGS, type BlockHead, createBlockHead, decodeBlock, readBlockHead } from './block.ts'
import { type ByteCursor, readVarint } from './bytes.ts'

/** The lists of a segment one after the other, block by block. */
export interface ListStream {
  /** Key of the list the current block is of; Infinity behind the last. */
  readonly key: number
  readonly size: number
  readonly ordinals: Uint32Array
  readonly frequencies: Uint32Array
  /** Goes on to the next block; says false when pages have to be loaded before. */
  readonly next: () => boolean
  /** Loads pages and goes on to the next block. */
  readonly load: () => Promise<void>
}

/** Streams the lists of pages. */
export function createListStream(source: AsyncGenerator<readonly Uint8Array[]>): ListStream {
  const head: BlockHead = createBlockHead()
  const ordinals = new Uint32Array(BLOCK_POSTINGS)
  const frequencies = new Uint32Array(BLOCK_POSTINGS)
  let pages: readonly Uint8Array[] = []
  let place = -1
  let cursor: ByteCursor = { bytes: new Uint8Array(0), at: 0 }
  let key = 0
  const next = (): boolean => {
    while (cursor.at >= cursor.bytes.length) {
      place += 1
      const page = pages[place]
      if (page === undefined) return false
      cursor = { bytes: page, at: 0 }
      key = 0
    }
    key += readVarint(cursor)
    readBlockHead(cursor, head)
    decodeBlock(cursor.bytes, head, { ordinals, frequencies })
    return true
  }
  return {
    get key() {
      return key
    },
    get size() {
      return head.size
    },
    ordinals,
    frequencies,
    next,
    load: async () => {
      for (;;) {
        const { value, done } = await source.next()
        if (done === true) {
          key = Number.POSITIVE_INFINITY
          return
        }
        pages = value
        place = -1
        if (next()) return
      }
    },
  }
}
