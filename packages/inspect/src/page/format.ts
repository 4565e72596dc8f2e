import type { GroupView } from '../api/views.ts'

/** Numbers and times as people read them, the same in every place. English, as the rest of the page is. */
const WHOLE = new Intl.NumberFormat('en')

/** `1,234`. */
export function formatCount(count: number): string {
  return WHOLE.format(count)
}

/** `1 tool`, `2 tools`. */
export function formatMany(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** What a group of tools is called. */
export function groupLabel({ kind, name }: Pick<GroupView, 'kind' | 'name'>): string {
  return kind === 'local' && name === '' ? 'local functions' : name
}

/** `0.42 ms`, `18 ms`, `2.1 s`: two digits that mean something. */
export function formatMs(ms: number): string {
  if (ms >= 9_950) return `${formatCount(Math.round(ms / 1_000))} s`
  if (ms >= 995) return `${(ms / 1_000).toFixed(1)} s`
  if (ms >= 9.95) return `${Math.round(ms)} ms`
  return `${ms.toFixed(ms >= 0.995 ? 1 : 2)} ms`
}

/** `98.7 %`; never a round 100 or 0 for what is not quite. */
export function formatShare(share: number): string {
  const percent = share * 100
  const digits = (percent > 99 && percent < 100) || (percent > 0 && percent < 1) ? 2 : 1
  const least = 10 ** -digits
  const shown = Math.min(
    Math.max(percent, percent > 0 ? least : percent),
    percent < 100 ? 100 - least : percent,
  )
  return `${shown.toFixed(percent === 100 || percent === 0 ? 0 : digits)} %`
}

/** A score or a part of one, with three digits that mean something. */
export function formatScore(score: number): string {
  if (score !== 0 && Math.abs(score) < 0.001) return score.toExponential(1)
  return score
    .toPrecision(3)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}

/** `just now`, `40 s ago`, `3 min ago`, `2 h ago`, `4 d ago`. */
export function formatAgo(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000))
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min ago`
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h ago` : `${Math.round(seconds / 86_400)} d ago`
}

/** The time of day, such as `14:03:09`. */
export function formatTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB')
}

/** How a state looks, and what it is called. */
const STATES: Readonly<Record<string, readonly [tone: string, label: string]>> = {
  ready: ['good', 'Ready'],
  idle: ['quiet', 'Not started'],
  known: ['quiet', 'Starts when called'],
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

/** How a state looks. */
export function toneOfState(state: string): string {
  return STATES[state]?.[0] ?? 'quiet'
}

/** How sure a search is: how it looks, and in words. */
export const VERDICTS: Readonly<Record<string, readonly [tone: string, label: string]>> = {
  strong: ['good', 'Strong match'],
  weak: ['warn', 'Weak match: look before you call'],
  none: ['bad', 'Nothing here fits'],
}
