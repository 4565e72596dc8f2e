import type { Explanation } from '@toolscout/model'
import { bar, element } from '../dom.ts'
import { formatScore } from '../format.ts'

/** Levels that are open at once; deeper ones are a click away. */
const OPEN_LEVELS = 3
/** Most parts of one number on the page. */
const MAX_PARTS = 50

/** A score as a tree of bars: each as long as its share of the whole. */
export function explanationTree(root: Explanation): HTMLElement {
  const largest = largestIn(root)
  return element('ul', { class: 'tree' }, node(root, largest, 0))
}

function node({ label, value, children = [] }: Explanation, largest: number, depth: number): HTMLElement {
  const line = [
    element('bdi', { class: 'tree-label' }, label),
    element('span', { class: 'tree-value' }, formatScore(value)),
    bar(largest > 0 ? Math.abs(value) / largest : 0, value < 0 ? 'bad' : depth === 0 ? '' : 'part'),
  ]
  if (children.length === 0) return element('li', {}, element('div', { class: 'tree-line' }, line))
  const left = children.length - MAX_PARTS
  return element(
    'li',
    {},
    element(
      'details',
      { open: depth < OPEN_LEVELS },
      element('summary', { class: 'tree-line' }, line),
      element(
        'ul',
        {},
        children.slice(0, MAX_PARTS).map((child) => node(child, largest, depth + 1)),
        left > 0 ? element('li', { class: 'quiet' }, `and ${left} more`) : undefined,
      ),
    ),
  )
}

function largestIn({ value, children = [] }: Explanation): number {
  return Math.max(Math.abs(value), ...children.map(largestIn))
}
