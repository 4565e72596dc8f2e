import type { SearchView, ToolPageView, ToolView } from '../../api/views.ts'
import type { App, QueryParams } from '../client.ts'

/** Rows of a list, of which only some may be here yet. */
export interface RowSource {
  readonly total: number
  readonly rowAt: (index: number) => ToolView | undefined
  /** Sees to it that rows come. */
  readonly need: (from: number, to: number) => void
  /** The score as a share of the best, for the length of bars; absent where nothing is ranked. */
  readonly shareAt?: (index: number) => number
}

/** Rows that are asked for at once. */
const PAGE = 100
/** Pages that are kept; what is scrolled past long ago is asked for again. */
const MAX_PAGES = 40

/** The hits of a search, all here. */
export function searchRows({ hits }: SearchView): RowSource {
  const best = hits[0]?.score ?? 0
  return {
    total: hits.length,
    rowAt: (index) => hits[index],
    need: () => {},
    shareAt: (index) => (best > 0 ? (hits[index]?.score ?? 0) / best : 0),
  }
}

/** The tools of a catalog, or of a choice of them, page by page; `onRows` when more are here. Rejects as asking does. */
export async function catalogRows(
  { api, failed }: App,
  chosen: QueryParams,
  signal: AbortSignal,
  onRows: () => void,
): Promise<RowSource> {
  const pages = new Map<number, readonly ToolView[]>()
  const asked = new Set<number>()
  const ask = async (page: number): Promise<number> => {
    asked.add(page)
    const place = { ...chosen, offset: page * PAGE, limit: PAGE }
    const { tools, total } = await api.get<ToolPageView>('/api/tools', place, signal)
    pages.set(page, tools)
    const [oldest] = pages.keys()
    if (pages.size > MAX_PAGES && oldest !== undefined) {
      pages.delete(oldest)
      asked.delete(oldest)
    }
    return total
  }
  const askAgain = async (page: number): Promise<void> => {
    try {
      await ask(page)
      onRows()
    } catch (error) {
      asked.delete(page)
      failed(error)
    }
  }
  const total = await ask(0)
  return {
    total,
    rowAt: (index) => pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    need: (from, to) => {
      for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, total); page += 1)
        if (!asked.has(page)) void askAgain(page)
    },
  }
}

/** What is seen of a list, in pixels. */
export interface ListView {
  readonly top: number
  readonly height: number
  readonly rowHeight: number
}

/** Rows beyond the edge that are there already. */
export const OVERSCAN = 8

/**
 * Says which rows of a list stand in the page: those that are seen and a few on both sides, a bounded number, however
 * long the list. `to` is behind the last.
 */
export function listWindow({ top, height, rowHeight, total }: ListView & { readonly total: number }): {
  readonly from: number
  readonly to: number
} {
  const first = Math.floor(top / rowHeight)
  const from = Math.min(Math.max(0, first - OVERSCAN), Math.max(0, total - 1))
  return { from, to: Math.min(total, first + Math.ceil(height / rowHeight) + 1 + OVERSCAN) }
}

/** Where to scroll so that a row is seen whole; the same place when it is. */
export function topToShow(index: number, { top, height, rowHeight }: ListView): number {
  const begin = index * rowHeight
  if (begin < top) return begin
  return Math.max(top, begin + rowHeight - height)
}
