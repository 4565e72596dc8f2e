import type { DescriptionView, ExplanationView, HintView } from '../../api/views.ts'
import type { App } from '../client.ts'
import { type QueryParams, RequestFailed } from '../client.ts'
import { element, emptyState, fill } from '../dom.ts'
import { formatCount } from '../format.ts'
import { explanationTree } from './explanation-tree.ts'
import { groupLabel } from './group-list.ts'
import { levelTabs } from './levels.ts'

const HINTS: Readonly<Record<HintView, readonly [label: string, tone: string]>> = {
  readOnly: ['read-only', 'good'],
  destructive: ['destructive', 'bad'],
  idempotent: ['idempotent', 'quiet'],
  openWorld: ['open world', 'quiet'],
}

/** What is known of one tool, and why it was found. */
export function createToolDetail(
  app: App,
  onBack: () => void,
): {
  readonly element: HTMLElement
  readonly show: (id: string, query: string, group: string) => void
} {
  const about = element('div', { class: 'about' })
  const why = element('div', { class: 'why' })
  const box = element(
    'section',
    { class: 'pane-detail', 'aria-label': 'Tool' },
    element('button', { class: 'back', type: 'button', on: { click: onBack } }, '← Back to the list'),
    about,
    why,
  )
  let asking = new AbortController()
  let shown = ''

  const show = (id: string, query: string, group: string): void => {
    const key = `${id}\n${query}\n${group}\n${app.overview()?.version ?? ''}`
    if (key === shown) return
    shown = key
    asking.abort()
    asking = new AbortController()
    box.classList.toggle('has-tool', id !== '')
    if (id === '') {
      fill(about, emptyState('Select a tool', 'Its descriptions and their token counts appear here.'))
      fill(why)
      return
    }
    const { signal } = asking
    describe(id, signal).catch((error: unknown) => {
      shown = ''
      if (error instanceof RequestFailed && error.status === 404) {
        fill(about, emptyState('This tool is gone', error.message))
        fill(why)
      } else app.failed(error)
    })
    if (query.trim() === '') fill(why)
    else explain({ id, q: query, group: group === '' ? undefined : group }, signal).catch(app.failed)
  }
  const describe = async (id: string, signal: AbortSignal): Promise<void> => {
    const data = await app.api.get<DescriptionView>('/api/tool', { id }, signal)
    fill(about, heading(data), levelTabs(data.levels))
  }
  const heading = ({ tool, exportName, version, tags, hint }: DescriptionView): HTMLElement => {
    const group = app.overview()?.groups.find(({ key }) => key === tool.group)
    const changed = app.changesOf(tool.id)
    return element(
      'header',
      { class: 'tool-head' },
      element('h2', {}, element('bdi', {}, tool.title ?? tool.name)),
      element(
        'p',
        { class: 'tool-id' },
        element('code', { title: 'Id' }, tool.id),
        exportName === tool.id
          ? undefined
          : element('code', { title: 'Name for model providers' }, exportName),
      ),
      element(
        'p',
        { class: 'marks' },
        group === undefined
          ? undefined
          : element(
              'button',
              { class: 'mark link', type: 'button', on: { click: () => app.go({ group: group.key }) } },
              groupLabel(group),
            ),
        version === undefined ? undefined : element('span', { class: 'mark' }, `version ${version}`),
        tool.hints.map((name) => element('span', { class: `mark ${HINTS[name][1]}` }, HINTS[name][0])),
        tags.slice(0, 20).map((tag) => element('span', { class: 'mark' }, `#${tag}`)),
      ),
      hint === undefined ? undefined : element('p', { class: 'callout warn' }, hint),
      changed === undefined
        ? undefined
        : element(
            'p',
            { class: 'callout warn' },
            `Changed since it was trusted: ${changed.join(', ')}. `,
            element(
              'button',
              { class: 'link', type: 'button', on: { click: () => app.go({ view: 'pins' }, true) } },
              'What changed',
            ),
          ),
    )
  }
  const explain = async (asked: QueryParams, signal: AbortSignal): Promise<void> => {
    const { rank, explanation } = await app.api.get<ExplanationView>('/api/explanation', asked, signal)
    const title = rank === undefined ? 'Not among the first hits' : `Why it is number ${formatCount(rank)}`
    fill(
      why,
      element('h3', {}, title),
      explanation === undefined
        ? element(
            'p',
            { class: 'quiet' },
            rank === undefined
              ? 'The words of the query do not lead here.'
              : 'The searcher explains nothing.',
          )
        : explanationTree(explanation),
    )
  }
  show('', '', '')
  return { element: box, show }
}
