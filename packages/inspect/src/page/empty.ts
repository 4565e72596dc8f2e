import { type Child, element } from './dom.ts'

/** The text of an empty list: that it is empty, and what to do. */
export function emptyState(title: string, ...advice: readonly Child[]): HTMLElement {
  return element(
    'div',
    { class: 'empty' },
    element('p', { class: 'empty-title' }, title),
    advice.length === 0 ? undefined : element('p', {}, ...advice),
  )
}
