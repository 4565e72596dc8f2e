import { checkedBytes } from '../pages/checked-bytes.ts'

/** Pages of immutable segments, as many as there is room for; one that was not asked for lately goes first. */
export interface PageCache {
  readonly get: (segment: number, page: number) => Uint8Array | undefined
  /** Takes a page as it lies in the database; gives what is kept. @throws StoreDamagedError when it is damaged. */
  readonly put: (segment: number, page: number, checked: Uint8Array) => Uint8Array
  readonly bytes: number
}

interface CachedPage {
  readonly bytes: Uint8Array
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
      const [key, page] = pages.entries().next().value as [number, CachedPage]
      pages.delete(key)
      if (page.isUsed) {
        page.isUsed = false
        pages.set(key, page)
      } else bytes -= page.bytes.length + OVERHEAD_BYTES
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
      return cached.bytes
    },
    put: (segment, page, checked) => {
      const key = segment * PAGE_ROOM + page
      const known = pages.get(key)
      if (known !== undefined) return known.bytes
      const own = checkedBytes(checked, `A page of segment ${segment}`).slice()
      pages.set(key, { bytes: own, isUsed: false })
      bytes += own.length + OVERHEAD_BYTES
      makeRoom()
      return own
    },
  }
}
