import type { GroupView, OverviewView } from '../../api/views.ts'
import { andMore, button, fill, h, stateDot } from '../dom.ts'
import { formatCount, groupLabel, stateLabel } from '../format.ts'

/** Groups that stand in the page; the rest is found by searching. */
const MAX_SHOWN = 200

/** The groups, of which one narrows the list. */
export class GroupList {
  readonly #list = h('ul.groups')
  readonly element: HTMLElement = h('nav.pane-groups', { 'aria-label': 'Servers' }, [
    h('h2.pane-title', 'Servers'),
    this.#list,
  ])
  readonly #onGroup: (key: string) => void
  #overview: OverviewView | undefined
  #chosen = ''

  constructor(onGroup: (key: string) => void) {
    this.#onGroup = onGroup
  }

  draw(overview: OverviewView, chosen: string): void {
    if (this.#overview === overview && this.#chosen === chosen) return
    this.#overview = overview
    this.#chosen = chosen
    const focused = [...this.#list.querySelectorAll('button')].find((item) => item.matches(':focus'))
    const shown = overview.groups.slice(0, MAX_SHOWN)
    const left = overview.groups.length - shown.length + overview.groupsLeft
    fill(
      this.#list,
      this.#item('', 'All tools', overview.tools),
      shown.map((group) => this.#item(group.key, groupLabel(group), group.tools, group)),
      left > 0 && h('li.quiet', andMore(left)),
    )
    for (const item of this.#list.querySelectorAll('button'))
      if (item.dataset.group === focused?.dataset.group) item.focus({ preventScroll: true })
  }

  #item(key: string, label: string, count: number, group?: GroupView): HTMLElement {
    const state = group?.server?.state
    const attributes = {
      'data-group': key,
      'aria-pressed': String(key === this.#chosen),
      title: state === undefined ? undefined : stateLabel(state),
    }
    const parts = [
      state === undefined ? h('span.dot.none', { 'aria-hidden': 'true' }) : stateDot(state),
      h('bdi.group-name', label),
      state !== undefined && state !== 'ready' && h('span.unseen', `, ${stateLabel(state)}, `),
      h('span.group-count', formatCount(count)),
    ]
    return h(
      'li',
      button('group', () => this.#onGroup(key), attributes, parts),
    )
  }
}
