import type { SearchView, ToolPageView, ToolView } from '../../api/views.ts'
import type { Api } from '../client.ts'

/** Rows of a list, of which only some may be here yet. */
export interface RowSource {
  readonly total: number
  readonly rowAt: (index: number) => ToolView | undefined
  /** Sees to it that rows come; calls back when more are here. */
  readonly need: (from: number, to: number) => void
  /** The best score, for the length of bars; absent where nothing is ranked. */
  readonly bestScore?: number
  readonly scoreAt?: (index: number) => number
}

/** Rows that are asked for at once. */
const PAGE = 100
/** Pages that are kept; what is scrolled past long ago is asked for again. */
const MAX_PAGES = 40

/** The hits of a search, all here. */
export function searchRows({ hits }: SearchView): RowSource {
  return {
    total: hits.length,
    rowAt: (index) => hits[index],
    need: () => {},
    bestScore: hits[0]?.score ?? 0,
    scoreAt: (index) => hits[index]?.score ?? 0,
  }
}

/** The tools of a catalog, or of one group, page by page. Rejects as asking does. */
export async function catalogRows(
  api: Api,
  {
    group,
    signal,
    onRows,
    onFailure,
  }: {
    readonly group: string | undefined
    readonly signal: AbortSignal
    readonly onRows: () => void
    readonly onFailure: (error: unknown) => void
  },
): Promise<RowSource> {
  const pages = new Map<number, readonly ToolView[]>()
  const asked = new Set<number>()
  const ask = async (page: number): Promise<ToolPageView> => {
    asked.add(page)
    const data = await api.get<ToolPageView>(
      '/api/tools',
      { group, offset: page * PAGE, limit: PAGE },
      signal,
    )
    pages.set(page, data.tools)
    const [oldest] = pages.keys()
    if (pages.size > MAX_PAGES && oldest !== undefined) {
      pages.delete(oldest)
      asked.delete(oldest)
    }
    return data
  }
  const { total } = await ask(0)
  return {
    total,
    rowAt: (index) => pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    need: (from, to) => {
      for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, total); page += 1) {
        if (asked.has(page)) continue
        ask(page)
          .then(onRows)
          .catch((error: unknown) => {
            asked.delete(page)
            onFailure(error)
          })
      }
    },
  }
}

/** Rows that stand in the page: those that are seen and a few on both sides, for who scrolls on. */
export interface ListWindow {
  readonly from: number
  /** Behind the last. */
  readonly to: number
}

/** Rows beyond the edge that are there already. */
export const OVERSCAN = 8

/** Says which rows of a list stand in the page: a bounded number, however long the list. */
export function listWindow({
  top,
  height,
  rowHeight,
  total,
}: {
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  readonly total: number
}): ListWindow {
  const first = Math.floor(top / rowHeight)
  const from = Math.min(Math.max(0, first - OVERSCAN), Math.max(0, total - 1))
  return { from, to: Math.min(total, first + Math.ceil(height / rowHeight) + 1 + OVERSCAN) }
}

/** Where to scroll so that a row is seen whole; the same place when it is. */
export function topToShow(
  index: number,
  { top, height, rowHeight }: { readonly top: number; readonly height: number; readonly rowHeight: number },
): number {
  const begin = index * rowHeight
  if (begin < top) return begin
  return Math.max(top, begin + rowHeight - height)
}
