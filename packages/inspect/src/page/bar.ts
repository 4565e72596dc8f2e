import { element } from './dom.ts'

/** A bar of a length from 0 to 1. What it shows stands beside it in words, so it says nothing itself. */
export function bar(share: number, kind = ''): HTMLElement {
  const length = Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0
  return element(
    'span',
    { class: `bar ${kind}`, 'aria-hidden': 'true' },
    element('span', { class: 'bar-fill', share: length }),
  )
}
