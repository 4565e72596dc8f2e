import type { NewsView, OverviewView, PinsView, PinView } from '../api/views.ts'
import { createActivityView } from './activity-view.ts'
import { Api, type App, RequestFailed, type View } from './client.ts'
import { emptyState, fill, h } from './dom.ts'
import { createFindingsView } from './findings-view.ts'
import { type Connection, followNews, oneAtATime } from './follow-news.ts'
import { createPinsView } from './pins-view.ts'
import { formatRoute, parseRoute, type Route, type Tokens, takeTokens, type ViewName } from './route.ts'
import { createSearchesView } from './searches-view.ts'
import { createServersView } from './servers-view.ts'
import { Shell } from './shell.ts'
import { createTokensView } from './tokens-view.ts'
import { ToolsView } from './tools/tools-view.ts'

/** The page: one view at a time, and what all of them show. */
class Inspector implements App {
  readonly api: Api
  readonly #shell = new Shell()
  readonly #tools: ToolsView
  readonly #pins: ReturnType<typeof createPinsView>
  readonly #views: Readonly<Record<ViewName, View>>
  #route = parseRoute(location.hash)
  #overview: OverviewView | undefined
  #pinned: ReadonlyMap<string, PinView> = new Map()

  constructor(tokens: Tokens) {
    this.api = new Api(tokens)
    this.#tools = new ToolsView(this)
    this.#pins = createPinsView(this)
    this.#views = {
      tools: this.#tools,
      searches: createSearchesView(this),
      servers: createServersView(this),
      tokens: createTokensView(this),
      findings: createFindingsView(this),
      pins: this.#pins,
      activity: createActivityView(this),
    }
    fill(this.#shell.main, ...Object.values(this.#views).map(({ element }) => element))
    addEventListener('popstate', () => this.#arrive(parseRoute(location.hash)))
    addEventListener('keydown', this.#onKey)
    this.#arrive(this.#route)
    void followNews(this.api, this.#onNews, this.#onConnection)
  }

  readonly route = (): Route => this.#route
  readonly overview = (): OverviewView | undefined => this.#overview
  readonly pinOf: App['pinOf'] = (id) => this.#pinned.get(id)
  readonly announce: App['announce'] = (text) => this.#shell.announce(text)

  readonly go: App['go'] = (to, isStep = false) => {
    const next: Route = { ...this.#route, ...to }
    const address = formatRoute(next)
    if (address === formatRoute(this.#route)) return
    history[isStep ? 'pushState' : 'replaceState'](null, '', address)
    this.#arrive(next)
  }

  readonly failed: App['failed'] = (error) => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    this.#shell.warn(error instanceof RequestFailed ? error.message : 'Something could not be shown.')
  }

  #arrive(to: Route): void {
    const isElsewhere = to.view !== this.#route.view
    this.#route = to
    for (const [name, { element }] of Object.entries(this.#views)) element.hidden = name !== to.view
    this.#shell.drawRoute(to)
    this.#views[to.view].show()
    if (isElsewhere) this.#shell.arrive()
  }

  readonly #readOverview = oneAtATime(async () => {
    this.#overview = await this.api.get<OverviewView>('/api/overview')
    this.#shell.drawOverview(this.#overview)
    this.#views[this.#route.view].refresh?.()
  }, this.failed)

  readonly #readPins = oneAtATime(async () => {
    const data = await this.api.get<PinsView>('/api/pins')
    this.#pinned = new Map(data.pins.map((pin) => [pin.id, pin]))
    this.#shell.drawWaiting(data.waiting)
    this.#pins.draw(data)
  }, this.failed)

  readonly #onNews = (news: ReadonlySet<NewsView>): void => {
    if (news.has('catalog') || news.has('servers')) this.#readOverview()
    if (news.has('pins')) this.#readPins()
    this.#views[this.#route.view].hear?.(news)
  }

  readonly #onConnection = (connection: Connection): void => {
    const isLost = connection !== 'live'
    this.#shell.drawConnection(connection)
    if (connection === 'refused') askForAddress()
    this.#shell.warn(
      isLost
        ? 'The inspector does not answer. What is shown may be old; it is asked again by itself.'
        : undefined,
    )
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    this.go({ view: 'tools' }, true)
    this.#tools.focusSearch()
  }
}

function askForAddress(): void {
  const advice = [
    'Open the address that ',
    h('code', 'toolscout inspect'),
    ' printed, with everything behind the #. It is another one each time.',
  ]
  const gate = emptyState('This page needs its token', advice)
  fill(document.body, h('main.gate', h('h1', 'Toolscout inspect'), gate))
}

const tokens = takeTokens()
if (tokens === undefined) askForAddress()
else new Inspector(tokens)
