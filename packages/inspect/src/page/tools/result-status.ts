import type { SearchView } from '../../api/views.ts'
import { button, type Child, h } from '../dom.ts'
import { formatCount, formatMany, formatMs, formatShare } from '../format.ts'

const VERDICTS: Readonly<Record<string, readonly [tone: string, label: string]>> = {
  strong: ['good', 'Strong match'],
  weak: ['warn', 'Weak match: look before you call'],
  none: ['bad', 'Nothing here fits'],
}

/** A search in a sentence, to be read out. */
export function spokenStatus({ hits, verdict }: SearchView): string {
  if (hits.length === 0) return 'No hits'
  const level = verdict === undefined ? '' : `, ${VERDICTS[verdict.level]?.[1] ?? verdict.level}`
  return `${formatMany(hits.length, 'hit')}${level}. First: ${hits[0]?.name ?? ''}`
}

/** What a search says of itself: how sure it is, what it lacks, what it cost. */
export function resultStatus(found: SearchView, onTool: (id: string) => void): Child {
  const { hits, verdict, unmatchedTerms, degraded, durationMs } = found
  const [tone, label] = (hits.length > 0 && VERDICTS[verdict?.level ?? '']) || ['', '']
  const terms = unmatchedTerms.map((term, i) => [i > 0 && ', ', h('q', h('bdi', term))])
  const lacks = (verdict?.nearMisses ?? []).map(({ id, reason }) =>
    h('li', [button('link', () => onTool(id), id), ` ${reason}`]),
  )
  const gone = degraded.map(({ part, reason }) => h('li', h('strong', part), ` ${reason}`))
  return [
    h('p.status-line', [
      label !== '' && h('span', { class: `pill ${tone}` }, label),
      h('span', formatMany(hits.length, 'hit')),
      h('span', formatMs(durationMs)),
      hits.length > 0 && cost(found),
    ]),
    terms.length > 0 && h('p.note', 'No tool contains ', terms, '.'),
    note('What the nearest tools lack', lacks),
    note(`${formatMany(gone.length, 'part')} of the search unavailable`, gone),
  ]
}

function cost({ tokens: { summaries, definitions } }: SearchView): HTMLElement {
  const saved = definitions > 0 ? 1 - summaries / definitions : 0
  const title = 'What an agent reads of these hits, and what their definitions would take'
  return h('span', { title }, [
    `${formatCount(summaries)} of ${formatCount(definitions)} tokens`,
    saved > 0 && ` (${formatShare(saved)} less)`,
  ])
}

function note(summary: string, items: readonly HTMLElement[]): Child {
  return items.length > 0 && h('details.note', h('summary', summary), h('ul', items))
}
