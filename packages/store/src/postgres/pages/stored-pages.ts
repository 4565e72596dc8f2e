import type { Ask } from '../database.ts'
import { READ_PAGES } from '../sql/segments.ts'
import { damaged } from './bytes.ts'
import { checkedBytes } from './checked-bytes.ts'

/** Pages that are read at once. */
const PAGES_AT_ONCE = 512

/** Reads all pages of a segment in order, many at a time. */
export async function* pagesOfSegment(
  ask: Ask,
  segment: number,
  pages: number,
): AsyncGenerator<readonly Uint8Array[]> {
  const what = `A page of segment ${segment}`
  for (let from = 0; from < pages; from += PAGES_AT_ONCE) {
    const to = Math.min(pages, from + PAGES_AT_ONCE)
    const rows = await ask({ ...READ_PAGES, values: [[segment], [from], [to]] })
    if (rows.length !== to - from) throw damaged(what)
    yield [...rows]
      .sort((a, b) => Number(a.page) - Number(b.page))
      .map(({ bytes }) => checkedBytes(bytes as Uint8Array, what))
  }
}
