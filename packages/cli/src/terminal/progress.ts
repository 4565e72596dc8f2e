import type { CliHost, CliStream } from '../host.ts'
import { shown } from './shown.ts'

/** How far long work has come, in one line that vanishes. */
export interface Progress {
  readonly update: (done: number, total: number, label?: string) => void
  /** Takes the line away. May be called twice. */
  readonly end: () => void
}

const BAR_LENGTH = 20
/** Shortest time between two drawings: a person sees no more. */
const LEAST_PAUSE_MS = 50
const CLEAR_LINE = '\r\u001b[2K'

/** A progress bar on a terminal; on anything else nothing is ever written. */
export function createProgress(stream: CliStream, what: string, now: CliHost['now']): Progress {
  if (!stream.isTerminal) return { update: () => {}, end: () => {} }
  let drawnAt: number | undefined
  return {
    update: (done, total, label = '') => {
      const at = now()
      if (drawnAt !== undefined && at - drawnAt < LEAST_PAUSE_MS && done < total) return
      drawnAt = at
      const filled = total === 0 ? BAR_LENGTH : Math.floor((BAR_LENGTH * done) / total)
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled)
      const width = Math.max(0, (stream.columns ?? 80) - BAR_LENGTH - what.length - 20)
      stream.write(`${CLEAR_LINE}${what} ${bar} ${done}/${total} ${shown(label, Math.min(40, width))}`)
    },
    end: () => {
      if (drawnAt !== undefined) stream.write(CLEAR_LINE)
      drawnAt = undefined
    },
  }
}
