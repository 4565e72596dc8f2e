import type { NewsView, SearchView } from '../../api/views.ts'
import type { App, View } from '../client.ts'
import { element, emptyState, fill } from '../dom.ts'
import { formatMany } from '../format.ts'
import { createGroupList, groupLabel } from './group-list.ts'
import { resultStatus, spokenStatus } from './result-status.ts'
import { catalogRows, type RowSource, searchRows } from './row-source.ts'
import { createSearchBox } from './search-box.ts'
import { createToolDetail } from './tool-detail.ts'
import { createToolList } from './tool-list.ts'

/** Above it there is room for list and detail side by side, so that the detail follows the arrow keys. */
const SIDE_BY_SIDE = '(min-width: 60rem)'

/** The catalog: servers on the left, the list or the hits in the middle, one tool on the right. */
export function createToolsView(app: App): View & { readonly focusSearch: () => void } {
  const isWide = matchMedia(SIDE_BY_SIDE)
  const status = element('div', { class: 'status' })
  const groups = createGroupList((group) => app.go({ group }, true))
  const list = createToolList({
    onChoice: (id, isOpened) => {
      if (isOpened || isWide.matches) app.go({ id }, isOpened)
    },
    onLeave: () => search.focus(),
    groupName: (key) => {
      if (app.route().group !== '') return ''
      const group = app.overview()?.groups.find((known) => known.key === key)
      return group === undefined ? '' : groupLabel(group)
    },
  })
  const search = createSearchBox({
    onQuery: (query) => app.go({ query }),
    onDown: () => list.focus(),
  })
  const detail = createToolDetail(app, () => {
    app.go({ id: '' })
    list.focus()
  })
  const nothing = element('div', { class: 'nothing', hidden: true })
  const box = element(
    'div',
    { class: 'tools' },
    groups.element,
    element(
      'section',
      { class: 'pane-list', 'aria-label': 'Catalog' },
      search.element,
      status,
      list.element,
      nothing,
    ),
    detail.element,
  )
  let asking = new AbortController()
  let asked = ''
  /** What the rows in the list are of; empty before there are any. */
  let listed = ''

  const show = (): void => {
    const { query, group, id } = app.route()
    search.set(query)
    list.markId(id)
    detail.show(id, query, group)
    box.classList.toggle('shows-tool', id !== '')
    const overview = app.overview()
    if (overview !== undefined) groups.draw(overview, group)
    if (wantedKey() !== asked) void ask()
  }
  const wantedKey = (): string => {
    const { query, group } = app.route()
    return `${query.trim()}\n${group}`
  }
  const ask = async (): Promise<void> => {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    const { query, group } = app.route()
    const key = wantedKey()
    asked = key
    const wanted = group === '' ? undefined : group
    try {
      if (query.trim() === '') {
        const source = await catalogRows(app.api, {
          group: wanted,
          signal,
          onRows: list.draw,
          onFailure: app.failed,
        })
        fill(status, element('p', { class: 'status-line' }, formatMany(source.total, 'tool')))
        put(source, key)
      } else {
        const found = await app.api.get<SearchView>('/api/search', { q: query, group: wanted }, signal)
        fill(status, ...resultStatus(found, (id) => app.go({ id }, true)))
        put(searchRows(found), key)
        app.announce(spokenStatus(found))
      }
    } catch (error) {
      if (signal.aborted) return
      asked = ''
      app.failed(error)
    }
  }
  const put = (source: RowSource, key: string): void => {
    const isEmpty = source.total === 0
    list.element.hidden = isEmpty
    nothing.hidden = !isEmpty
    // The same list keeps its scroll position.
    list.setSource(source, key === listed)
    listed = key
    if (!isEmpty) return
    fill(nothing, whyEmpty(app.route()))
  }

  return {
    element: box,
    show,
    refresh: show,
    hear: (news: ReadonlySet<NewsView>) => {
      if (news.has('catalog')) void ask()
    },
    focusSearch: search.focus,
  }
}

/** Why the list is empty. */
function whyEmpty({ query, group }: { readonly query: string; readonly group: string }): HTMLElement {
  if (query.trim() !== '')
    return emptyState('Nothing is found', 'Try other words, such as what the tool works on or what it does.')
  if (group !== '') return emptyState('No tools here', 'This server has none, or has not listed them yet.')
  const command = element('code', {}, 'toolscout add')
  return emptyState(
    'The catalog is empty',
    'Add a server with ',
    command,
    ', or register functions; tools appear here by themselves.',
  )
}
