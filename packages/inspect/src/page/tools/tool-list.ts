import { element } from '../dom.ts'
import type { RowSource } from './row-source.ts'
import { listWindow, topToShow } from './row-source.ts'
import { rowId, toolRow } from './tool-row.ts'

/** A list of any length of which the page holds only the visible rows. */
export interface ToolList {
  readonly element: HTMLElement
  /** Shows other rows; begins at the top unless `keep` says otherwise. */
  readonly setSource: (source: RowSource, keep?: boolean) => void
  /** Draws again, such as when rows have come. */
  readonly draw: () => void
  /** Marks the row of a tool, where it is here. */
  readonly markId: (id: string) => void
  readonly focus: () => void
}

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

/** An accessible listbox: one stop for Tab, arrow keys inside, the chosen row is announced by `aria-activedescendant`. */
export function createToolList({ onChoice, onLeave, groupName }: ToolListEvents): ToolList {
  let source: RowSource = { total: 0, rowAt: () => undefined, need: () => {} }
  let active = -1
  let activeId = ''
  let rowHeight = 0
  const rows = new Map<number, HTMLElement>()
  const canvas = element('div', { class: 'list-canvas', role: 'presentation' })
  const box = element(
    'div',
    { class: 'list', role: 'listbox', tabindex: 0, 'aria-label': 'Tools', id: 'tool-list' },
    canvas,
  )

  /** Whether a row was chosen that is not here yet. */
  const isAwaited = (): boolean => active >= 0 && activeId === ''

  const draw = (): void => {
    if (rowHeight === 0) return
    canvas.style.setProperty('--rows', String(source.total))
    const { total } = source
    const { from, to } = listWindow({ top: box.scrollTop, height: box.clientHeight, rowHeight, total })
    source.need(from, to)
    for (const row of rows.values()) row.remove()
    rows.clear()
    for (let index = from; index < to; index += 1) {
      const tool = source.rowAt(index)
      if (tool?.id === activeId && activeId !== '') active = index
      const row = toolRow(tool, {
        index,
        total,
        isActive: index === active,
        ranked: rankedAt(source, index),
        groupName: tool === undefined ? '' : groupName(tool.group),
      })
      rows.set(index, row)
      canvas.append(row)
    }
    if (isAwaited() && source.rowAt(active) !== undefined) {
      activeId = source.rowAt(active)?.id ?? ''
      onChoice(activeId, false)
    }
    if (rows.has(active)) box.setAttribute('aria-activedescendant', rowId(active))
    else box.removeAttribute('aria-activedescendant')
  }
  const choose = (index: number, isOpened: boolean): void => {
    if (source.total === 0) return
    active = Math.min(Math.max(index, 0), source.total - 1)
    const { scrollTop: top, clientHeight: height } = box
    box.scrollTop = topToShow(active, { top, height, rowHeight })
    activeId = source.rowAt(active)?.id ?? ''
    draw()
    if (activeId !== '') onChoice(activeId, isOpened)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(LEAST_PAGE_ROWS, Math.floor(box.clientHeight / rowHeight) - 1)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => choose(active + 1, false),
      ArrowUp: () => (active <= 0 ? onLeave() : choose(active - 1, false)),
      Home: () => choose(0, false),
      End: () => choose(source.total - 1, false),
      PageDown: () => choose(active + page, false),
      PageUp: () => choose(active - page, false),
      Enter: () => choose(Math.max(active, 0), true),
      Escape: onLeave,
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  let isDue = false
  const drawSoon = (): void => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      draw()
    })
  }
  box.addEventListener('focus', () => {
    // Focus by Tab shows the active row.
    if (box.matches(':focus-visible')) choose(Math.max(active, 0), false)
  })
  box.addEventListener('keydown', onKey)
  box.addEventListener('scroll', drawSoon, { passive: true })
  box.addEventListener('click', (event) => {
    const row = event.target instanceof Element ? event.target.closest('.row') : null
    for (const [index, drawn] of rows) if (drawn === row) return choose(index, true)
  })
  new ResizeObserver(() => {
    rowHeight = measureRowHeight(box)
    drawSoon()
  }).observe(box)

  return {
    element: box,
    setSource: (next, keep = false) => {
      source = next
      active = keep ? Math.min(active, next.total - 1) : -1
      if (!keep) box.scrollTop = 0
      draw()
      // Focus stays on a row.
      if (active === -1 && document.activeElement === box) choose(0, false)
    },
    draw: drawSoon,
    markId: (id) => {
      if (activeId === id || isAwaited()) return
      activeId = id
      active = -1
      draw()
    },
    focus: () => {
      box.focus()
      if (active === -1) choose(0, false)
    },
  }
}

/** The height of a row in pixels. The style sheet gives it in rem, so that it follows the reader's font size. */
function measureRowHeight(box: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Number.parseFloat(getComputedStyle(box).getPropertyValue('--row-height')) * rem
}

/** The rank of a hit and its share of the best score; `undefined` for a row that is not ranked. */
function rankedAt(
  { scoreAt, bestScore = 0 }: RowSource,
  index: number,
): { readonly rank: number; readonly share: number } | undefined {
  if (scoreAt === undefined) return undefined
  return { rank: index + 1, share: bestScore > 0 ? scoreAt(index) / bestScore : 0 }
}
