import { element } from '../dom.ts'

/** How long typing rests before it is searched, in milliseconds: keys that follow at once are one question. */
const REST_MS = 60

/** The field one looks for tools with. */
export function createSearchBox({
  onQuery,
  onDown,
}: {
  readonly onQuery: (query: string) => void
  /** Into the list, from the keyboard. */
  readonly onDown: () => void
}): {
  readonly element: HTMLElement
  readonly set: (query: string) => void
  readonly focus: () => void
} {
  let timer: ReturnType<typeof setTimeout> | undefined
  const notify = (): void => {
    clearTimeout(timer)
    timer = undefined
    onQuery(input.value)
  }
  const input = element('input', {
    class: 'search-input',
    id: 'search',
    type: 'search',
    placeholder: 'What should the tool do?',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 1_000,
    'aria-controls': 'tool-list',
    'aria-describedby': 'search-keys',
    on: {
      input: () => {
        clearTimeout(timer)
        timer = setTimeout(notify, REST_MS)
      },
      keydown: (event) => {
        if (event.key === 'ArrowDown' || event.key === 'Enter') {
          event.preventDefault()
          if (timer !== undefined) notify()
          onDown()
        } else if (event.key === 'Escape' && input.value !== '') {
          event.preventDefault()
          input.value = ''
          notify()
        }
      },
    },
  })
  return {
    element: element(
      'search',
      { class: 'search' },
      element('label', { class: 'unseen', for: 'search' }, 'Search tools'),
      input,
      element('kbd', { class: 'key', 'aria-hidden': 'true' }, '/'),
      element(
        'span',
        { class: 'unseen', id: 'search-keys' },
        'Arrow down goes to the results, slash comes back here.',
      ),
    ),
    set: (query) => {
      if (timer === undefined && input.value !== query) input.value = query
    },
    focus: () => {
      input.focus()
      input.select()
    },
  }
}
