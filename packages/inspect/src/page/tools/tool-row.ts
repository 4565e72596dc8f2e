import type { ToolView } from '../../api/views.ts'
import { bar, h } from '../dom.ts'
import { formatCount } from '../format.ts'

/** The state of a row in its list. */
export interface RowPlace {
  readonly index: number
  readonly total: number
  readonly isActive: boolean
  /** The score as a share of the best; absent where nothing is ranked. */
  readonly share?: number | undefined
  /** What the group is called. */
  readonly groupName: string
}

/** The id of the element of a row. */
export function rowId(index: number): string {
  return `row-${index}`
}

/** One line of the list; one that is not here yet keeps its place. */
export function toolRow(
  tool: ToolView | undefined,
  { index, total, isActive, share, groupName }: RowPlace,
): HTMLElement {
  const option = h('div.row', {
    id: rowId(index),
    role: 'option',
    'aria-posinset': index + 1,
    'aria-setsize': total,
    'aria-selected': String(isActive),
  })
  option.style.setProperty('--at', String(index))
  if (tool === undefined) {
    option.append(h('span.row-waiting', 'Loading'))
    return option
  }
  if (share !== undefined) option.append(h('span.row-rank', formatCount(index + 1)))
  const main = h('span.row-main', [
    h('span.row-head', [
      h('bdi.row-name', tool.name),
      groupName !== '' && h('bdi.row-group', groupName),
      tool.hints.includes('destructive') && h('span.mark.bad', 'destructive'),
    ]),
    h('bdi.row-summary', tool.summary || tool.title || 'No description'),
  ])
  const tokens = h('span.row-tokens', `${formatCount(tool.tokens)} tok`)
  option.append(main, h('span.row-side', tokens, share !== undefined && bar(share)))
  return option
}
