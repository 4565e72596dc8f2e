import { formatCount, stateLabel, toneOfState } from './format.ts'

/** What may stand inside an element; texts become text, whatever they hold, and `false` and `undefined` nothing. */
export type Child = Node | string | false | undefined | readonly Child[]

/** Attributes, `on` for what listens, and `share` for the length of a bar, from 0 to 1. */
export interface Attributes {
  readonly [attribute: string]: string | number | boolean | undefined | Listeners
  readonly on?: Listeners
}

type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }

type Tag = keyof HTMLElementTagNameMap

/**
 * Makes an element from a selector such as `p.quiet`, attributes and children (hyperscript). The only way anything comes
 * onto the page: no text is ever read as markup.
 */
export function h<Name extends Tag>(
  selector: Name | `${Name}.${string}`,
  ...parts: readonly (Attributes | Child)[]
): HTMLElementTagNameMap[Name] {
  const [tag, ...classes] = selector.split('.')
  const made = document.createElement(tag as Name)
  if (classes.length > 0) made.className = classes.join(' ')
  for (const part of parts) {
    if (isAttributes(part)) setAttributes(made, part)
    else made.append(...flat([part]))
  }
  return made
}

function isAttributes(part: Attributes | Child): part is Attributes {
  return typeof part === 'object' && !(part instanceof Node) && !Array.isArray(part)
}

function setAttributes(element: HTMLElement, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'object') {
      for (const [event, listener] of Object.entries(value))
        element.addEventListener(event, listener as EventListener)
    } else if (name === 'share') element.style.setProperty('--share', String(value))
    else element.setAttribute(name, value === true ? '' : String(value))
  }
}

/** Puts something else in the place of everything in an element. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...flat(children))
}

function flat(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === undefined || child === false) return []
    return typeof child === 'string' || child instanceof Node ? [child] : flat(child)
  })
}

/** Makes an element of a drawing. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly (Node | string)[]
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/** A button that looks as its classes say. */
export function button(
  classes: string,
  onClick: () => void,
  ...parts: readonly (Attributes | Child)[]
): HTMLButtonElement {
  return h('button', { class: classes, type: 'button', on: { click: onClick } }, ...parts)
}

/** A button that copies a text, and says that it did. */
export function copyButton(text: string | (() => string), label = 'Copy'): HTMLButtonElement {
  const say = (word: string): void => fill(made, word)
  const copy = (): void =>
    void navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => say('Copied'),
      () => say('Copying is not allowed here'),
    )
  const made = button('link copy', copy, { 'aria-live': 'polite' }, label)
  return made
}

/** A bar of a length from 0 to 1. The text next to it says the same, so it is hidden from screen readers. */
export function bar(share: number, kind = ''): HTMLElement {
  const length = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0
  return h('span', { class: `bar ${kind}`, 'aria-hidden': 'true' }, h('span.bar-fill', { share: length }))
}

/** The text of an empty list: that it is empty, and what to do. */
export function emptyState(title: string, ...advice: readonly Child[]): HTMLElement {
  return h('div.empty', h('p.empty-title', title), advice.length > 0 && h('p', advice))
}

/** Says how many more there are; nothing when all are shown. */
export function andMore(left: number, what = 'more'): string | undefined {
  return left > 0 ? `and ${formatCount(left)} ${what}` : undefined
}

/** A dot in the colour of a state; the word is next to it, or is read out. */
export function stateDot(state: string): HTMLElement {
  return h('span', { class: `dot ${toneOfState(state)}`, 'aria-hidden': 'true' })
}

/** A state in words and colour. */
export function statePill(state: string): HTMLElement {
  return h('span', { class: `pill ${toneOfState(state)}` }, stateDot(state), stateLabel(state))
}
