import { button, h } from '../dom.ts'
import type { Route } from '../route.ts'

/** How long typing rests before it is searched, in milliseconds: keys that follow at once are one question. */
const REST_MS = 60

/** The field one looks for tools with. */
export class SearchBox {
  readonly element: HTMLElement
  readonly #input: HTMLInputElement
  readonly #onQuery: (query: string) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `onDown` goes into the list, from the keyboard. */
  constructor(onQuery: (query: string) => void, onDown: () => void) {
    this.#onQuery = onQuery
    this.#input = h('input.search-input', {
      id: 'search',
      type: 'search',
      placeholder: 'What should the tool do?',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 1_000,
      'aria-controls': 'tool-list',
      'aria-describedby': 'search-keys',
      on: { input: this.#onInput, keydown: (event) => this.#onKey(event, onDown) },
    })
    this.element = h('search.search', [
      h('label.unseen', { for: 'search' }, 'Search tools'),
      this.#input,
      h('kbd.key', { 'aria-hidden': 'true' }, '/'),
      h('span.unseen', { id: 'search-keys' }, 'Arrow down goes to the results, slash comes back here.'),
    ])
  }

  set(query: string): void {
    if (this.#timer === undefined && this.#input.value !== query) this.#input.value = query
  }

  focus(): void {
    this.#input.focus()
    this.#input.select()
  }

  readonly #onInput = (): void => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#notify(), REST_MS)
  }

  #onKey(event: KeyboardEvent, onDown: () => void): void {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      if (this.#timer !== undefined) this.#notify()
      onDown()
    } else if (event.key === 'Escape' && this.#input.value !== '') {
      event.preventDefault()
      this.#input.value = ''
      this.#notify()
    }
  }

  #notify(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#onQuery(this.#input.value)
  }
}

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
