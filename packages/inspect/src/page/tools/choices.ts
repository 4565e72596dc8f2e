import { button, h } from '../dom.ts'
import type { Route } from '../route.ts'

type Chosen = Pick<Route, 'only' | 'sort'>

const ONLY: readonly (readonly [value: Exclude<Chosen['only'], ''>, label: string])[] = [
  ['readOnly', 'Read-only'],
  ['destructive', 'May destroy'],
  ['unready', 'Server not ready'],
]

/** Which tools are listed, one kind at most, and whether the longest come first. */
export class Choices {
  readonly element: HTMLElement
  readonly #kinds: readonly HTMLButtonElement[]
  readonly #sort: HTMLButtonElement
  #chosen: Chosen = { only: '', sort: '' }

  constructor(onChoice: (chosen: Partial<Chosen>) => void) {
    this.#kinds = ONLY.map(([only, label]) =>
      button('choice', () => onChoice({ only: this.#chosen.only === only ? '' : only }), label),
    )
    const turn = (): void => onChoice({ sort: this.#chosen.sort === '' ? 'tokens' : '' })
    this.#sort = button('choice', turn, 'Most tokens first')
    this.element = h('div.choices', { role: 'group', 'aria-label': 'Which tools' }, this.#kinds, this.#sort)
  }

  /** Hits are in the order of a search, so that there is no other. */
  set(chosen: Chosen, isSearch: boolean): void {
    this.#chosen = chosen
    for (const [i, [only]] of ONLY.entries())
      this.#kinds[i]?.setAttribute('aria-pressed', String(chosen.only === only))
    this.#sort.setAttribute('aria-pressed', String(chosen.sort === 'tokens'))
    this.#sort.hidden = isSearch
  }
}
