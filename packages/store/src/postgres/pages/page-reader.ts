import { type BlockHead, createBlockHead, readBlockHead } from './block.ts'
import { damaged, readVarint } from './bytes.ts'

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
