import type { GroupView } from '../api/views.ts'
import type { App, View } from './client.ts'
import { type Child, element, emptyState, fill } from './dom.ts'
import { formatAgo, formatCount, formatMany, formatMs, statePill } from './format.ts'

/** Cards that stand in the page. */
const MAX_CARDS = 200

/** States by how much attention they need. */
const ORDER = [
  'failed',
  'needsAuth',
  'waiting',
  'reconnecting',
  'connecting',
  'idle',
  'ready',
  'disabled',
  'stopped',
]

/** How each server is, those in trouble first. */
export function createServersView(app: App): View {
  const cards = element('ul', { class: 'cards' })
  const lead = element('p', { class: 'lead' })
  const nothing = element('div', {})
  const box = element('div', { class: 'page' }, element('h2', {}, 'Servers'), lead, cards, nothing)

  const draw = (): void => {
    const overview = app.overview()
    if (overview === undefined) return
    const servers = overview.groups.filter(({ server }) => server !== undefined).sort(byTrouble)
    const left = servers.length - MAX_CARDS
    const countOf = (state: string): number => servers.filter(({ server }) => server?.state === state).length
    const [ready, off] = [countOf('ready'), countOf('disabled')]
    fill(
      lead,
      `${formatCount(ready)} of ${formatMany(servers.length - off, 'server')} ready, `,
      off === 0 ? '' : `${formatCount(off)} switched off, `,
      `${formatMany(overview.calls, 'call')} so far${overview.failedCalls > 0 ? `, ${formatCount(overview.failedCalls)} of them failed` : ''}. `,
      overview.state === 'running' || overview.state === 'starting'
        ? ''
        : `The gateway is ${overview.state}.`,
    )
    lead.hidden = servers.length === 0
    fill(
      cards,
      servers.slice(0, MAX_CARDS).map(card),
      left > 0 ? element('li', { class: 'quiet' }, `and ${formatCount(left)} more`) : undefined,
    )
    cards.hidden = servers.length === 0
    fill(
      nothing,
      servers.length > 0
        ? undefined
        : emptyState(
            'No servers are kept connected',
            'Add one with ',
            element('code', {}, 'toolscout add'),
            '. Functions of the process itself are under Tools.',
          ),
    )
  }
  const card = ({ key, name, tools, tokens, server }: GroupView): HTMLElement => {
    if (server === undefined) return element('li', {})
    const { state, since, where, transport, connectMs, program, protocolVersion, hint, retryAt, stale } =
      server
    const now = Date.now()
    const fact = (label: string, ...value: readonly Child[]): HTMLElement =>
      element('div', { class: 'fact' }, element('dt', {}, label), element('dd', {}, ...value))
    return element(
      'li',
      { class: 'card' },
      element('div', { class: 'card-head' }, element('h3', {}, element('bdi', {}, name)), statePill(state)),
      element('p', { class: 'where' }, element('bdi', {}, where)),
      hint === undefined
        ? undefined
        : element('p', { class: `callout ${state === 'failed' ? 'bad' : 'warn'}` }, hint),
      element(
        'dl',
        { class: 'facts' },
        fact(
          stale ? 'Tools, as last listed' : 'Tools',
          element(
            'button',
            {
              class: 'link',
              type: 'button',
              on: { click: () => app.go({ view: 'tools', group: key, query: '', id: '' }, true) },
            },
            formatCount(tools),
          ),
        ),
        fact('Tokens', formatCount(tokens)),
        connectMs === undefined ? undefined : fact('Connected in', formatMs(connectMs)),
        fact('In this state for', formatAgo(since, now).replace(' ago', '')),
        retryAt === undefined
          ? undefined
          : fact('Next attempt', retryAt > now ? `in ${formatMs(retryAt - now)}` : 'now'),
        fact(
          'Calls',
          server.running + server.waiting === 0
            ? '0 active'
            : `${server.running} running, ${server.waiting} waiting`,
        ),
        server.breaker === 'closed' ? undefined : fact('Breaker', server.breaker),
        fact('Transport', transport),
        program === undefined
          ? undefined
          : element(
              'div',
              { class: 'fact wide' },
              element('dt', {}, `Program, MCP ${protocolVersion ?? ''}`),
              element('dd', {}, element('bdi', {}, program)),
            ),
      ),
    )
  }
  return { element: box, show: draw, refresh: draw }
}

function byTrouble(one: GroupView, other: GroupView): number {
  const place = ({ server }: GroupView): number => ORDER.indexOf(server?.state ?? '')
  return place(one) - place(other)
}
