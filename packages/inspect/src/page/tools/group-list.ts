import type { GroupView, OverviewView } from '../../api/views.ts'
import { element, fill } from '../dom.ts'
import { formatCount, stateDot, stateLabel } from '../format.ts'

/** Groups that stand in the page; the rest is found by searching. */
const MAX_SHOWN = 200

/** The full name of a group. */
export function groupLabel({ kind, name }: Pick<GroupView, 'kind' | 'name'>): string {
  return kind === 'local' ? (name === '' ? 'local functions' : name) : name
}

/** The groups, of which one narrows the list. */
export function createGroupList(onGroup: (key: string) => void): {
  readonly element: HTMLElement
  readonly draw: (overview: OverviewView, chosen: string) => void
} {
  const list = element('ul', { class: 'groups' })
  const box = element(
    'nav',
    { class: 'pane-groups', 'aria-label': 'Servers' },
    element('h2', { class: 'pane-title' }, 'Servers'),
    list,
  )
  let drawn: { readonly overview: OverviewView; readonly chosen: string } | undefined
  const draw = (overview: OverviewView, chosen: string): void => {
    if (drawn?.overview === overview && drawn.chosen === chosen) return
    drawn = { overview, chosen }
    const focused =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.group : undefined
    const item = (key: string, label: string, count: number, group?: GroupView): HTMLElement => {
      const state = group?.server?.state
      return element(
        'li',
        {},
        element(
          'button',
          {
            class: 'group',
            type: 'button',
            'data-group': key,
            'aria-pressed': key === chosen ? 'true' : 'false',
            title: state === undefined ? undefined : stateLabel(state),
            on: { click: () => onGroup(key) },
          },
          state === undefined
            ? element('span', { class: 'dot none', 'aria-hidden': 'true' })
            : stateDot(state),
          element('bdi', { class: 'group-name' }, label),
          state === undefined || state === 'ready'
            ? undefined
            : element('span', { class: 'unseen' }, `, ${stateLabel(state)}, `),
          element('span', { class: 'group-count' }, formatCount(count)),
        ),
      )
    }
    const shown = overview.groups.slice(0, MAX_SHOWN)
    const left = overview.groups.length - shown.length + overview.groupsLeft
    fill(
      list,
      item('', 'All tools', overview.tools),
      shown.map((group) => item(group.key, groupLabel(group), group.tools, group)),
      left === 0 ? undefined : element('li', { class: 'quiet' }, `and ${formatCount(left)} more`),
    )
    if (focused !== undefined) {
      for (const button of list.querySelectorAll<HTMLElement>('button')) {
        if (button.dataset.group === focused) button.focus({ preventScroll: true })
      }
    }
  }
  return { element: box, draw }
}
