import type { GroupView, OverviewView, ServerView } from '../api/views.ts'
import type { App, View } from './client.ts'
import { andMore, button, type Child, emptyState, fill, h, statePill } from './dom.ts'
import { formatAgo, formatCount, formatMany, formatMs } from './format.ts'

/** Cards that stand in the page. */
const MAX_CARDS = 200

/** States by how much attention they need. */
const ORDER = [
  'failed', 'needsAuth', 'waiting', 'reconnecting', 'connecting', 'idle', 'ready', 'known', 'disabled', 'stopped',
] // biome-ignore format: one list

/** Connects servers again. */
interface Reconnect {
  readonly isRunning: (name: string) => boolean
  readonly run: (name: string) => void
}

type ServerGroup = GroupView & { readonly server: ServerView }

/** How each server is, those in trouble first. */
export function createServersView(app: App): View {
  const box = h('div.page')
  const reconnecting = new Set<string>()
  const reconnect: Reconnect = {
    isRunning: (name) => reconnecting.has(name),
    run: (server) => {
      reconnecting.add(server)
      draw()
      const done = (): void => {
        reconnecting.delete(server)
        draw()
      }
      app.api.post('/api/reconnect', { server }).then(done, (error: unknown) => {
        app.failed(error)
        done()
      })
    },
  }
  const draw = (): void => {
    const overview = app.overview()
    if (overview === undefined) return
    const servers = overview.groups.filter((group) => isServer(group)).sort(byTrouble)
    const left = servers.length - MAX_CARDS
    fill(
      box,
      h('h2', 'Servers'),
      servers.length > 0
        ? [
            h('p.lead', lead(overview, servers)),
            h('ul.cards', [
              servers.slice(0, MAX_CARDS).map((server) => card(server, app, reconnect)),
              left > 0 && h('li.quiet', andMore(left)),
            ]),
          ]
        : emptyState(
            'No servers are kept connected',
            ['Add one with ', h('code', 'toolscout add'), '. '],
            'Functions of the process itself are under Tools.',
          ),
    )
  }
  return { element: box, show: draw, refresh: draw }
}

function isServer(group: GroupView): group is ServerGroup {
  return group.server !== undefined
}

function byTrouble(one: ServerGroup, other: ServerGroup): number {
  return ORDER.indexOf(one.server.state) - ORDER.indexOf(other.server.state)
}

function lead({ state, calls, failedCalls }: OverviewView, servers: readonly ServerGroup[]): Child {
  const countOf = (wanted: string): number => servers.filter(({ server }) => server.state === wanted).length
  const off = countOf('disabled')
  const failed = failedCalls > 0 ? `, ${formatCount(failedCalls)} of them failed` : ''
  return [
    `${formatCount(countOf('ready'))} of ${formatMany(servers.length - off, 'server')} ready, `,
    off > 0 && `${formatCount(off)} switched off, `,
    `${formatMany(calls, 'call')} so far${failed}. `,
    state !== 'running' && state !== 'starting' && `The gateway is ${state}.`,
  ]
}

function card(
  { key, name, tools, tokens, server }: ServerGroup,
  app: App,
  reconnect: Reconnect,
): HTMLElement {
  const { state, since, where, connectMs, program, protocolVersion, hint, retryAt } = server
  const now = Date.now()
  const active = `${server.running} running, ${server.waiting} waiting`
  const open = (): void => app.go({ view: 'tools', group: key, query: '', id: '' }, true)
  return h('li.card', [
    h('div.card-head', h('h3', h('bdi', name)), statePill(state)),
    h('p.where', h('bdi', where)),
    hint !== undefined && h('p', { class: `callout ${state === 'failed' ? 'bad' : 'warn'}` }, hint),
    server.overlaps?.map((line) => h('p.quiet', line)),
    h('dl.facts', [
      fact(server.stale ? 'Tools, as last listed' : 'Tools', button('link', open, formatCount(tools))),
      fact('Tokens', formatCount(tokens)),
      connectMs !== undefined && fact('Connected in', formatMs(connectMs)),
      fact('In this state for', formatAgo(since, now).replace(' ago', '')),
      retryAt !== undefined && fact('Next attempt', retryAt > now ? `in ${formatMs(retryAt - now)}` : 'now'),
      fact('Calls', server.running + server.waiting === 0 ? '0 active' : active),
      server.breaker !== 'closed' && fact('Breaker', server.breaker),
      server.transport !== undefined && fact('Transport', server.transport),
      program !== undefined && fact(`Program, MCP ${protocolVersion ?? ''}`, h('bdi', program), 'wide'),
    ]),
    app.api.mayAct && state !== 'disabled' && h('p.actions', reconnectButton(name, state, reconnect)),
  ])
}

function reconnectButton(name: string, state: string, { isRunning, run }: Reconnect): HTMLElement {
  const isNew = state === 'known' || state === 'idle'
  if (isRunning(name)) return h('span.quiet', isNew ? 'Starting … ' : 'Reconnecting … ')
  const label = isNew ? 'Start' : 'Reconnect'
  return button('button', () => run(name), { 'aria-label': `${label} ${name}` }, label)
}

function fact(label: string, value: Child, kind = ''): HTMLElement {
  return h('div', { class: `fact ${kind}` }, h('dt', label), h('dd', value))
}
