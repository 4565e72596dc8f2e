import type { OverviewView } from '../api/views.ts'
import { logo } from './charts/logo.ts'
import { element, fill } from './dom.ts'
import type { Connection } from './follow-news.ts'
import { formatMany } from './format.ts'
import { formatRoute, type Route, VIEW_NAMES, type ViewName } from './route.ts'

const LABELS: Readonly<Record<ViewName, string>> = {
  tools: 'Tools',
  servers: 'Servers',
  tokens: 'Tokens',
  findings: 'Findings',
  pins: 'Changes',
  activity: 'Activity',
}

/** States in which a server needs attention. */
const IN_TROUBLE: ReadonlySet<string> = new Set(['waiting', 'needsAuth', 'failed', 'reconnecting'])

/** The frame around the views. */
export interface Shell {
  readonly main: HTMLElement
  readonly drawRoute: (route: Route) => void
  readonly drawOverview: (overview: OverviewView) => void
  /** Shows how many definitions wait for approval. */
  readonly drawWaiting: (count: number) => void
  readonly drawConnection: (connection: Connection) => void
  readonly announce: (text: string) => void
  /** Shows an error until the next one. */
  readonly warn: (text: string | undefined) => void
}

/** How long what is read out waits for something newer, in milliseconds. */
const ANNOUNCE_MS = 700

/** Puts the header, an empty main part and what is read out onto the page. */
export function createShell(): Shell {
  const waiting = element('span', { class: 'tab-count', hidden: true })
  const links = VIEW_NAMES.map(
    (view) =>
      [
        view,
        element('a', { class: 'tab' }, LABELS[view], view === 'pins' ? [' ', waiting] : undefined),
      ] as const,
  )
  const health = element('a', { class: 'health', href: '#/servers' })
  const live = element('span', { class: 'live' })
  const warning = element('p', { class: 'warning', role: 'alert', hidden: true })
  const main = element('main', { id: 'main', tabindex: -1 })
  const spoken = element('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
  const skip = element(
    'button',
    { class: 'skip', type: 'button', on: { click: () => main.focus() } },
    'Skip to content',
  )
  const header = element(
    'header',
    { class: 'top' },
    element(
      'span',
      { class: 'brand' },
      logo(),
      element('h1', {}, 'Toolscout ', element('span', { class: 'brand-part' }, 'inspect')),
    ),
    element(
      'nav',
      { class: 'tabs', 'aria-label': 'Views' },
      links.map(([, link]) => link),
    ),
    element('span', { class: 'top-end' }, health, live),
  )
  fill(document.body, skip, header, warning, main, spoken)

  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    main,
    drawRoute: (route) => {
      // Where it scrolls, the keys have to reach it.
      main.tabIndex = route.view === 'tools' ? -1 : 0
      document.title = `${LABELS[route.view]} · Toolscout inspect`
      for (const [view, link] of links) {
        link.href = formatRoute({ ...route, view })
        if (view === route.view) link.setAttribute('aria-current', 'page')
        else link.removeAttribute('aria-current')
      }
    },
    drawOverview: ({ groups }) => {
      const states = groups.flatMap(({ server }) =>
        server === undefined || server.state === 'disabled' ? [] : [server.state],
      )
      const ready = states.filter((state) => state === 'ready').length
      const tone = states.some((state) => IN_TROUBLE.has(state))
        ? 'warn'
        : ready === states.length
          ? 'good'
          : 'busy'
      health.hidden = states.length === 0
      fill(
        health,
        element('span', { class: `dot ${tone}`, 'aria-hidden': 'true' }),
        ready === states.length
          ? `${formatMany(ready, 'server')} ready`
          : `${ready} of ${formatMany(states.length, 'server')} ready`,
      )
    },
    drawWaiting: (count) => {
      waiting.hidden = count === 0
      fill(waiting, String(count))
    },
    drawConnection: (connection) => {
      const isLive = connection === 'live'
      live.classList.toggle('off', !isLive)
      fill(live, isLive ? 'live' : 'not connected')
    },
    announce: (text) => {
      clearTimeout(timer)
      timer = setTimeout(() => fill(spoken, text), ANNOUNCE_MS)
    },
    warn: (text) => {
      warning.hidden = text === undefined
      fill(warning, text ?? '')
    },
  }
}
