import { type BlockHead, createBlockHead, readBlockHead } from './block.ts'
import { damaged, readVarint } from './bytes.ts'

/** Calls back for every block of a list that stands on a page, in order; the head is good until the next. */
export function readBlocksOf(page: Uint8Array, key: number, onBlock: (head: BlockHead) => void): void {
  const cursor = { bytes: page, at: 0 }
  let at = 0
  while (cursor.at < page.length) {
    at += readVarint(cursor)
    if (at > key) return
    readBlockHead(cursor, head)
    if (at === key) onBlock(head)
  }
}

const head = createBlockHead()

/** The blocks of a page one by one, with the key of the list each is of. */
export function* blocksOnPage(
  page: Uint8Array,
): Generator<{ readonly key: number; readonly head: BlockHead }> {
  const cursor = { bytes: page, at: 0 }
  const own = createBlockHead()
  let key = 0
  while (cursor.at < page.length) {
    key += readVarint(cursor)
    readBlockHead(cursor, own)
    yield { key, head: own }
  }
  if (cursor.at !== page.length) throw damaged()
}
