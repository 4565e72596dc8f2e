import { checkedBytes } from '../pages/checked-bytes.ts'
import { createListPage, type ListPage } from '../pages/list-page.ts'

/** Pages of immutable segments, as many as there is room for; one that was not asked for lately goes first. */
export interface PageCache {
  readonly get: (segment: number, page: number) => ListPage | undefined
  /** Takes a page as it lies in the database; gives what is kept. @throws StoreDamagedError when it is damaged. */
  readonly put: (segment: number, page: number, checked: Uint8Array) => ListPage
  readonly bytes: number
}

interface CachedPage {
  readonly page: ListPage
  /** What it takes. */
  bytes: number
  isUsed: boolean
}

/** Pages of a segment have numbers below this. */
const PAGE_ROOM = 2 ** 24
/** What a page takes beside its bytes. */
const OVERHEAD_BYTES = 256

/** Creates a {@link PageCache} of at most so many bytes. */
export function createPageCache(maxBytes: number): PageCache {
  const pages = new Map<number, CachedPage>()
  let bytes = 0
  /** The clock algorithm: one that was used since it was looked at last is let go by once. */
  const makeRoom = (): void => {
    while (bytes > maxBytes) {
      const [key, cached] = pages.entries().next().value as [number, CachedPage]
      pages.delete(key)
      if (cached.isUsed) {
        cached.isUsed = false
        pages.set(key, cached)
      } else bytes -= cached.bytes
    }
  }
  return {
    get bytes() {
      return bytes
    },
    get: (segment, page) => {
      const cached = pages.get(segment * PAGE_ROOM + page)
      if (cached === undefined) return undefined
      cached.isUsed = true
      return cached.page
    },
    put: (segment, page, checked) => {
      const key = segment * PAGE_ROOM + page
      const known = pages.get(key)
      if (known !== undefined) return known.page
      const own = checkedBytes(checked, `A page of segment ${segment}`).slice()
      const cached: CachedPage = {
        page: createListPage(own, (more) => {
          // One that was let go by stays at hand until its search ends.
          if (pages.get(key) !== cached) return
          cached.bytes += more
          bytes += more
          makeRoom()
        }),
        bytes: own.length + OVERHEAD_BYTES,
        // By the search that asked for it; otherwise it would be the first to go when all others are used.
        isUsed: true,
      }
      pages.set(key, cached)
      bytes += cached.bytes
      makeRoom()
      return cached.page
    },
  }
}
