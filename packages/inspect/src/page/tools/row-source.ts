import type { SearchView } from '../../api/search.ts'
import type { ToolPageView, ToolView } from '../../api/tools.ts'
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
