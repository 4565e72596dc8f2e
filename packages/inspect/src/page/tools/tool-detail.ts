import type { Explanation } from '@toolscout/model'
import type { DescriptionView, ExplanationView, HintView, LevelView } from '../../api/views.ts'
import { type App, type QueryParams, RequestFailed, toolNames } from '../client.ts'
import { andMore, bar, button, type Child, copyButton, emptyState, fill, h } from '../dom.ts'
import { formatCount, formatScore, groupLabel } from '../format.ts'
import { suspicions } from '../pins-view.ts'
import type { Route } from '../route.ts'
import { TryPanel } from '../try/try-panel.ts'

const HINTS: Readonly<Record<HintView, readonly [label: string, tone: string]>> = {
  readOnly: ['read-only', 'good'],
  destructive: ['destructive', 'bad'],
  idempotent: ['idempotent', 'quiet'],
  openWorld: ['open world', 'quiet'],
}

/** What is known of one tool, and why it was found. */
export class ToolDetail {
  readonly element: HTMLElement
  readonly #about = h('div.about')
  readonly #why = h('div.why')
  readonly #try: TryPanel
  readonly #app: App
  #asking = new AbortController()
  #shown = ''

  constructor(app: App, onBack: () => void) {
    this.#app = app
    this.#try = new TryPanel(app)
    const back = button('back', onBack, '← Back to the list')
    this.element = h('section.pane-detail', { 'aria-label': 'Tool' }, back, [
      this.#about,
      this.#try.element,
      this.#why,
    ])
    this.show('', { query: '', group: '', only: '' })
  }

  show(id: string, { query, group, only }: Pick<Route, 'query' | 'group' | 'only'>): void {
    const key = `${id}\n${query}\n${group}\n${only}\n${this.#app.overview()?.version ?? ''}`
    if (key === this.#shown) return
    this.#shown = key
    this.#asking.abort()
    this.#asking = new AbortController()
    this.element.classList.toggle('has-tool', id !== '')
    const { signal } = this.#asking
    if (id === '' || query.trim() === '') fill(this.#why)
    else void this.#explain({ id, q: query, group: group || undefined, only: only || undefined }, signal)
    if (id !== '') void this.#describe(id, signal)
    else {
      this.#try.show(undefined)
      fill(this.#about, emptyState('Select a tool', 'Its descriptions and their token counts appear here.'))
    }
  }

  async #describe(id: string, signal: AbortSignal): Promise<void> {
    try {
      const data = await this.#app.api.get<DescriptionView>('/api/tool', { id }, signal)
      fill(this.#about, heading(data, this.#app), levelTabs(data.levels))
      this.#try.show(data)
    } catch (error) {
      this.#shown = ''
      if (!(error instanceof RequestFailed && error.status === 404)) return this.#app.failed(error)
      fill(this.#about, emptyState('This tool is gone', error.message))
      this.#try.show(undefined)
      fill(this.#why)
    }
  }

  async #explain(asked: QueryParams, signal: AbortSignal): Promise<void> {
    try {
      const data = await this.#app.api.get<ExplanationView>('/api/explanation', asked, signal)
      fill(this.#why, ...reasons(data))
    } catch (error) {
      this.#app.failed(error)
    }
  }
}

function reasons({ rank, explanation, met, first }: ExplanationView): readonly Child[] {
  const ahead = first && h('p.quiet', ['Number 1 is ', h('code', first.id), `: ${first.met ?? NO_WORD}`])
  if (rank === undefined)
    return [h('h3', 'Why it is not among the first hits'), h('p', met ?? NO_WORD), ahead]
  return [
    h('h3', `Why it is number ${formatCount(rank)}`),
    h('p', met ?? NO_WORD),
    ahead,
    explanation === undefined ? h('p.quiet', 'The searcher explains nothing.') : explanationTree(explanation),
  ]
}

const NO_WORD = 'No word of the query is met there.'

function heading(data: DescriptionView, app: App): HTMLElement {
  const { tool, exportName, version, tags, hint, findings, twins } = data
  const group = app.overview()?.groups.find(({ key }) => key === tool.group)
  const pin = app.pinOf(tool.id)
  const look = (): void => app.go({ view: 'pins' }, true)
  return h('header.tool-head', [
    h('h2', h('bdi', tool.title ?? tool.name)),
    h('p.tool-id', [
      h('code', { title: 'Id' }, tool.id),
      copyButton(tool.id, 'Copy id'),
      exportName !== tool.id && h('code', { title: 'Name for model providers' }, exportName),
    ]),
    h('p.marks', [
      group !== undefined && button('mark link', () => app.go({ group: group.key }), groupLabel(group)),
      version !== undefined && h('span.mark', `version ${version}`),
      tool.hints.map((name) => h('span', { class: `mark ${HINTS[name][1]}` }, HINTS[name][0])),
      tags.slice(0, 20).map((tag) => h('span.mark', `#${tag}`)),
    ]),
    hint !== undefined && h('p.callout.warn', hint),
    pin?.isWaiting === true &&
      h('p.callout.warn', [
        `Changed since it was trusted: ${[pin.grade ?? [], pin.changed].flat().join(', ')}. `,
        button('link', look, 'What changed'),
      ]),
    suspicions(tool.level ?? 'clean', findings),
    twinLine('Same name', twins.sameName, app),
    twinLine('Nearly the same description', twins.sameText, app),
  ])
}

/** Tools of other servers that have something in common with one; nothing where there are none. */
function twinLine(label: string, ids: readonly string[], app: App): Child {
  return ids.length > 0 && h('p.quiet', [`${label}: `, toolNames(app, ids)])
}

/** Levels that are open at once; deeper ones are a click away. */
const OPEN_LEVELS = 3
/** Most parts of one number on the page. */
const MAX_PARTS = 50

/** A score as a tree of bars: each as long as its share of the whole. */
function explanationTree(root: Explanation): HTMLElement {
  return h('ul.tree', node(root, largestIn(root), 0))
}

function node({ label, value, children = [] }: Explanation, largest: number, depth: number): HTMLElement {
  const line = [
    h('bdi.tree-label', label),
    h('span.tree-value', formatScore(value)),
    bar(largest > 0 ? Math.abs(value) / largest : 0, value < 0 ? 'bad' : depth === 0 ? '' : 'part'),
  ]
  if (children.length === 0) return h('li', h('div.tree-line', line))
  const left = children.length - MAX_PARTS
  const parts = children.slice(0, MAX_PARTS).map((child) => node(child, largest, depth + 1))
  return h('li', [
    h('details', { open: depth < OPEN_LEVELS }, [
      h('summary.tree-line', line),
      h('ul', parts, left > 0 && h('li.quiet', andMore(left))),
    ]),
  ])
}

function largestIn({ value, children = [] }: Explanation): number {
  return Math.max(Math.abs(value), ...children.map(largestIn))
}

const NAMES: Readonly<Record<LevelView['level'], readonly [name: string, purpose: string]>> = {
  summary: ['Summary', 'what a search shows'],
  schema: ['Schema', 'enough to call it'],
  full: ['Full', 'with notes and examples'],
  definition: ['Definition', 'the JSON sent inline'],
}

/** The level that was looked at last; it stays from tool to tool. */
let chosen: LevelView['level'] = 'schema'

/** What an agent reads at each level, as tabs, each with its cost as a number and a bar. */
function levelTabs(levels: readonly LevelView[]): HTMLElement {
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
