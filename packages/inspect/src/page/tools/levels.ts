import type { LevelView } from '../../api/views.ts'
import { bar, fill, h } from '../dom.ts'
import { formatCount } from '../format.ts'

const NAMES: Readonly<Record<LevelView['level'], readonly [name: string, purpose: string]>> = {
  summary: ['Summary', 'what a search shows'],
  schema: ['Schema', 'enough to call it'],
  full: ['Full', 'with notes and examples'],
  definition: ['Definition', 'the JSON sent inline'],
}

/** The level that was looked at last; it stays from tool to tool. */
let chosen: LevelView['level'] = 'schema'

/** What an agent reads at each level, as tabs, each with its cost as a number and a bar. */
export function levelTabs(levels: readonly LevelView[]): HTMLElement {
  const text = h('pre.level-text', { tabindex: 0 })
  const panel = h('div', { role: 'tabpanel', id: 'level-panel' }, text)
  const most = Math.max(1, ...levels.map(({ tokens }) => tokens))
  const tabs = levels.map((data, i) => {
    const on = { click: () => choose(i), keydown: (event: KeyboardEvent) => onKey(event, i) }
    return tab(data, most, on)
  })
  const choose = (at: number): void => {
    const data = levels[at]
    if (data === undefined) return
    chosen = data.level
    for (const [i, each] of tabs.entries()) {
      each.setAttribute('aria-selected', String(i === at))
      each.tabIndex = i === at ? 0 : -1
    }
    panel.setAttribute('aria-labelledby', `level-${data.level}`)
    text.setAttribute('aria-label', `${NAMES[data.level][0]} as text`)
    fill(text, data.text, data.isCut && h('span.cut', '\n… not all of it is shown'))
  }
  const onKey = (event: KeyboardEvent, at: number): void => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: levels.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + levels.length) % levels.length
    choose(next)
    tabs[next]?.focus()
  }
  const at = levels.findIndex(({ level }) => level === chosen)
  choose(Math.max(0, at))
  return h('div.levels', [
    h('div.level-tabs', { role: 'tablist', 'aria-label': 'Levels of detail' }, tabs),
    panel,
  ])
}

function tab(
  { level, tokens }: LevelView,
  most: number,
  on: { readonly click: () => void; readonly keydown: (event: KeyboardEvent) => void },
): HTMLButtonElement {
  const [name, purpose] = NAMES[level]
  const attributes = { type: 'button', role: 'tab', id: `level-${level}`, 'aria-controls': 'level-panel', on }
  return h('button.level', attributes, [
    h('span.level-name', name),
    h('span.level-tokens', `${formatCount(tokens)} tokens`),
    bar(tokens / most, level === 'definition' ? 'plain' : ''),
    h('span.level-purpose', purpose),
  ])
}
