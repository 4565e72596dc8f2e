import type { OverviewView } from '../api/views.ts'
import { button, fill, h, svg } from './dom.ts'
import type { Connection } from './follow-news.ts'
import { formatMany } from './format.ts'
import { formatRoute, type Route, VIEW_NAMES, type ViewName } from './route.ts'

const LABELS: Readonly<Record<ViewName, string>> = {
  tools: 'Tools',
  searches: 'Searches',
  servers: 'Servers',
  tokens: 'Tokens',
  findings: 'Findings',
  pins: 'Changes',
  activity: 'Activity',
}

/** States in which a server needs attention. */
const IN_TROUBLE: ReadonlySet<string> = new Set(['waiting', 'needsAuth', 'failed', 'reconnecting'])

/** How long what is read out waits for something newer, in milliseconds. */
const ANNOUNCE_MS = 700

/** The frame around the views: the header, an empty main part and what is read out. */
export class Shell {
  readonly main = h('main', { id: 'main', tabindex: -1 })
  readonly #waiting = h('span.tab-count', { hidden: true })
  readonly #links = VIEW_NAMES.map((view) => ({
    view,
    link: h('a.tab', LABELS[view], view === 'pins' && [' ', this.#waiting]),
  }))
  readonly #health = h('a.health', { href: '#/servers' })
  readonly #live = h('span.live')
  readonly #warning = h('p.warning', { role: 'alert', hidden: true })
  readonly #spoken = h('div.unseen', { role: 'status', 'aria-live': 'polite' })
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    const links = this.#links.map(({ link }) => link)
    const header = h('header.top', [
      h('span.brand', logo(), h('h1', 'Toolscout ', h('span.brand-part', 'inspect'))),
      h('nav.tabs', { 'aria-label': 'Views' }, links),
      h('span.top-end', this.#health, this.#live),
    ])
    const skip = button('skip', () => this.main.focus(), 'Skip to content')
    fill(document.body, skip, header, this.#warning, this.main, this.#spoken)
  }

  drawRoute(route: Route): void {
    // Where it scrolls, the keys have to reach it.
    this.main.tabIndex = route.view === 'tools' ? -1 : 0
    document.title = `${LABELS[route.view]} · Toolscout inspect`
    for (const { view, link } of this.#links) {
      link.href = formatRoute({ ...route, view })
      if (view === route.view) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
  }

  drawOverview({ groups }: OverviewView): void {
    const states = groups.flatMap(({ server }) => server?.state ?? []).filter((state) => state !== 'disabled')
    const ready = states.filter((state) => state === 'ready').length
    const isReady = ready === states.length
    const isTroubled = states.some((state) => IN_TROUBLE.has(state))
    const tone = isTroubled ? 'warn' : isReady ? 'good' : 'busy'
    this.#health.hidden = states.length === 0
    fill(
      this.#health,
      h('span', { class: `dot ${tone}`, 'aria-hidden': 'true' }),
      `${isReady ? '' : `${ready} of `}${formatMany(states.length, 'server')} ready`,
    )
  }

  /** Shows how many definitions wait for approval. */
  drawWaiting(count: number): void {
    this.#waiting.hidden = count === 0
    fill(this.#waiting, String(count))
  }

  drawConnection(connection: Connection): void {
    const isLive = connection === 'live'
    this.#live.classList.toggle('off', !isLive)
    fill(this.#live, isLive ? 'live' : 'not connected')
  }

  /** Moves the focus to what is shown now; a line around all of it would say nothing. */
  arrive(): void {
    this.main.classList.add('arrived')
    this.main.addEventListener('blur', () => this.main.classList.remove('arrived'), { once: true })
    this.main.focus({ preventScroll: true })
  }

  announce(text: string): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => fill(this.#spoken, text), ANNOUNCE_MS)
  }

  /** Shows an error until the next one. */
  warn(text: string | undefined): void {
    this.#warning.hidden = text === undefined
    fill(this.#warning, text)
  }
}

/** Many tools, of which one is found. */
function logo(): SVGElement {
  const dot = (x: number, y: number): SVGElement => svg('circle', { cx: x, cy: y, r: 1.6, class: 'logo-dot' })
  return svg(
    'svg',
    { viewBox: '0 0 24 24', class: 'logo', 'aria-hidden': 'true', focusable: 'false' },
    ...[4, 10, 16].flatMap((x) => [4, 10, 16].map((y) => dot(x, y))),
    svg('circle', { cx: 13, cy: 13, r: 6.2, class: 'logo-lens' }),
    svg('circle', { cx: 13, cy: 13, r: 2.4, class: 'logo-found' }),
    svg('path', { d: 'M17.6 17.6 22 22', class: 'logo-lens' }),
  )
}
