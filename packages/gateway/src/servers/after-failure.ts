import type { ServerState, ServerStatus } from '../server-status.ts'
import type { ReconnectSchedule } from './reconnect-schedule.ts'
import { remedyOf, toReason } from './server-errors.ts'

/** What becomes of a server that could not be connected, or was lost. */
export interface AfterFailure {
  readonly state: ServerState
  readonly error: NonNullable<ServerStatus['error']>
  /** Pause before the next attempt; absent when there is none by itself. */
  readonly retryMs?: number
  /** Whether it may recover without anybody mending it, so that a later question may try. */
  readonly mayPass?: boolean
}

/** Decides it: what only people can mend waits for them, everything else is tried again. */
export function afterFailure(error: unknown, schedule: ReconnectSchedule, now: number): AfterFailure {
  const told = toReason(error)
  const remedy = remedyOf(error)
  if (remedy === 'authorize') return { state: 'needsAuth', error: told }
  if (remedy === 'mend') return { state: 'failed', error: told }
  const step = schedule.next(now)
  if (step.type === 'wait') return { state: 'waiting', error: told, retryMs: step.ms }
  return {
    state: 'failed',
    mayPass: step.mayPass,
    error: { ...told, message: `${told.message} ${step.why}` },
  }
}
