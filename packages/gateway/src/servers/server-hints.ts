import { quote } from '@toolscout/model/internal'
import type { ServerStatus, ToolReadiness } from '../server-status.ts'

/** What to do about a server that is not ready, in a sentence or two. */
export function hintOf({ name, state, error }: Pick<ServerStatus, 'name' | 'state' | 'error'>): string {
  const why = error === undefined ? '' : ` ${error.message}`
  switch (state) {
    case 'ready':
      return ''
    case 'idle':
    case 'connecting':
      return `${quote(name)} is being started; try again in a moment.`
    case 'reconnecting':
      return `${quote(name)} is being connected again; try again in a moment.`
    case 'waiting':
      return `${quote(name)} is tried again by itself; use another tool meanwhile.${why}`
    case 'needsAuth':
      return `${quote(name)} refused the credentials; the user has to mend its configuration.${why}`
    case 'failed':
      return `${quote(name)} is left alone; the user has to mend or reconnect it.${why}`
    case 'disabled':
      return `${quote(name)} is switched off in the configuration.`
    case 'stopped':
      return `The gateway is stopped.`
  }
}

/** Whether the tools of a server can be called right now. */
export function readinessOf(status: ServerStatus): ToolReadiness {
  const hint = hintOf(status)
  switch (status.state) {
    case 'ready':
      return status.stale
        ? {
            state: 'stale',
            hint: `${quote(status.name)} could not be listed again; its tools may have changed.`,
          }
        : READY
    case 'idle':
    case 'connecting':
      return { state: 'starting', hint }
    case 'reconnecting':
    case 'waiting':
      return { state: 'stale', hint }
    case 'needsAuth':
      return { state: 'needsAuth', hint }
    case 'disabled':
      return { state: 'disabled', hint }
    case 'failed':
    case 'stopped':
      return { state: 'unavailable', hint }
  }
}

/** A tool that can be called. */
export const READY: ToolReadiness = Object.freeze({ state: 'ready' })
