import type { ToolView } from '../../api/views.ts'
import { bar, element } from '../dom.ts'
import { formatCount } from '../format.ts'

/** The state of a row in its list. */
export interface RowPlace {
  readonly index: number
  readonly total: number
  readonly isActive: boolean
  /** Place among hits, and the score as a share of the best; absent where nothing is ranked. */
  readonly ranked?: { readonly rank: number; readonly share: number } | undefined
  /** What the group is called. */
  readonly groupName: string
}

/** The id of the element of a row. */
export function rowId(index: number): string {
  return `row-${index}`
}

/** One line of the list; one that is not here yet keeps its place. */
export function toolRow(tool: ToolView | undefined, place: RowPlace): HTMLElement {
  const { index, total, isActive, ranked, groupName } = place
  const option = element('div', {
    class: 'row',
    id: rowId(index),
    role: 'option',
    'aria-posinset': index + 1,
    'aria-setsize': total,
    'aria-selected': isActive ? 'true' : 'false',
  })
  option.style.setProperty('--at', String(index))
  if (tool === undefined) {
    option.append(element('span', { class: 'row-waiting' }, 'Loading'))
    return option
  }
  const label = tool.title !== undefined && tool.title !== tool.name ? tool.title : undefined
  option.append(
    ...(ranked === undefined ? [] : [element('span', { class: 'row-rank' }, formatCount(ranked.rank))]),
    element(
      'span',
      { class: 'row-main' },
      element(
        'span',
        { class: 'row-head' },
        element('bdi', { class: 'row-name' }, tool.name),
        groupName === '' ? undefined : element('bdi', { class: 'row-group' }, groupName),
        tool.hints.includes('destructive')
          ? element('span', { class: 'mark bad' }, 'destructive')
          : undefined,
      ),
      element(
        'bdi',
        { class: 'row-summary' },
        tool.summary === '' ? (label ?? 'No description') : tool.summary,
      ),
    ),
    element(
      'span',
      { class: 'row-side' },
      element('span', { class: 'row-tokens' }, `${formatCount(tool.tokens)} tok`),
      ranked === undefined ? undefined : bar(ranked.share),
    ),
  )
  return option
}
