import type { NewsView, SearchView } from '../../api/views.ts'
import type { App, View } from '../client.ts'
import { button, type Child, emptyState, fill, h } from '../dom.ts'
import { formatCount, formatMany, formatMs, formatShare, groupLabel, VERDICTS } from '../format.ts'
import type { Route } from '../route.ts'
import { GroupList } from './group-list.ts'
import { catalogRows, type RowSource, searchRows } from './row-source.ts'
import { Choices, SearchBox } from './search-box.ts'
import { ToolDetail } from './tool-detail.ts'
import { ToolList } from './tool-list.ts'

/** Above it there is room for list and detail side by side, so that the detail follows the arrow keys. */
const SIDE_BY_SIDE = '(min-width: 60rem)'

/** The catalog: servers on the left, the list or the hits in the middle, one tool on the right. */
export class ToolsView implements View {
  readonly element: HTMLElement
  readonly #app: App
  readonly #status = h('div.status')
  readonly #nothing = h('div.nothing', { hidden: true })
  readonly #groups: GroupList
  readonly #list: ToolList
  readonly #search: SearchBox
  readonly #choices: Choices
  readonly #detail: ToolDetail
  #asking = new AbortController()
  #asked = ''
  /** What the rows in the list are of; empty before there are any. */
  #listed = ''

  constructor(app: App) {
    const isWide = matchMedia(SIDE_BY_SIDE)
    this.#app = app
    this.#groups = new GroupList((group) => app.go({ group }, true))
    this.#list = new ToolList({
      onChoice: (id, isOpened) => {
        if (isOpened || isWide.matches) app.go({ id }, isOpened)
      },
      onLeave: () => this.#search.focus(),
      groupName: (key) => this.#groupName(key),
    })
    this.#search = new SearchBox(
      (query) => app.go({ query }),
      () => this.#list.focus(),
    )
    this.#detail = new ToolDetail(app, () => {
      app.go({ id: '' })
      this.#list.focus()
    })
    this.#choices = new Choices((chosen) => app.go(chosen, true))
    const parts = [
      this.#search.element,
      this.#choices.element,
      this.#status,
      this.#list.element,
      this.#nothing,
    ]
    const list = h('section.pane-list', { 'aria-label': 'Catalog' }, parts)
    this.element = h('div.tools', this.#groups.element, list, this.#detail.element)
  }

  readonly show = (): void => {
    const { query, group, id, only, sort } = this.#app.route()
    this.#search.set(query)
    this.#choices.set({ only, sort }, query.trim() !== '')
    this.#list.setQuery(query)
    this.#list.markId(id)
    this.#detail.show(id, { query, group, only })
    this.element.classList.toggle('shows-tool', id !== '')
    const overview = this.#app.overview()
    if (overview !== undefined) this.#groups.draw(overview, group)
    if (this.#wantedKey() !== this.#asked) void this.#ask()
  }

  readonly refresh = this.show

  readonly hear = (news: ReadonlySet<NewsView>): void => {
    if (news.has('catalog') || news.has('pins')) void this.#ask()
  }

  focusSearch(): void {
    this.#search.focus()
  }

  /** The name of a tool's group; empty where one group is shown. */
  #groupName(key: string): string {
    if (this.#app.route().group !== '') return ''
    const group = this.#app.overview()?.groups.find((known) => known.key === key)
    return group === undefined ? '' : groupLabel(group)
  }

  #wantedKey(): string {
    const { query, group, only, sort } = this.#app.route()
    return [query.trim(), group, only, query.trim() === '' ? sort : ''].join('\n')
  }

  async #ask(): Promise<void> {
    this.#asking.abort()
    this.#asking = new AbortController()
    const { signal } = this.#asking
    const key = this.#wantedKey()
    this.#asked = key
    try {
      this.#put(await this.#rows(this.#app.route(), signal), key)
    } catch (error) {
      if (signal.aborted) return
      this.#asked = ''
      this.#app.failed(error)
    }
  }

  async #rows({ query, group, only, sort }: Route, signal: AbortSignal): Promise<RowSource> {
    const { api, announce, go } = this.#app
    const wanted = { group: group || undefined, only: only || undefined }
    if (query.trim() === '') {
      const source = await catalogRows(this.#app, { ...wanted, sort }, signal, this.#list.drawSoon)
      fill(this.#status, h('p.status-line', formatMany(source.total, 'tool')))
      return source
    }
    const found = await api.get<SearchView>('/api/search', { q: query, ...wanted }, signal)
    fill(
      this.#status,
      resultStatus(found, (id) => go({ id }, true)),
    )
    announce(spokenStatus(found))
    return searchRows(found)
  }

  #put(source: RowSource, key: string): void {
    const isEmpty = source.total === 0
    this.#list.element.hidden = isEmpty
    this.#nothing.hidden = !isEmpty
    // The same list keeps its scroll position.
    this.#list.setSource(source, key === this.#listed)
    this.#listed = key
    if (isEmpty) fill(this.#nothing, whyEmpty(this.#app.route()))
  }
}

