import { element } from './dom.ts'

/** A bar of a length from 0 to 1. The text next to it says the same, so it is hidden from screen readers. */
export function bar(share: number, kind = ''): HTMLElement {
  const length = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0
  return element(
    'span',
    { class: `bar ${kind}`, 'aria-hidden': 'true' },
    element('span', { class: 'bar-fill', share: length }),
  )
}
