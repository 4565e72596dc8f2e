import type { NewsView, OverviewView, PinsView } from '../api/views.ts'
import { createActivityView } from './activity-view.ts'
import type { App, View } from './client.ts'
import { createApi, RequestFailed } from './client.ts'
import { element, emptyState, fill } from './dom.ts'
import { createFindingsView } from './findings-view.ts'
import { type Connection, followNews, oneAtATime } from './follow-news.ts'
import { createPinsView } from './pins-view.ts'
import { formatRoute, parseRoute, type Route, takeToken, type ViewName } from './route.ts'
import { createServersView } from './servers-view.ts'
import { createShell } from './shell.ts'
import { createTokensView } from './tokens-view.ts'
import { createToolsView } from './tools/tools-view.ts'

const token = takeToken()
if (token === undefined) askForAddress()
else start(token)

function start(given: string): void {
  const api = createApi(given)
  const shell = createShell()
  let overview: OverviewView | undefined
  let waiting: ReadonlyMap<string, readonly string[]> = new Map()
  let route = parseRoute(location.hash)

  const app: App = {
    api,
    route: () => route,
    go: (to, isStep = false) => {
      const next: Route = { ...route, ...to }
      const address = formatRoute(next)
      if (address === formatRoute(route)) return
      const isElsewhere = next.view !== route.view
      history[isStep ? 'pushState' : 'replaceState'](null, '', address)
      arrive(next, isElsewhere)
    },
    overview: () => overview,
    changesOf: (id) => waiting.get(id),
    announce: shell.announce,
    failed: (error) => {
      if (error instanceof DOMException && error.name === 'AbortError') return
      shell.warn(error instanceof RequestFailed ? error.message : 'Something could not be shown.')
    },
  }
  const tools = createToolsView(app)
  const pins = createPinsView(app)
  const views: Readonly<Record<ViewName, View>> = {
    tools,
    servers: createServersView(app),
    tokens: createTokensView(app),
    findings: createFindingsView(app),
    pins,
    activity: createActivityView(app),
  }
  fill(shell.main, ...Object.values(views).map(({ element: view }) => view))

  const arrive = (to: Route, isElsewhere: boolean): void => {
    route = to
    for (const [name, view] of Object.entries(views)) view.element.hidden = name !== route.view
    shell.drawRoute(route)
    views[route.view].show()
    if (isElsewhere) shell.main.focus({ preventScroll: true })
  }
  const readOverview = oneAtATime(async () => {
    overview = await api.get<OverviewView>('/api/overview')
    shell.drawOverview(overview)
    views[route.view].refresh?.()
  }, app.failed)
  const readPins = oneAtATime(async () => {
    const data = await api.get<PinsView>('/api/pins')
    waiting = new Map(data.pins.map(({ id, changed }) => [id, changed]))
    shell.drawWaiting(data.waiting)
    pins.draw(data)
  }, app.failed)
  const onNews = (news: ReadonlySet<NewsView>): void => {
    if (news.has('catalog') || news.has('servers')) readOverview()
    if (news.has('pins')) readPins()
    views[route.view].hear?.(news)
  }
  const onConnection = (connection: Connection): void => {
    shell.drawConnection(connection)
    if (connection === 'refused') askForAddress()
    shell.warn(
      connection === 'live'
        ? undefined
        : 'The inspector does not answer. What is shown may be old; it is asked again by itself.',
    )
  }

  addEventListener('popstate', () => {
    const next = parseRoute(location.hash)
    arrive(next, next.view !== route.view)
  })
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    app.go({ view: 'tools' }, true)
    tools.focusSearch()
  })
  arrive(route, false)
  void followNews(api, { onNews, onConnection })
}

function askForAddress(): void {
  fill(
    document.body,
    element(
      'main',
      { class: 'gate' },
      element('h1', {}, 'Toolscout inspect'),
      emptyState(
        'This page needs its token',
        'Open the address that ',
        element('code', {}, 'toolscout inspect'),
        ' printed, with everything behind the #. It is another one each time.',
      ),
    ),
  )
}
