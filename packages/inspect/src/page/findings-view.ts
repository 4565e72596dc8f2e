import type { FindingsView, FindingView } from '../api/views.ts'
import { type App, toolNames, type View } from './client.ts'
import { andMore, button, type Child, emptyState, fill, h } from './dom.ts'
import { oneAtATime } from './follow-news.ts'
import { formatCount, formatMany } from './format.ts'

const TONES: Readonly<Record<string, string>> = { error: 'bad', warning: 'warn', info: 'quiet' }
/** Findings that are asked for at once, and most that stand in the page. */
const PAGE = 50
const MAX_SHOWN = 200

/** What is asked for. */
interface Asked {
  readonly code: string | undefined
  readonly limit: number
  readonly again?: 1 | undefined
}

/** What keeps tools from being found, and what their owners can do. */
export function createFindingsView(app: App): View {
  const box = h('div.page')
  let asked: Asked = { code: undefined, limit: PAGE }
  const read = oneAtATime(async () => {
    const { again, ...rest } = asked
    asked = rest
    const data = await app.api.get<FindingsView>('/api/findings', { ...rest, again })
    const shown = data.state === 'done' ? report(data, app, asked, ask) : progress(data)
    fill(box, h('h2', 'Findings'), shown)
  }, app.failed)
  const ask = (other: Partial<Asked>): void => {
    asked = { ...asked, ...other }
    read()
  }
  return {
    element: box,
    show: read,
    hear: (news) => (news.has('findings') || news.has('catalog')) && read(),
  }
}

function progress({ state, done, total, tools, reason }: FindingsView): HTMLElement {
  if (state === 'failed') return emptyState('The catalog could not be looked through', reason ?? '')
  return h('div.empty', [
    h('p.empty-title', `Looking through ${formatMany(tools, 'tool')}`),
    h('p', 'Each is searched for by its own words.'),
    h('progress', { max: Math.max(total, 1), value: done, 'aria-label': 'Searches done' }),
  ])
}

function report(
  { counts, matching, findings, tools, isOld }: FindingsView,
  app: App,
  { code: chosen, limit }: Asked,
  ask: (other: Partial<Asked>) => void,
): Child {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const items = findings.map((finding) => findingItem(finding, app))
  const nothing = `All ${formatMany(tools, 'tool')} are distinct, and are found by their own words.`
  const chip = (label: string, count: number, tone = '', code?: string): HTMLElement => {
    const pressed = { 'aria-pressed': String(code === chosen) }
    const choose = (): void => ask({ code, limit: PAGE })
    return h('li', button(`chip ${tone}`, choose, pressed, label, h('span.chip-count', formatCount(count))))
  }
  return [
    h('p.lead', [
      total === 0 ? '' : `${formatMany(total, 'finding')} in ${formatMany(tools, 'tool')}. `,
      isOld && 'The catalog has changed since. ',
      button('link', () => ask({ again: 1 }), 'Re-run'),
    ]),
    total === 0
      ? emptyState('Nothing was found', nothing)
      : h('ul.chips', { 'aria-label': 'Kinds of findings' }, [
          chip('All', total),
          counts.map(({ code, severity, count }) => chip(wordsOf(code), count, TONES[severity], code)),
        ]),
    h('ul.findings', items),
    matching > findings.length &&
      h('p.quiet', [
        limit < MAX_SHOWN
          ? button('button', () => ask({ limit: Math.min(MAX_SHOWN, limit + PAGE) }), 'Show more')
          : andMore(matching - findings.length, 'more; toolscout lint lists them all'),
      ]),
  ]
}

/** `NO_DESCRIPTION` in words. */
function wordsOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** One finding, with links to its tools. */
function findingItem({ code, severity, message, suggestion, tools, toolsLeft }: FindingView, app: App): Node {
  return h('li.finding', [
    h('p.finding-head', [
      h('span', { class: `pill ${TONES[severity] ?? ''}` }, severity),
      h('span.finding-code', wordsOf(code)),
    ]),
    h('p', message),
    h('p.quiet', suggestion),
    h('p.names', toolNames(app, tools, { left: toolsLeft })),
  ])
}
