import type { ToolView } from '../../api/views.ts'
import { bar, type Child, h } from '../dom.ts'
import { formatCount } from '../format.ts'
import { toneOfLevel } from '../pins-view.ts'

/** The state of a row in its list. */
export interface RowPlace {
  readonly index: number
  readonly total: number
  readonly isActive: boolean
  /** The score as a share of the best; absent where nothing is ranked. */
  readonly share?: number | undefined
  /** What the group is called. */
  readonly groupName: string
  /** Finds the words that were looked for; absent where none were. */
  readonly words?: RegExp | undefined
}

/** The id of the element of a row. */
export function rowId(index: number): string {
  return `row-${index}`
}

/** Finds the words of a request where a word begins; a word is found by its beginning, too. */
export function wordsOf(query: string): RegExp | undefined {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])].map((word) =>
    word.replace(/(?<=.{3})(?:ing|ed|es|e|s)$/u, ''),
  )
  return words.length === 0
    ? undefined
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})[\\p{L}\\p{N}]*`, 'giu')
}

/** A text in which the words stand out. */
function lit(text: string, words: RegExp | undefined): readonly Child[] {
  if (words === undefined) return [text]
  const parts: Child[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(words)) {
    parts.push(text.slice(end, index), h('mark', found))
    end = index + found.length
  }
  return [...parts, text.slice(end)]
}

/** One line of the list; one that is not here yet keeps its place. */
export function toolRow(
  tool: ToolView | undefined,
  { index, total, isActive, share, groupName, words }: RowPlace,
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
      h('bdi.row-name', lit(tool.name, words)),
      groupName !== '' && h('bdi.row-group', groupName),
      tool.level !== undefined && h(`span.mark.${toneOfLevel(tool.level)}`, tool.level),
      tool.hints.includes('destructive') && h('span.mark.bad', 'destructive'),
    ]),
    h('bdi.row-summary', lit(tool.summary || tool.title || 'No description', words)),
  ])
  const tokens = h('span.row-tokens', `${formatCount(tool.tokens)} tok`)
  option.append(main, h('span.row-side', tokens, share !== undefined && bar(share)))
  return option
}
