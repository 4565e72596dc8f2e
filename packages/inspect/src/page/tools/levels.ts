import type { LevelView } from '../../api/views.ts'
import { bar, element, fill } from '../dom.ts'
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
  const most = Math.max(1, ...levels.map(({ tokens }) => tokens))
  const text = element('pre', { class: 'level-text', tabindex: 0 })
  const panel = element('div', { role: 'tabpanel', id: 'level-panel' }, text)
  const tabs = levels.map((data) => {
    const [name, purpose] = NAMES[data.level]
    return element(
      'button',
      {
        class: 'level',
        type: 'button',
        role: 'tab',
        id: `level-${data.level}`,
        'aria-controls': 'level-panel',
        on: { click: () => choose(data), keydown: (event) => onKey(event, data) },
      },
      element('span', { class: 'level-name' }, name),
      element('span', { class: 'level-tokens' }, `${formatCount(data.tokens)} tokens`),
      bar(data.tokens / most, data.level === 'definition' ? 'plain' : ''),
      element('span', { class: 'level-purpose' }, purpose),
    )
  })
  const choose = ({ level }: LevelView): void => {
    chosen = level
    levels.forEach((data, i) => {
      const isChosen = data.level === level
      tabs[i]?.setAttribute('aria-selected', isChosen ? 'true' : 'false')
      tabs[i]?.setAttribute('tabindex', isChosen ? '0' : '-1')
      if (!isChosen) return
      panel.setAttribute('aria-labelledby', `level-${level}`)
      text.setAttribute('aria-label', `${NAMES[level][0]} as text`)
      fill(
        text,
        data.text,
        data.isCut ? element('span', { class: 'cut' }, '\n… not all of it is shown') : undefined,
      )
    })
  }
  const onKey = (event: KeyboardEvent, from: LevelView): void => {
    const at = levels.indexOf(from)
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: levels.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = levels[(to + levels.length) % levels.length]
    if (next === undefined) return
    choose(next)
    tabs[levels.indexOf(next)]?.focus()
  }
  const first = levels.find(({ level }) => level === chosen) ?? levels[0]
  if (first !== undefined) choose(first)
  return element(
    'div',
    { class: 'levels' },
    element('div', { class: 'level-tabs', role: 'tablist', 'aria-label': 'Levels of detail' }, tabs),
    panel,
  )
}
