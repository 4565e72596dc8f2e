import { BLOCK_POSTINGS, writeBlock } from './block.ts'
import { createByteWriter } from './bytes.ts'
import { CHECK_BYTES, withCheck } from './checked-bytes.ts'
import { createDirectoryWriter } from './directory.ts'
import type { PostingArrays } from './postings-coding.ts'

/**
 * Bytes of a page: four rows of it fill a page of PostgreSQL, so that none is cut into pieces and put aside (TOAST), and
 * a word that few tools have costs one short row to look up.
 */
const PAGE_BYTES = 1_984

/** Packs the lists of a segment into pages. */
export interface PageWriter {
  /** Adds a list; keys come in ascending order, each once. Facets are scored by nobody. */
  readonly add: (key: number, postings: PostingArrays, count: number, isFacet: boolean) => void
  /** Ends the last page; gives the directory. */
  readonly finish: () => Uint8Array
  readonly pages: number
}

/** Begins a segment of documents of these lengths; pages are handed over as they are full. */
export function createPageWriter(lengths: Uint32Array, emit: (page: Uint8Array) => void): PageWriter {
  const page = createByteWriter(2 * PAGE_BYTES)
  const block = createByteWriter()
  const directory = createDirectoryWriter()
  let lastKey = 0
  let pages = 0
  const flush = (): void => {
    if (page.size === 0) return
    emit(withCheck(page.take()))
    pages += 1
  }
  const addBlock = (key: number, bytes: Uint8Array, starts: boolean): void => {
    // A key difference takes five bytes at most.
    if (page.size > 0 && CHECK_BYTES + page.size + 5 + bytes.length > PAGE_BYTES) flush()
    if (page.size === 0) {
      directory.add(key, starts)
      lastKey = 0
    }
    page.varint(key - lastKey)
    lastKey = key
    page.append(bytes)
  }
  return {
    get pages() {
      return pages
    },
    add: (key, postings, count, isFacet) => {
      for (let from = 0; from < count; from += BLOCK_POSTINGS) {
        const to = Math.min(count, from + BLOCK_POSTINGS)
        const range = { from, to, total: from === 0 ? count : undefined }
        writeBlock(block, postings, range, isFacet ? undefined : lengths)
        addBlock(key, block.take(), from === 0)
      }
    },
    finish: () => {
      flush()
      return directory.take()
    },
  }
}
