import type { FindingsView, FindingView } from '../api/views.ts'
import type { App, View } from './client.ts'
import { element, emptyState, fill } from './dom.ts'
import { formatCount, formatMany } from './format.ts'

const TONES: Readonly<Record<string, string>> = { error: 'bad', warning: 'warn', info: 'quiet' }
/** Findings that are asked for at once, and most that stand in the page. */
const PAGE = 50
const MAX_SHOWN = 200

/** What keeps tools from being found, and what their owners can do. */
export function createFindingsView(app: App): View {
  const box = element('div', { class: 'page' })
  let code: string | undefined
  let limit = PAGE
  let asking = new AbortController()

  const read = async (again = false): Promise<void> => {
    asking.abort()
    asking = new AbortController()
    try {
      const asked = { code, limit, again: again ? 1 : undefined }
      draw(await app.api.get<FindingsView>('/api/findings', asked, asking.signal))
    } catch (error) {
      app.failed(error)
    }
  }
  const draw = (data: FindingsView): void => {
    fill(box, element('h2', {}, 'Findings'), data.state === 'done' ? report(data) : progress(data))
  }
  const progress = ({ state, done, total, tools, reason }: FindingsView): HTMLElement => {
    if (state === 'failed') return emptyState('The catalog could not be looked through', reason ?? '')
    return element(
      'div',
      { class: 'empty' },
      element('p', { class: 'empty-title' }, `Looking through ${formatMany(tools, 'tool')}`),
      element('p', {}, 'Each is searched for by its own words.'),
      element('progress', { max: Math.max(total, 1), value: done, 'aria-label': 'Searches done' }),
    )
  }
  const report = ({
    counts,
    matching,
    findings,
    tools,
    isOld,
  }: FindingsView): readonly (HTMLElement | undefined)[] => {
    const total = counts.reduce((sum, { count }) => sum + count, 0)
    const choose = (wanted: string | undefined): void => {
      code = wanted
      limit = PAGE
      void read()
    }
    return [
      element(
        'p',
        { class: 'lead' },
        total === 0 ? '' : `${formatMany(total, 'finding')} in ${formatMany(tools, 'tool')}. `,
        isOld ? 'The catalog has changed since. ' : '',
        element('button', { class: 'link', type: 'button', on: { click: () => void read(true) } }, 'Re-run'),
      ),
      total === 0
        ? emptyState(
            'Nothing was found',
            `All ${formatMany(tools, 'tool')} are distinct, and are found by their own words.`,
          )
        : element(
            'ul',
            { class: 'chips', 'aria-label': 'Kinds of findings' },
            chip('All', total, '', code === undefined, () => choose(undefined)),
            counts.map(({ code: known, severity, count }) =>
              chip(wordsOf(known), count, TONES[severity] ?? '', code === known, () => choose(known)),
            ),
          ),
      element(
        'ul',
        { class: 'findings' },
        findings.map((finding) => findingItem(finding, app)),
      ),
      matching <= findings.length
        ? undefined
        : element(
            'p',
            { class: 'quiet' },
            limit < MAX_SHOWN
              ? element(
                  'button',
                  { class: 'button', type: 'button', on: { click: () => more() } },
                  'Show more',
                )
              : `and ${formatCount(matching - findings.length)} more; toolscout lint lists them all`,
          ),
    ]
  }
  const more = (): void => {
    limit = Math.min(MAX_SHOWN, limit + PAGE)
    void read()
  }
  return {
    element: box,
    show: () => void read(),
    hear: (news) => {
      if (news.has('findings') || news.has('catalog')) void read()
    },
  }
}

function chip(
  label: string,
  count: number,
  tone: string,
  isChosen: boolean,
  onClick: () => void,
): HTMLElement {
  return element(
    'li',
    {},
    element(
      'button',
      {
        class: `chip ${tone}`,
        type: 'button',
        'aria-pressed': isChosen ? 'true' : 'false',
        on: { click: onClick },
      },
      label,
      element('span', { class: 'chip-count' }, formatCount(count)),
    ),
  )
}

/** `NO_DESCRIPTION` in words. */
function wordsOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** One finding, with links to its tools. */
function findingItem(
  { code, severity, message, suggestion, tools, toolsLeft }: FindingView,
  app: App,
): HTMLElement {
  return element(
    'li',
    { class: 'finding' },
    element(
      'p',
      { class: 'finding-head' },
      element('span', { class: `pill ${TONES[severity] ?? ''}` }, severity),
      element('span', { class: 'finding-code' }, wordsOf(code)),
    ),
    element('p', {}, message),
    element('p', { class: 'quiet' }, suggestion),
    element(
      'p',
      { class: 'names' },
      tools.map((id) =>
        element(
          'button',
          {
            class: 'link mono',
            type: 'button',
            on: { click: () => app.go({ view: 'tools', id, query: '', group: '' }, true) },
          },
          id,
        ),
      ),
      toolsLeft > 0 ? `and ${formatCount(toolsLeft)} more` : undefined,
    ),
  )
}
