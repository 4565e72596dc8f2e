/** What may stand inside an element; texts become text, whatever they hold. */
export type Child = Node | string | undefined | readonly Child[]

/** Attributes, `on` for what listens, and `share` for the length of a bar, from 0 to 1. */
export interface Given {
  readonly [attribute: string]: string | number | boolean | undefined | Listeners
  readonly on?: Listeners
}

type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }

/** Makes an element. The only way anything comes onto the page: no text is ever read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  given: Given = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'object') {
      for (const [event, listener] of Object.entries(value))
        made.addEventListener(event, listener as EventListener)
    } else if (name === 'share') made.style.setProperty('--share', String(value))
    else made.setAttribute(name, value === true ? '' : String(value))
  }
  fill(made, ...children)
  return made
}

/** Puts something else in the place of everything in an element. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...flat(children))
}

function flat(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === undefined) return []
    return typeof child === 'string' || child instanceof Node ? [child] : flat(child)
  })
}

/** A bar of a length from 0 to 1. The text next to it says the same, so it is hidden from screen readers. */
export function bar(share: number, kind = ''): HTMLElement {
  const length = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0
  return element(
    'span',
    { class: `bar ${kind}`, 'aria-hidden': 'true' },
    element('span', { class: 'bar-fill', share: length }),
  )
}

/** The text of an empty list: that it is empty, and what to do. */
export function emptyState(title: string, ...advice: readonly Child[]): HTMLElement {
  return element(
    'div',
    { class: 'empty' },
    element('p', { class: 'empty-title' }, title),
    advice.length === 0 ? undefined : element('p', {}, ...advice),
  )
}
