import { type Clock, ToolscoutError } from '@toolscout/model'
import { isJsonObject, withTimeLimit } from '@toolscout/model/internal'

/** How long a server may take to say that it lives. */
const ANSWER_MS = 10_000
/** Checks in a row that have to fail: one answer may be late because the machine slept. */
const MAX_FAILURES = 2
/** Part of the time by which checks are spread, so that a hundred servers are not asked at once. */
const SPREAD = 0.2

/** Looks after a connection that is silent. */
export interface HealthCheck {
  /** Looks from now on. Keeps no process alive. */
  readonly begin: (life: AbortSignal) => void
  readonly end: () => void
  /** The server has shown that it lives. */
  readonly heard: () => void
}

/** What is looked at. */
export interface HealthCheckDeps {
  readonly clock: Clock
  readonly random: () => number
  readonly everyMs: number
  /** Whether it works for us, so that silence says nothing. */
  readonly isBusy: () => boolean
  readonly check: (signal: AbortSignal) => Promise<void>
  readonly onDead: () => void
}

/** Creates a check that has not begun. */
export function createHealthCheck({
  clock,
  random,
  everyMs,
  isBusy,
  check,
  onDead,
}: HealthCheckDeps): HealthCheck {
  let stop = (): void => {}
  let heardAt = 0
  let failures = 0
  let ended: AbortController | undefined

  const plan = (life: AbortSignal): void => {
    const ms = Math.max(1, Math.round(everyMs * (1 - SPREAD + 2 * SPREAD * random())))
    stop = clock.after(ms, () => void look(life), { background: true })
  }
  const look = async (life: AbortSignal): Promise<void> => {
    const isSilent = clock.now() - heardAt >= everyMs && !isBusy()
    // It may have begun to work meanwhile.
    failures = isSilent && !(await isAlive(life)) && !isBusy() ? failures + 1 : 0
    if (life.aborted) return
    if (failures < MAX_FAILURES) plan(life)
    else onDead()
  }
  const isAlive = async (signal: AbortSignal): Promise<boolean> => {
    const onTimeout = (): unknown => new DOMException('No answer to a health check.', 'TimeoutError')
    try {
      await withTimeLimit(check, { clock, timeoutMs: ANSWER_MS, signal, onTimeout, background: true })
      heardAt = clock.now()
      return true
    } catch (error) {
      // A server that answers with an error is alive.
      return isAnswer(error)
    }
  }
  return {
    begin: (life) => {
      ended?.abort()
      stop()
      ended = new AbortController()
      failures = 0
      heardAt = clock.now()
      plan(AbortSignal.any([life, ended.signal]))
    },
    end: () => {
      ended?.abort()
      stop()
    },
    heard: () => {
      heardAt = clock.now()
    },
  }
}

function isAnswer(error: unknown): boolean {
  return error instanceof ToolscoutError && isJsonObject(error.details) && 'rpcCode' in error.details
}
