import type { OverviewView } from '../api/views.ts'
import type { App, View } from './client.ts'
import { bar, element, emptyState, fill } from './dom.ts'
import { formatCount, formatMany, formatShare } from './format.ts'
import { groupLabel } from './tools/group-list.ts'

/** Rows that stand in the page. */
const MAX_ROWS = 200

/** What the catalog costs a model, inline and through the meta-tools. */
export function createTokensView(app: App): View {
  const box = element('div', { class: 'page' })

  const draw = (): void => {
    const overview = app.overview()
    if (overview === undefined) return
    fill(
      box,
      element('h2', {}, 'Tokens'),
      overview.tools === 0
        ? emptyState('There is nothing to count', 'Tokens are counted as soon as there are tools.')
        : [comparison(overview), byGroup(overview), fine(overview)],
    )
  }
  return { element: box, show: draw, refresh: draw }
}

function comparison({ tokens: { inline, deferred } }: OverviewView): HTMLElement {
  const most = Math.max(inline, deferred, 1)
  const pays = deferred < inline
  const row = (label: string, tokens: number, kind: string): HTMLElement =>
    element(
      'div',
      { class: 'versus-row' },
      element('dt', {}, label),
      element('dd', {}, element('strong', {}, formatCount(tokens)), ' tokens', bar(tokens / most, kind)),
    )
  return element(
    'section',
    { class: 'hero', 'aria-label': 'Saved' },
    element(
      'p',
      { class: 'hero-figure' },
      element('span', { class: 'hero-number' }, pays ? formatShare(1 - deferred / inline) : 'Nothing'),
      element(
        'span',
        { class: 'hero-words' },
        pays
          ? 'saved at the start, when an agent is shown the meta-tools instead of every definition'
          : 'is saved here: the definitions cost less than the meta-tools that would stand for them. Show the tools themselves.',
      ),
    ),
    element(
      'dl',
      { class: 'versus' },
      row('Every definition', inline, 'plain'),
      row('Meta-tools', deferred, ''),
    ),
  )
}

function byGroup({ groups, groupsLeft }: OverviewView): HTMLElement {
  const sorted = groups.filter(({ tools }) => tools > 0).sort((a, b) => b.tokens - a.tokens)
  const most = Math.max(1, sorted[0]?.tokens ?? 0)
  const left = Math.max(0, sorted.length - MAX_ROWS) + groupsLeft
  return element(
    'div',
    { class: 'table-box' },
    element(
      'table',
      { class: 'table' },
      element('caption', {}, 'Where they come from'),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, 'Server'),
          element('th', { scope: 'col', class: 'number' }, 'Tools'),
          element('th', { scope: 'col', class: 'number' }, 'Tokens'),
          element('th', { scope: 'col', class: 'number' }, 'Per tool'),
          element('th', { scope: 'col', class: 'wide' }, element('span', { class: 'unseen' }, 'Share')),
        ),
      ),
      element(
        'tbody',
        {},
        sorted
          .slice(0, MAX_ROWS)
          .map((group) =>
            element(
              'tr',
              {},
              element('th', { scope: 'row' }, element('bdi', {}, groupLabel(group))),
              element('td', { class: 'number' }, formatCount(group.tools)),
              element('td', { class: 'number' }, formatCount(group.tokens)),
              element('td', { class: 'number' }, formatCount(Math.round(group.tokens / group.tools))),
              element('td', { class: 'wide' }, bar(group.tokens / most)),
            ),
          ),
      ),
    ),
    left === 0 ? undefined : element('p', { class: 'quiet' }, `and ${formatMany(left, 'server')} more`),
  )
}

function fine({ tools, tokens: { counted } }: OverviewView): HTMLElement {
  const progress =
    counted < tools ? ` ${formatCount(counted)} of ${formatMany(tools, 'tool')} are counted so far.` : ''
  return element(
    'p',
    { class: 'quiet fine' },
    'A definition is counted as name, description and input schema in JSON. What searches and descriptions add later is shown with each of them, under Tools.',
    progress,
  )
}
