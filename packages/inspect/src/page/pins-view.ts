import type { PinsView, PinView } from '../api/views.ts'
import type { App, View } from './client.ts'
import { element, emptyState, fill } from './dom.ts'
import { formatAgo, formatCount, formatMany } from './format.ts'

/** Definitions that are not the ones that are trusted, with what changed. Definitions are approved with the command. */
export function createPinsView(app: App): View & { readonly draw: (data: PinsView) => void } {
  const box = element('div', { class: 'page' })
  const draw = ({ waiting, pins }: PinsView): void => {
    const blocked = pins.filter(({ isQuarantined }) => isQuarantined).length
    const left = waiting - pins.length
    fill(
      box,
      element('h2', {}, 'Changes'),
      waiting === 0
        ? emptyState(
            'All definitions are the ones that are trusted',
            'A tool whose server says something else of it than before appears here.',
          )
        : element(
            'p',
            { class: 'lead' },
            `${formatMany(waiting, 'definition')} ${waiting === 1 ? 'waits' : 'wait'} for approval`,
            blocked === 0
              ? '. '
              : `, ${left > 0 ? 'at least ' : ''}${formatCount(blocked)} blocked until then. `,
            'This page only reads; approve with ',
            element('code', {}, 'toolscout approve'),
            '.',
          ),
      element('ul', { class: 'findings' }, pins.map(item)),
      left > 0
        ? element('p', { class: 'quiet' }, `and ${formatCount(left)} more; toolscout pins lists them all`)
        : undefined,
    )
  }
  const item = ({
    id,
    digest,
    state,
    isQuarantined,
    since,
    changed,
    diff,
    definition,
  }: PinView): HTMLElement =>
    element(
      'li',
      { class: 'finding' },
      element(
        'p',
        { class: 'finding-head' },
        element(
          'span',
          { class: `pill ${isQuarantined ? 'bad' : 'warn'}` },
          isQuarantined ? 'blocked' : 'changed',
        ),
        isQuarantined
          ? element('bdi', { class: 'mono' }, id)
          : element(
              'button',
              {
                class: 'link mono',
                type: 'button',
                on: { click: () => app.go({ view: 'tools', id, query: '', group: '' }, true) },
              },
              id,
            ),
        element('span', { class: 'quiet' }, formatAgo(since, Date.now())),
      ),
      element('p', {}, state === 'quarantined' ? 'Nobody approved it yet' : changed.join(', ')),
      diff.length > 0
        ? element(
            'pre',
            { class: 'diff', tabindex: 0, 'aria-label': `What changed of ${id}` },
            diff.map((line) => element('span', { class: toneOf(line) }, `${line}\n`)),
          )
        : definition === undefined
          ? undefined
          : [
              element('p', { class: 'quiet' }, 'What it was is not known; this is what it is.'),
              element('pre', { class: 'diff', tabindex: 0, 'aria-label': `Definition of ${id}` }, definition),
            ],
      element('p', { class: 'quiet' }, element('code', {}, `toolscout approve ${id}@${digest}`)),
    )
  draw({ waiting: 0, pins: [] })
  return { element: box, show: () => {}, draw }
}

function toneOf(line: string): string {
  return line.startsWith('+') ? 'come' : line.startsWith('-') ? 'gone' : 'quiet'
}
