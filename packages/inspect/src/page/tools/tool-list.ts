import type { ToolView } from '../../api/views.ts'
import { bar, type Child, h } from '../dom.ts'
import { formatCount } from '../format.ts'
import { toneOfLevel } from '../pins-view.ts'
import { type ListView, listWindow, type RowSource, topToShow } from './row-source.ts'

/** Callbacks of a list. */
export interface ToolListEvents {
  /** A row was chosen with the keys, or opened with Enter or a click. */
  readonly onChoice: (id: string, isOpened: boolean) => void
  /** Focus should leave the list upwards. */
  readonly onLeave: () => void
  readonly groupName: (key: string) => string
}

/** Rows a page key moves by when nothing is seen yet. */
const LEAST_PAGE_ROWS = 5

/**
 * A list of any length of which the page holds only the visible rows. An accessible listbox: one stop for Tab, arrow keys
 * inside, the chosen row is announced by `aria-activedescendant`.
 */
export class ToolList {
  readonly #canvas = h('div.list-canvas', { role: 'presentation' })
  readonly element: HTMLElement = h(
    'div.list',
    { role: 'listbox', tabindex: 0, 'aria-label': 'Tools', id: 'tool-list' },
    this.#canvas,
  )
  readonly #events: ToolListEvents
  readonly #rows = new Map<number, HTMLElement>()
  #source: RowSource = { total: 0, rowAt: () => undefined, need: () => {} }
  #active = -1
  #activeId = ''
  #rowHeight = 0
  #words: RegExp | undefined
  #isDue = false

  constructor(events: ToolListEvents) {
    this.#events = events
    const { element } = this
    element.addEventListener('focus', () => {
      // Focus by Tab shows the active row.
      if (element.matches(':focus-visible')) this.#choose(Math.max(this.#active, 0), false)
    })
    element.addEventListener('keydown', (event) => this.#onKey(event))
    element.addEventListener('scroll', this.drawSoon, { passive: true })
    element.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest('.row') : null
      for (const [index, drawn] of this.#rows) if (drawn === row) return this.#choose(index, true)
    })
    new ResizeObserver(() => {
      this.#rowHeight = measureRowHeight(element)
      this.drawSoon()
    }).observe(element)
  }

  /** Shows other rows; begins at the top unless `keep` says otherwise. */
  setSource(source: RowSource, keep: boolean): void {
    this.#source = source
    this.#active = keep ? Math.min(this.#active, source.total - 1) : -1
    if (!keep) this.element.scrollTop = 0
    this.#draw()
    // Focus stays on a row.
    if (this.#active === -1 && document.activeElement === this.element) this.#choose(0, false)
  }

  /** Draws again, such as when rows have come. */
  readonly drawSoon = (): void => {
    if (this.#isDue) return
    this.#isDue = true
    requestAnimationFrame(() => {
      this.#isDue = false
      this.#draw()
    })
  }

  /** The words to be seen in rows that are drawn from now on. */
  setQuery(query: string): void {
    this.#words = wordsOf(query)
  }

  /** Marks the row of a tool, where it is here. */
  markId(id: string): void {
    if (this.#activeId === id || this.#isAwaited()) return
    this.#activeId = id
    this.#active = -1
    this.#draw()
  }

  focus(): void {
    this.element.focus()
    if (this.#active === -1) this.#choose(0, false)
  }

  /** Whether a row was chosen that is not here yet. */
  #isAwaited(): boolean {
    return this.#active >= 0 && this.#activeId === ''
  }

  #view(): ListView {
    const { scrollTop: top, clientHeight: height } = this.element
    return { top, height, rowHeight: this.#rowHeight }
  }

  #draw(): void {
    if (this.#rowHeight === 0) return
    const { total, need, rowAt } = this.#source
    this.#canvas.style.setProperty('--rows', String(total))
    const { from, to } = listWindow({ ...this.#view(), total })
    need(from, to)
    this.#rows.clear()
    for (let index = from; index < to; index += 1) this.#rows.set(index, this.#row(index))
    this.#canvas.replaceChildren(...this.#rows.values())
    const awaited = this.#isAwaited() ? rowAt(this.#active) : undefined
    if (awaited !== undefined) {
      this.#activeId = awaited.id
      this.#events.onChoice(awaited.id, false)
    }
    if (this.#rows.has(this.#active)) this.element.setAttribute('aria-activedescendant', rowId(this.#active))
    else this.element.removeAttribute('aria-activedescendant')
  }

  #row(index: number): HTMLElement {
    const { total, rowAt, shareAt } = this.#source
    const tool = rowAt(index)
    if (tool?.id === this.#activeId) this.#active = index
    const isActive = index === this.#active
    const groupName = tool === undefined ? '' : this.#events.groupName(tool.group)
    return toolRow(tool, { index, total, isActive, share: shareAt?.(index), groupName, words: this.#words })
  }

  #choose(index: number, isOpened: boolean): void {
    const { total, rowAt } = this.#source
    if (total === 0) return
    this.#active = Math.min(Math.max(index, 0), total - 1)
    this.element.scrollTop = topToShow(this.#active, this.#view())
    this.#activeId = rowAt(this.#active)?.id ?? ''
    this.#draw()
    if (this.#activeId !== '') this.#events.onChoice(this.#activeId, isOpened)
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { onLeave } = this.#events
    const active = this.#active
    const page = Math.max(LEAST_PAGE_ROWS, Math.floor(this.element.clientHeight / this.#rowHeight) - 1)
    if (event.key === 'Escape' || (event.key === 'ArrowUp' && active <= 0)) onLeave()
    else if (event.key === 'Enter') this.#choose(active, true)
    else {
      const target = {
        ArrowDown: active + 1,
        ArrowUp: active - 1,
        Home: 0,
        End: this.#source.total - 1,
        PageDown: active + page,
        PageUp: active - page,
      }[event.key]
      if (target === undefined) return
      this.#choose(target, false)
    }
    event.preventDefault()
  }
}

/** The height of a row in pixels. The style sheet gives it in rem, so that it follows the reader's font size. */
function measureRowHeight(box: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Number.parseFloat(getComputedStyle(box).getPropertyValue('--row-height')) * rem
}

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
function rowId(index: number): string {
  return `row-${index}`
}

/** Finds the words of a request where a word begins; a word is found by its beginning, too. */
function wordsOf(query: string): RegExp | undefined {
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
function toolRow(
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
