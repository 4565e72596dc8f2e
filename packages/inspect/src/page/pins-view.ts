import type { PinsView, PinView } from '../api/views.ts'
import { type App, toolNames, type View } from './client.ts'
import { andMore, button, type Child, copyButton, emptyState, fill, h } from './dom.ts'
import { formatAgo, formatCount, formatMany } from './format.ts'

/** Definitions that are not the ones that are trusted, with what changed. Approved here, or with the command. */
export function createPinsView(app: App): View & { readonly draw: (data: PinsView) => void } {
  const box = h('div.page')
  const draw = ({ waiting, suspected, pins }: PinsView): void => {
    const left = waiting + suspected - pins.length
    const items = pins.map((pin) => item(pin, app))
    fill(
      box,
      h('h2', 'Changes'),
      waiting > 0
        ? h('p.lead', lead(waiting, pins))
        : emptyState(
            'All definitions are the ones that are trusted',
            'A tool whose server says something else of it than before appears here.',
          ),
      suspected > 0 &&
        h(
          'p.lead',
          `${formatMany(suspected, 'definition')} that ${suspected === 1 ? 'waits' : 'wait'} for nothing ${suspected === 1 ? 'reads' : 'read'} like orders to a model.`,
        ),
      h('ul.findings', items),
      left > 0 && h('p.quiet', andMore(left, 'more; toolscout pins lists them all')),
    )
  }
  draw({ waiting: 0, suspected: 0, pins: [] })
  return { element: box, show: () => {}, draw }
}

function lead(waiting: number, pins: readonly PinView[]): Child {
  const blocked = pins.filter(({ isQuarantined }) => isQuarantined).length
  const least = waiting > pins.length ? 'at least ' : ''
  return [
    `${formatMany(waiting, 'definition')} ${waiting === 1 ? 'waits' : 'wait'} for approval`,
    blocked === 0 ? '. ' : `, ${least}${formatCount(blocked)} blocked until then. `,
    'Approve those that you have read and trust, here or with ',
    h('code', 'toolscout approve'),
    '.',
  ]
}

function item(pin: PinView, app: App): HTMLElement {
  const { id, digest, state, isQuarantined, isWaiting, since, changed, grade } = pin
  return h('li.finding', [
    h('p.finding-head', [
      isQuarantined ? h('span.pill.bad', 'blocked') : isWaiting && h('span.pill.warn', 'changed'),
      grade !== undefined && h('span.pill', grade),
      toolNames(app, [id], { areGone: isQuarantined }),
      h('span.quiet', formatAgo(since, Date.now())),
    ]),
    suspicions(pin.level, pin.findings),
    isWaiting && [
      h(
        'p',
        state === 'quarantined' ? 'Nobody approved it yet' : [...(pin.reasons ?? []), ...changed].join(', '),
      ),
      whatChanged(pin),
    ],
    h('p.actions', [
      app.api.mayAct && approveButton(pin, app),
      h('code.quiet', `toolscout approve ${id}@${digest}`),
      copyButton(`toolscout approve ${id}@${digest}`),
    ]),
  ])
}

/** Trusts the definition as it is shown; one that has changed since is not trusted, and the page says so. */
function approveButton({ id, digest }: PinView, app: App): HTMLButtonElement {
  const approve = async (): Promise<void> => {
    made.disabled = true
    try {
      await app.api.post('/api/approve', { id, digest })
      app.announce(`Approved ${id}`)
    } catch (error) {
      made.disabled = false
      app.failed(error)
    }
  }
  const made = button('button', () => void approve(), { 'aria-label': `Approve ${id}` }, 'Approve')
  return made
}

/** The tone of a definition whose texts do not look clean. */
export function toneOfLevel(level: PinView['level']): 'bad' | 'warn' {
  return level === 'poisoned' ? 'bad' : 'warn'
}

/** What the texts of a definition look like, with the words in question; nothing where they look clean. */
export function suspicions(level: PinView['level'], findings: readonly string[]): readonly HTMLElement[] {
  if (level === 'clean') return []
  const tone = toneOfLevel(level)
  const line = (finding: string): HTMLElement =>
    h('p', { class: `callout ${tone}` }, [h('span', { class: `pill ${tone}` }, level), ` It ${finding}`])
  return findings.map(line)
}

function whatChanged({ id, diff, definition }: PinView): Child {
  if (diff.length > 0) {
    const lines = diff.map((line) => h('span', { class: toneOf(line) }, `${line}\n`))
    return h('pre.diff', { tabindex: 0, 'aria-label': `What changed of ${id}` }, lines)
  }
  return (
    definition !== undefined && [
      h('p.quiet', 'What it was is not known; this is what it is.'),
      h('pre.diff', { tabindex: 0, 'aria-label': `Definition of ${id}` }, definition),
    ]
  )
}

function toneOf(line: string): string {
  return line.startsWith('+') ? 'come' : line.startsWith('-') ? 'gone' : 'quiet'
}
