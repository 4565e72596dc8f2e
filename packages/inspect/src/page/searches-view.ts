import type { AskedView, SearchLogView } from '../api/search-log-view.ts'
import { type App, toolNames, type View } from './client.ts'
import { button, type Child, copyButton, emptyState, fill, h } from './dom.ts'
import { oneAtATime } from './follow-news.ts'
import { formatAgo, formatCount, formatMany, formatTime, VERDICTS } from './format.ts'

/** Kinds of searches that one looks for, by what is said on the button. */
const KINDS: Readonly<Record<string, (asked: AskedView) => boolean>> = {
  All: () => true,
  'Nothing found': ({ hits, verdict }) => hits === 0 || verdict === 'none',
  'No call': ({ calls }) => calls.length === 0,
  'Failed call': ({ calls }) => calls.some(({ isError }) => isError),
}

/** What agents asked: query, verdict, tools called and what came of them. */
export function createSearchesView(app: App): View {
  const box = h('div.page')
  let kind = 'All'
  let data: SearchLogView | undefined
  const read = oneAtATime(async () => {
    data = await app.api.get<SearchLogView>('/api/searches')
    draw()
  }, app.failed)
  const draw = (): void => {
    if (data === undefined) return
    const { searches, unsearchedCalls } = data
    const shown = searches.filter(KINDS[kind] ?? (() => true))
    const items = shown.map((asked) => item(asked, data as SearchLogView, app))
    fill(box, [
      h('h2', 'Searches'),
      searches.length === 0 && unsearchedCalls === 0
        ? emptyState('No agent has searched yet', [
            'Searches of agents that use this process appear here by themselves. Those of a client are in the page of ',
            h('code', 'toolscout serve --inspect'),
            '.',
          ])
        : [chips(searches), unsearched(unsearchedCalls), h('ol.feed', items)],
      searches.length > 0 && shown.length === 0 && h('p.quiet', 'None of them.'),
    ])
  }
  const chips = (searches: readonly AskedView[]): HTMLElement =>
    h(
      'ul.chips',
      { 'aria-label': 'Kinds of searches' },
      Object.entries(KINDS).map(([name, matches]) => {
        const choose = (): void => {
          kind = name
          draw()
        }
        const count = h('span.chip-count', formatCount(searches.filter(matches).length))
        return h('li', button('chip', choose, { 'aria-pressed': String(name === kind) }, name, count))
      }),
    )
  return { element: box, show: read, hear: (news) => news.has('activity') && read() }
}

function unsearched(count: number): Child {
  return count > 0 && h('p.quiet', `${formatMany(count, 'call')} of tools that no search had found before.`)
}

function item(asked: AskedView, { now, questionsFile }: SearchLogView, app: App): HTMLElement {
  const { at, query, verdict = '', hits, calls, times } = asked
  const [tone, label] =
    hits === 0 ? ['bad', 'No hits'] : (VERDICTS[verdict] ?? ['quiet', formatMany(hits, 'hit')])
  const again = (): void => app.go({ view: 'tools', query, group: '', id: '' }, true)
  return h('li.finding', [
    h('p.finding-head', [
      h('time.quiet', { datetime: new Date(at).toISOString(), title: formatAgo(at, now) }, formatTime(at)),
      h('q', h('bdi', query)),
      h('span', { class: `pill ${tone}` }, label),
      times > 1 && h('span.quiet', formatMany(times, 'time')),
    ]),
    h('p.names', [
      calls.length === 0
        ? h('span.quiet', 'No tool was called.')
        : calls.map(({ tool, isError }) => [
            toolNames(app, [tool]),
            h('span', { class: `pill ${isError ? 'bad' : 'good'}` }, isError ? 'failed' : 'ok'),
          ]),
    ]),
    h('p.actions', button('link', again, 'Search for this'), judge(asked, questionsFile, app)),
  ])
}

/** Makes a judged question of a search: which tool was right. */
function judge({ query, ids, calls }: AskedView, questionsFile: string | undefined, app: App): Child {
  const right = calls.findLast(({ isError }) => !isError)?.tool
  const choices = [...new Set([...(right === undefined ? [] : [right]), ...ids])]
  const select = h('select.control', { 'aria-label': `Right tool for ${query}` }, [
    choices.map((id) => h('option', { value: id }, id)),
    h('option', { value: '' }, 'no tool fits'),
  ])
  const tools = (): readonly string[] => (select.value === '' ? [] : [select.value])
  const append = async (): Promise<void> => {
    try {
      await app.api.post('/api/question', { query, tools: tools() })
      fill(add, 'Added')
    } catch (error) {
      app.failed(error)
    }
  }
  const add = button(
    'button',
    () => void append(),
    { 'aria-live': 'polite' },
    `Add to ${questionsFile ?? ''}`,
  )
  return [
    h('span.quiet', 'Right tool:'),
    select,
    copyButton(() => JSON.stringify({ query, tools: tools() }), 'Copy as a question'),
    questionsFile !== undefined && app.api.mayAct && add,
  ]
}
