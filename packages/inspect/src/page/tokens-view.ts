import type { TaskView } from '../api/task-view.ts'
import type { GroupView, OverviewView } from '../api/views.ts'
import type { App, View } from './client.ts'
import { andMore, bar, emptyState, fill, h } from './dom.ts'
import { formatCount, formatMany, formatShare, groupLabel } from './format.ts'

/** Rows that stand in the page. */
const MAX_ROWS = 200

/** What the catalog costs a model, inline and through the meta-tools. */
export function createTokensView(app: App): View {
  const box = h('div.page')
  let task: Partial<TaskView> = {}
  let asked: number | undefined
  const ask = async (version: number): Promise<void> => {
    if (asked === version) return
    asked = version
    try {
      task = await app.api.get<Partial<TaskView>>('/api/task')
      draw()
    } catch (error) {
      asked = undefined
      app.failed(error)
    }
  }
  const draw = (): void => {
    const overview = app.overview()
    if (overview === undefined) return
    void ask(overview.version)
    fill(
      box,
      h('h2', 'Tokens'),
      overview.tools === 0
        ? emptyState('There is nothing to count', 'Tokens are counted as soon as there are tools.')
        : [comparison(overview, task), byGroup(overview), fine(overview)],
    )
  }
  return { element: box, show: draw, refresh: draw }
}

function comparison({ tokens: { inline, deferred } }: OverviewView, task: Partial<TaskView>): HTMLElement {
  const pays = deferred < inline
  const words = pays
    ? 'saved at the start, when an agent is shown the meta-tools instead of every definition. Searches cost later.'
    : 'is saved here: the definitions cost less than the meta-tools that would stand for them. Show the tools themselves.'
  const { billed, calls = 0, reason } = task
  return h('section.hero', { 'aria-label': 'Saved' }, [
    h('p.hero-figure', [
      h('span.hero-number', pays ? formatShare(1 - deferred / inline) : 'Nothing'),
      h('span.hero-words', words),
    ]),
    h('dl.versus', versus({ inline, deferred })),
    reason !== undefined && h('h3', reason),
    billed !== undefined && [
      h(
        'p.quiet',
        `A task of ${formatMany(calls, 'call')} as it is billed, with a search before each and prompts that are cached:`,
      ),
      h('dl.versus', versus(billed)),
    ],
  ])
}

/** Two numbers of tokens, each with a bar. */
function versus({ inline, deferred }: TaskView['billed']): readonly HTMLElement[] {
  const most = Math.max(inline, deferred, 1)
  const row = (label: string, tokens: number, kind: string): HTMLElement =>
    h('div.versus-row', [
      h('dt', label),
      h('dd', h('strong', formatCount(tokens)), ' tokens', bar(tokens / most, kind)),
    ])
  return [row('Every definition', inline, 'plain'), row('Meta-tools', deferred, '')]
}

function byGroup({ groups, groupsLeft }: OverviewView): HTMLElement {
  const sorted = groups.filter(({ tools }) => tools > 0).sort((a, b) => b.tokens - a.tokens)
  const most = Math.max(1, sorted[0]?.tokens ?? 0)
  const left = Math.max(0, sorted.length - MAX_ROWS) + groupsLeft
  const row = (group: GroupView): HTMLElement =>
    h('tr', [
      h('th', { scope: 'row' }, h('bdi', groupLabel(group))),
      [group.tools, group.tokens, Math.round(group.tokens / group.tools)].map((count) =>
        h('td.number', formatCount(count)),
      ),
      h('td.wide', bar(group.tokens / most)),
    ])
  const head = h('tr', [
    h('th', { scope: 'col' }, 'Server'),
    ['Tools', 'Tokens', 'Per tool'].map((name) => h('th.number', { scope: 'col' }, name)),
    h('th.wide', { scope: 'col' }, h('span.unseen', 'Share')),
  ])
  return h('div.table-box', [
    h('table.table', [
      h('caption', 'Where they come from'),
      h('thead', head),
      h('tbody', sorted.slice(0, MAX_ROWS).map(row)),
    ]),
    left > 0 && h('p.quiet', andMore(left, left === 1 ? 'server more' : 'servers more')),
  ])
}

function fine({ tools, tokens: { counted } }: OverviewView): HTMLElement {
  return h('p.quiet.fine', [
    'A definition is counted as name, description and input schema in JSON. What searches and descriptions add later is shown with each of them, under Tools.',
    counted < tools && ` ${formatCount(counted)} of ${formatMany(tools, 'tool')} are counted so far.`,
  ])
}
