import type { Ask } from '../database.ts'
import { pagesOf } from '../pages/directory.ts'
import type { ListPage } from '../pages/list-page.ts'
import { READ_PAGES } from '../sql/segments.ts'
import type { IndexView } from './index-view.ts'
import type { PageCache } from './page-cache.ts'
import type { SegmentView } from './segment-view.ts'

/** The pages of one search, which stay at hand until it ends, whatever else the cache is asked for. */
export interface QueryPages {
  /** The pages of a list, in order; `undefined` when some are not at hand. */
  readonly listOf: (segment: SegmentView, key: number) => readonly ListPage[] | undefined
  /**
   * Reads the pages of lists that are not at hand. `none` says that all are, `gone` that a segment was merged meanwhile:
   * then the view is to be refreshed.
   */
  readonly fetch: (ask: Ask, view: IndexView, keys: readonly number[]) => Promise<'some' | 'none' | 'gone'>
}

const PAGE_ROOM = 2 ** 24

/** Creates {@link QueryPages} over the cache of a node. */
export function createQueryPages(cache: PageCache): QueryPages {
  /** Pages that were read for this search. */
  const held = new Map<number, ListPage>()
  /** By segment and key: lists of which all pages are at hand. */
  const lists = new Map<number, Map<number, readonly ListPage[]>>()
  const pageOf = (segment: number, page: number): ListPage | undefined =>
    held.get(segment * PAGE_ROOM + page) ?? cache.get(segment, page)
  const listOf = ({ id, directory }: SegmentView, key: number): readonly ListPage[] | undefined => {
    const known = lists.get(id)?.get(key)
    if (known !== undefined) return known
    const { from, to } = pagesOf(directory, key)
    const pages: ListPage[] = []
    for (let page = from; page < to; page += 1) {
      const one = pageOf(id, page)
      if (one === undefined) return undefined
      pages.push(one)
    }
    const ofSegment = lists.get(id) ?? new Map<number, readonly ListPage[]>()
    lists.set(id, ofSegment.set(key, pages))
    return pages
  }
  const missingOf = ({ segments }: IndexView, keys: readonly number[]): readonly (readonly number[])[] => {
    const ranges: number[][] = []
    for (const segment of segments) {
      const { id, directory } = segment
      const wanted = new Set<number>()
      for (const key of keys) {
        if (listOf(segment, key) !== undefined) continue
        const { from, to } = pagesOf(directory, key)
        for (let page = from; page < to; page += 1) if (pageOf(id, page) === undefined) wanted.add(page)
      }
      for (const page of [...wanted].sort((a, b) => a - b)) {
        const last = ranges.at(-1)
        if (last !== undefined && last[0] === id && last[2] === page) last[2] = page + 1
        else ranges.push([id, page, page + 1])
      }
    }
    return ranges
  }
  return {
    listOf,
    fetch: async (ask, view, keys) => {
      const ranges = missingOf(view, keys)
      if (ranges.length === 0) return 'none'
      const column = (i: number): readonly number[] => ranges.map((range) => range[i] as number)
      const rows = await ask({ ...READ_PAGES, values: [column(0), column(1), column(2)] })
      for (const { segment, page, bytes } of rows) {
        const own = cache.put(Number(segment), Number(page), bytes as Uint8Array)
        held.set(Number(segment) * PAGE_ROOM + Number(page), own)
      }
      const wanted = ranges.reduce((sum, [, from = 0, to = 0]) => sum + to - from, 0)
      return rows.length < wanted ? 'gone' : 'some'
    },
  }
}
