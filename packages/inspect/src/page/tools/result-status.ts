import type { SearchView } from '../../api/views.ts'
import { type Child, element } from '../dom.ts'
import { formatCount, formatMany, formatMs, formatShare } from '../format.ts'

const VERDICTS: Readonly<Record<string, readonly [tone: string, label: string]>> = {
  strong: ['good', 'Strong match'],
  weak: ['warn', 'Weak match: look before you call'],
  none: ['bad', 'Nothing here fits'],
}

/** A search in a sentence, to be read out. */
export function spokenStatus({ hits, verdict }: SearchView): string {
  const level = verdict === undefined ? '' : `, ${VERDICTS[verdict.level]?.[1] ?? verdict.level}`
  return hits.length === 0
    ? 'No hits'
    : `${formatMany(hits.length, 'hit')}${level}. First: ${hits[0]?.name ?? ''}`
}

/** What a search says of itself: how sure it is, what it lacks, what it cost. */
export function resultStatus(found: SearchView, onTool: (id: string) => void): readonly Child[] {
  const { hits, verdict, unmatchedTerms, degraded, durationMs, tokens } = found
  const [tone, label] = (hits.length > 0 ? VERDICTS[verdict?.level ?? ''] : undefined) ?? ['quiet', '']
  const saved = tokens.definitions > 0 ? 1 - tokens.summaries / tokens.definitions : 0
  return [
    element(
      'p',
      { class: 'status-line' },
      label === '' ? undefined : element('span', { class: `pill ${tone}` }, label),
      element('span', {}, formatMany(hits.length, 'hit')),
      element('span', {}, formatMs(durationMs)),
      hits.length === 0
        ? undefined
        : element(
            'span',
            { title: 'What an agent reads of these hits, and what their definitions would take' },
            `${formatCount(tokens.summaries)} of ${formatCount(tokens.definitions)} tokens`,
            saved > 0 ? ` (${formatShare(saved)} less)` : '',
          ),
    ),
    unmatchedTerms.length === 0
      ? undefined
      : element(
          'p',
          { class: 'note' },
          'No tool contains ',
          unmatchedTerms.map((term, i) => [i === 0 ? '' : ', ', element('q', {}, element('bdi', {}, term))]),
          '.',
        ),
    verdict === undefined || verdict.nearMisses.length === 0
      ? undefined
      : element(
          'details',
          { class: 'note' },
          element('summary', {}, 'What the nearest tools lack'),
          element(
            'ul',
            {},
            verdict.nearMisses.map(({ id, reason }) =>
              element(
                'li',
                {},
                element('button', { class: 'link', type: 'button', on: { click: () => onTool(id) } }, id),
                ` ${reason}`,
              ),
            ),
          ),
        ),
    degraded.length === 0
      ? undefined
      : element(
          'details',
          { class: 'note' },
          element('summary', {}, `${formatMany(degraded.length, 'part')} of the search unavailable`),
          element(
            'ul',
            {},
            degraded.map(({ part, reason }) => element('li', {}, element('strong', {}, part), ` ${reason}`)),
          ),
        ),
  ]
}
