import { type BlockHead, createBlockHead, readBlockHead } from './block.ts'
import { readVarint } from './bytes.ts'
import { MAX_PAIRS } from './frontier.ts'

/** A page of a segment as it is searched. */
export interface ListPage {
  readonly bytes: Uint8Array
  /** The blocks of a list that stand on it. */
  readonly blocksOf: (key: number) => PageBlocks
}

/** What a page says of the blocks of one list, a row of {@link ROW} numbers each. */
export interface PageBlocks {
  readonly rows: Uint32Array
  /** Postings of the list when it begins here; 0 otherwise. */
  readonly total: number
}

/** What stands where in a row, see `BlockHead`. */
export const COLUMN = { first: 0, last: 1, size: 2, common: 3, offset: 4, coding: 5, pairs: 6 } as const
/** Where in a row its pairs begin, each a frequency and a length. */
export const FIRST_PAIR = 7
/** Numbers of a row. */
export const ROW: number = FIRST_PAIR + 2 * MAX_PAIRS

/**
 * Opens a page. What is read of one that holds a single list is kept, and `onKept` told how many bytes that takes: such
 * pages are many to a list, and to read them costs more than to keep them.
 */
export function createListPage(bytes: Uint8Array, onKept: (bytes: number) => void): ListPage {
  let kept: { readonly key: number; readonly blocks: PageBlocks } | undefined
  return {
    bytes,
    blocksOf: (key) => {
      if (kept?.key === key) return kept.blocks
      const { blocks, isWhole } = readBlocks(bytes, key)
      if (isWhole) {
        kept = { key, blocks }
        onKept(blocks.rows.byteLength)
      }
      return blocks
    },
  }
}

const head = createBlockHead()
/** More than a page has room for: a block takes four bytes at least. */
const found = new Uint32Array(ROW * 512)

function readBlocks(
  page: Uint8Array,
  key: number,
): { readonly blocks: PageBlocks; readonly isWhole: boolean } {
  const cursor = { bytes: page, at: 0 }
  let [at, count, total] = [0, 0, 0]
  let isWhole = true
  while (cursor.at < page.length) {
    at += readVarint(cursor)
    if (at !== key) isWhole = false
    if (at > key) break
    readBlockHead(cursor, head)
    if (at !== key) continue
    if (head.starts) total = head.total
    writeRow(count, head)
    count += 1
  }
  return { blocks: { rows: found.slice(0, count * ROW), total }, isWhole }
}

function writeRow(block: number, head: BlockHead): void {
  const row = block * ROW
  found[row + COLUMN.first] = head.first
  found[row + COLUMN.last] = head.last
  found[row + COLUMN.size] = head.size
  found[row + COLUMN.common] = head.common
  found[row + COLUMN.offset] = head.offset
  found[row + COLUMN.coding] = head.coding
  found[row + COLUMN.pairs] = head.pairs
  for (let i = 0; i < head.pairs; i += 1) {
    found[row + FIRST_PAIR + 2 * i] = head.pairFrequencies[i] as number
    found[row + FIRST_PAIR + 2 * i + 1] = head.pairLengths[i] as number
  }
}
