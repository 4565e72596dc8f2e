import type { DescriptionView, ExplanationView, HintView } from '../../api/views.ts'
import { type App, type QueryParams, RequestFailed } from '../client.ts'
import { button, type Child, emptyState, fill, h } from '../dom.ts'
import { formatCount, groupLabel } from '../format.ts'
import { explanationTree } from './explanation-tree.ts'
import { levelTabs } from './levels.ts'

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
  readonly #app: App
  #asking = new AbortController()
  #shown = ''

  constructor(app: App, onBack: () => void) {
    this.#app = app
    const back = button('back', onBack, '← Back to the list')
    this.element = h('section.pane-detail', { 'aria-label': 'Tool' }, back, this.#about, this.#why)
    this.show('', '', '')
  }

  show(id: string, query: string, group: string): void {
    const key = `${id}\n${query}\n${group}\n${this.#app.overview()?.version ?? ''}`
    if (key === this.#shown) return
    this.#shown = key
    this.#asking.abort()
    this.#asking = new AbortController()
    this.element.classList.toggle('has-tool', id !== '')
    const { signal } = this.#asking
    if (id === '' || query.trim() === '') fill(this.#why)
    else void this.#explain({ id, q: query, group: group === '' ? undefined : group }, signal)
    if (id !== '') void this.#describe(id, signal)
    else
      fill(this.#about, emptyState('Select a tool', 'Its descriptions and their token counts appear here.'))
  }

  async #describe(id: string, signal: AbortSignal): Promise<void> {
    try {
      const data = await this.#app.api.get<DescriptionView>('/api/tool', { id }, signal)
      fill(this.#about, heading(data, this.#app), levelTabs(data.levels))
    } catch (error) {
      this.#shown = ''
      if (!(error instanceof RequestFailed && error.status === 404)) return this.#app.failed(error)
      fill(this.#about, emptyState('This tool is gone', error.message))
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

function reasons({ rank, explanation }: ExplanationView): readonly Child[] {
  if (rank === undefined)
    return [h('h3', 'Not among the first hits'), h('p.quiet', 'The words of the query do not lead here.')]
  return [
    h('h3', `Why it is number ${formatCount(rank)}`),
    explanation === undefined ? h('p.quiet', 'The searcher explains nothing.') : explanationTree(explanation),
  ]
}

function heading({ tool, exportName, version, tags, hint }: DescriptionView, app: App): HTMLElement {
  const group = app.overview()?.groups.find(({ key }) => key === tool.group)
  const changed = app.changesOf(tool.id)
  return h('header.tool-head', [
    h('h2', h('bdi', tool.title ?? tool.name)),
    h('p.tool-id', [
      h('code', { title: 'Id' }, tool.id),
      exportName !== tool.id && h('code', { title: 'Name for model providers' }, exportName),
    ]),
    h('p.marks', [
      group !== undefined && button('mark link', () => app.go({ group: group.key }), groupLabel(group)),
      version !== undefined && h('span.mark', `version ${version}`),
      tool.hints.map((name) => h('span', { class: `mark ${HINTS[name][1]}` }, HINTS[name][0])),
      tags.slice(0, 20).map((tag) => h('span.mark', `#${tag}`)),
    ]),
    hint !== undefined && h('p.callout.warn', hint),
    changed !== undefined &&
      h('p.callout.warn', [
        `Changed since it was trusted: ${changed.join(', ')}. `,
        button('link', () => app.go({ view: 'pins' }, true), 'What changed'),
      ]),
  ])
}
