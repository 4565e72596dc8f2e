import type { Explanation } from '@toolscout/model'
import { andMore, bar, h } from '../dom.ts'
import { formatScore } from '../format.ts'

/** Levels that are open at once; deeper ones are a click away. */
const OPEN_LEVELS = 3
/** Most parts of one number on the page. */
const MAX_PARTS = 50

/** A score as a tree of bars: each as long as its share of the whole. */
export function explanationTree(root: Explanation): HTMLElement {
  return h('ul.tree', node(root, largestIn(root), 0))
}

function node({ label, value, children = [] }: Explanation, largest: number, depth: number): HTMLElement {
  const line = [
    h('bdi.tree-label', label),
    h('span.tree-value', formatScore(value)),
    bar(largest > 0 ? Math.abs(value) / largest : 0, value < 0 ? 'bad' : depth === 0 ? '' : 'part'),
  ]
  if (children.length === 0) return h('li', h('div.tree-line', line))
  const left = children.length - MAX_PARTS
  const parts = children.slice(0, MAX_PARTS).map((child) => node(child, largest, depth + 1))
  return h('li', [
    h('details', { open: depth < OPEN_LEVELS }, [
      h('summary.tree-line', line),
      h('ul', parts, left > 0 && h('li.quiet', andMore(left))),
    ]),
  ])
}

function largestIn({ value, children = [] }: Explanation): number {
  return Math.max(Math.abs(value), ...children.map(largestIn))
}
