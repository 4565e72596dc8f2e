import { element } from './dom.ts'

/** How a state looks, and what it is called. */
const STATES: Readonly<Record<string, readonly [tone: string, label: string]>> = {
  ready: ['good', 'Ready'],
  idle: ['quiet', 'Not started'],
  connecting: ['busy', 'Connecting'],
  reconnecting: ['busy', 'Reconnecting'],
  waiting: ['warn', 'Waiting to retry'],
  needsAuth: ['warn', 'Needs authorization'],
  failed: ['bad', 'Failed'],
  disabled: ['quiet', 'Switched off'],
  stopped: ['quiet', 'Stopped'],
}

/** What a state is called. */
export function stateLabel(state: string): string {
  return STATES[state]?.[1] ?? state
}

/** A dot in the colour of a state; the word is next to it, or is read out. */
export function stateDot(state: string): HTMLElement {
  return element('span', { class: `dot ${toneOf(state)}`, 'aria-hidden': 'true' })
}

/** A state in words and colour. */
export function statePill(state: string): HTMLElement {
  return element('span', { class: `pill ${toneOf(state)}` }, stateDot(state), stateLabel(state))
}

function toneOf(state: string): string {
  return STATES[state]?.[0] ?? 'quiet'
}
