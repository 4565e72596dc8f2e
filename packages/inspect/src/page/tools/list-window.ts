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
