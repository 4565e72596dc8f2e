import type { ForwardDocument } from '../pages/forward-document.ts'
import { openList } from '../pages/posting-list.ts'
import type { QueryPages } from './query-pages.ts'
import type { SegmentView } from './segment-view.ts'

/** Whether a document has a facet of each list. */
export function isAllowed({ facets }: ForwardDocument, wanted: readonly (readonly number[])[]): boolean {
  return wanted.every((any) => any.some((key) => Array.prototype.includes.call(facets, key)))
}

/** By ordinal, 1 for a document that is there and has a facet of each list; `undefined` when all are and have. */
export function allowedIn(
  segment: SegmentView,
  pages: QueryPages,
  wanted: readonly (readonly number[])[],
): Uint8Array | undefined {
  const { size, dead } = segment
  if (dead === undefined && wanted.length === 0) return undefined
  const allowed = new Uint8Array(size)
  if (dead === undefined) allowed.fill(1)
  else for (let i = 0; i < size; i += 1) allowed[i] = 1 - (dead[i] as number)
  for (const any of wanted) {
    const found = new Uint8Array(size)
    for (const key of any) markHolders(segment, pages, key, found)
    for (let i = 0; i < size; i += 1) allowed[i] = (allowed[i] as number) & (found[i] as number)
  }
  return allowed
}

function markHolders(segment: SegmentView, pages: QueryPages, key: number, found: Uint8Array): void {
  const list = openList(pages.listOf(segment, key) ?? [], key, undefined)
  if (list === undefined) return
  for (let block = 0; block < list.blocks; block += 1) {
    const ordinals = list.goTo(block)
    const size = list.sizes[block] as number
    for (let i = 0; i < size; i += 1) found[ordinals[i] as number] = 1
  }
}