/** Why the list is empty. */
function whyEmpty({ query, group, only }: Route): HTMLElement {
  if (query.trim() !== '')
    return emptyState('Nothing is found', 'Try other words, such as what the tool works on or what it does.')
  if (only !== '')
    return emptyState('No such tools', 'Take back what is chosen above the list to see the others.')
  if (group !== '') return emptyState('No tools here', 'This server has none, or has not listed them yet.')
  return emptyState('The catalog is empty', [
    'Add a server with ',
    h('code', 'toolscout add'),
    ', or register functions; tools appear here by themselves.',
  ])
}

/** A search in a sentence, to be read out. */
function spokenStatus({ hits, verdict }: SearchView): string {
  if (hits.length === 0) return 'No hits'
  const level = verdict === undefined ? '' : `, ${VERDICTS[verdict.level]?.[1] ?? verdict.level}`
  return `${formatMany(hits.length, 'hit')}${level}. First: ${hits[0]?.name ?? ''}`
}

/** What a search says of itself: how sure it is, what it lacks, what it cost. */
function resultStatus(found: SearchView, onTool: (id: string) => void): Child {
  const { hits, verdict, unmatchedTerms, degraded, durationMs } = found
  const [tone, label] = (hits.length > 0 && VERDICTS[verdict?.level ?? '']) || ['', '']
  const terms = unmatchedTerms.map((term, i) => [i > 0 && ', ', h('q', h('bdi', term))])
  const lacks = (verdict?.nearMisses ?? []).map(({ id, reason }) =>
    h('li', [button('link', () => onTool(id), id), ` ${reason}`]),
  )
  const gone = degraded.map(({ part, reason }) => h('li', h('strong', part), ` ${reason}`))
  return [
    h('p.status-line', [
      label !== '' && h('span', { class: `pill ${tone}` }, label),
      h('span', formatMany(hits.length, 'hit')),
      h('span', formatMs(durationMs)),
      hits.length > 0 && cost(found),
    ]),
    terms.length > 0 && h('p.note', 'No tool contains ', terms, '.'),
    note('What the nearest tools lack', lacks),
    note(`${formatMany(gone.length, 'part')} of the search unavailable`, gone),
  ]
}

function cost({ tokens: { summaries, definitions } }: SearchView): HTMLElement {
  const saved = definitions > 0 ? 1 - summaries / definitions : 0
  const title = 'What an agent reads of these hits, and what their definitions would take'
  return h('span', { title }, [
    `${formatCount(summaries)} of ${formatCount(definitions)} tokens`,
    saved > 0 && ` (${formatShare(saved)} less)`,
  ])
}

function note(summary: string, items: readonly HTMLElement[]): Child {
  return items.length > 0 && h('details.note', h('summary', summary), h('ul', items))
}
