import type { ActivityView, ChangeView, SeriesView } from '../api/views.ts'
import { latencyPlot } from './charts/latency-plot.ts'
import type { App, View } from './client.ts'
import { element, emptyState, fill } from './dom.ts'
import { oneAtATime } from './follow-news.ts'
import { formatAgo, formatCount, formatMany, formatMs, formatTime, stateDot, stateLabel } from './format.ts'

/** Plots that stand in the page. */
const MAX_PLOTS = 24
/** Tones of kinds of changes, and the words for who does not see them. */
const KINDS: Readonly<Record<ChangeView['kind'], readonly [tone: string, sign: string]>> = {
  added: ['good', '+'],
  updated: ['busy', '~'],
  removed: ['bad', '−'],
  server: ['quiet', ''],
}

/** How long things took, and what changed, as it happens. */
export function createActivityView(app: App): View {
  const plots = element('div', { class: 'cards plots' })
  const feed = element('ol', { class: 'feed' })
  const noFeed = element('div', {})
  const box = element(
    'div',
    { class: 'page' },
    element('h2', {}, 'Activity'),
    element('section', { 'aria-label': 'Latency' }, element('h3', {}, 'How long it takes'), plots),
    element('section', { 'aria-label': 'Changes' }, element('h3', {}, 'What changed'), feed, noFeed),
  )
  const read = oneAtATime(async () => draw(await app.api.get<ActivityView>('/api/activity')), app.failed)
  const draw = ({ series, changes, now }: ActivityView): void => {
    fill(
      plots,
      series.length === 0
        ? emptyState(
            'Nothing was measured yet',
            'Search for something under Tools, or let an agent call a tool.',
          )
        : series.slice(0, MAX_PLOTS).map(plot),
    )
    fill(
      feed,
      changes.map((change) => entry(change, now)),
    )
    feed.hidden = changes.length === 0
    fill(
      noFeed,
      changes.length > 0
        ? undefined
        : emptyState(
            'Nothing has changed',
            'Tools that come, change or go, and servers that are lost or found, appear here by themselves.',
          ),
    )
  }
  const entry = (
    { at, kind, text, names, namesLeft, state = '', times }: ChangeView,
    now: number,
  ): HTMLElement => {
    const [tone, sign] = KINDS[kind]
    const opens = kind === 'added' || kind === 'updated'
    return element(
      'li',
      { class: 'change' },
      element(
        'time',
        { class: 'change-time', datetime: new Date(at).toISOString(), title: formatAgo(at, now) },
        formatTime(at),
      ),
      kind === 'server'
        ? stateDot(state)
        : element('span', { class: `sign ${tone}`, 'aria-hidden': 'true' }, sign),
      element(
        'p',
        { class: 'change-text' },
        kind === 'server'
          ? [
              element('bdi', { class: 'mono' }, names[0] ?? ''),
              ` ${stateLabel(state).toLowerCase()}${times > 1 ? `, ${formatMany(times, 'time')}` : ''}`,
              text === '' ? undefined : element('span', { class: 'change-why' }, text),
            ]
          : text,
        kind === 'server'
          ? undefined
          : element(
              'span',
              { class: 'names' },
              names.map((id) =>
                opens
                  ? element(
                      'button',
                      {
                        class: 'link mono',
                        type: 'button',
                        on: { click: () => app.go({ view: 'tools', id, query: '', group: '' }, true) },
                      },
                      id,
                    )
                  : element('bdi', { class: 'mono' }, id),
              ),
              namesLeft > 0 ? `and ${formatCount(namesLeft)} more` : undefined,
            ),
      ),
    )
  }
  return {
    element: box,
    show: read,
    hear: (news) => {
      if (news.has('activity')) read()
    },
  }
}

function plot(series: SeriesView): HTMLElement {
  const { medianMs, p95Ms, errors, samples } = series
  const title = titleOf(series)
  return element(
    'figure',
    { class: 'card' },
    element(
      'figcaption',
      { class: 'card-head' },
      element('h4', {}, title),
      element('span', { class: 'quiet' }, formatMany(samples.length, 'time')),
    ),
    latencyPlot(series, title),
    element(
      'p',
      { class: 'legend' },
      element('span', { class: 'key-median' }, `median ${formatMs(medianMs)}`),
      element('span', { class: 'key-p95' }, `p95 ${formatMs(p95Ms)}`),
      errors > 0 ? element('span', { class: 'key-error' }, formatMany(errors, 'error')) : undefined,
    ),
  )
}

function titleOf({ kind, name }: SeriesView): string {
  if (kind === 'search') return 'Searches'
  if (kind === 'listing') return `Listing ${name}`
  return name === '' ? 'Calls of functions' : `Calls of ${name}`
}
