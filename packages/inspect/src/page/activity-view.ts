import type { ActivityView, ChangeView, SeriesView } from '../api/views.ts'
import { latencyPlot } from './charts/latency-plot.ts'
import { type App, toolNames, type View } from './client.ts'
import { type Child, emptyState, fill, h, stateDot } from './dom.ts'
import { oneAtATime } from './follow-news.ts'
import { formatAgo, formatMany, formatMs, formatTime, stateLabel } from './format.ts'

/** Plots that stand in the page. */
const MAX_PLOTS = 24
/** Fewer say nothing as a plot, and have no 95th percentile. */
const MIN_SAMPLES = 5
const NOUNS: Readonly<Record<SeriesView['kind'], readonly [one: string, many: string]>> = {
  search: ['search', 'searches'],
  call: ['call', 'calls'],
  listing: ['listing', 'listings'],
}
/** Tones of kinds of changes, and the signs for those who do not see them. */
const KINDS: Readonly<Record<ChangeView['kind'], readonly [tone: string, sign: string]>> = {
  added: ['good', '+'],
  updated: ['busy', '~'],
  removed: ['bad', '−'],
  server: ['quiet', ''],
}

/** How long things took, and what changed, as it happens. */
export function createActivityView(app: App): View {
  const box = h('div.page')
  const read = oneAtATime(async () => {
    const { series, changes, now } = await app.api.get<ActivityView>('/api/activity')
    fill(
      box,
      h('h2', 'Activity'),
      h('section', { 'aria-label': 'Latency' }, h('h3', 'How long it takes'), plots(series)),
      h('section', { 'aria-label': 'Changes' }, [
        h('h3', 'What changed'),
        changes.length > 0
          ? h(
              'ol.feed',
              changes.map((change) => entry(change, now, app)),
            )
          : emptyState(
              'Nothing has changed',
              'Tools that come, change or go, and servers that are lost or found, appear here by themselves.',
            ),
      ]),
    )
  }, app.failed)
  return { element: box, show: read, hear: (news) => news.has('activity') && read() }
}

function plots(series: readonly SeriesView[]): HTMLElement {
  const advice = 'Search for something under Tools, or let an agent call a tool.'
  const shown = series.slice(0, MAX_PLOTS).map(plot)
  return h('div.cards.plots', shown.length > 0 ? shown : emptyState('Nothing was measured yet', advice))
}

function plot(series: SeriesView): HTMLElement {
  const { kind, medianMs, p95Ms, errors, samples } = series
  const title = titleOf(series)
  const isPlotted = samples.length >= MIN_SAMPLES
  return h('figure.card', [
    h('figcaption.card-head', h('h4', title), h('span.quiet', formatMany(samples.length, ...NOUNS[kind]))),
    isPlotted ? latencyPlot(series, title) : h('p', samples.map(({ ms }) => formatMs(ms)).join(', ')),
    (isPlotted || errors > 0) &&
      h('p.legend', [
        isPlotted && h('span.key-median', `median ${formatMs(medianMs)}`),
        isPlotted && h('span.key-p95', `p95 ${formatMs(p95Ms)}`),
        errors > 0 && h('span.key-error', formatMany(errors, 'error')),
      ]),
  ])
}

function titleOf({ kind, name }: SeriesView): string {
  if (kind === 'search') return 'Searches'
  if (kind === 'listing') return `Listing ${name}`
  return name === '' ? 'Calls of functions' : `Calls of ${name}`
}

function entry(change: ChangeView, now: number, app: App): HTMLElement {
  const { at, kind, state = '' } = change
  const [tone, sign] = KINDS[kind]
  const time = { datetime: new Date(at).toISOString(), title: formatAgo(at, now) }
  return h('li.change', [
    h('time.change-time', time, formatTime(at)),
    kind === 'server' ? stateDot(state) : h(`span.sign.${tone}`, { 'aria-hidden': 'true' }, sign),
    h('p.change-text', kind === 'server' ? serverChange(change) : toolChange(change, app)),
  ])
}

function serverChange({ text, names, state = '', times }: ChangeView): Child {
  return [
    h('bdi.mono', names[0] ?? ''),
    ` ${stateLabel(state).toLowerCase()}${times > 1 ? `, ${formatMany(times, 'time')}` : ''}`,
    text !== '' && h('span.change-why', text),
  ]
}

function toolChange({ kind, text, names, namesLeft }: ChangeView, app: App): Child {
  return [text, h('span.names', toolNames(app, names, { left: namesLeft, areGone: kind === 'removed' }))]
}
