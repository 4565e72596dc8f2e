import { type Clock, ToolscoutError } from '@toolscout/model'
import { isJsonObject, withTimeLimit } from '@toolscout/model/internal'

/** How long a server may take to say that it lives. */
const ANSWER_MS = 10_000
/** Checks in a row that have to fail: one answer may be late because the machine slept. */
const MAX_FAILURES = 2
/** Part of the time by which checks are spread, so that a hundred servers are not asked at once. */
const SPREAD = 0.2

/** What is looked at. */
export interface HealthCheckDeps {
  readonly clock: Clock
  /** Default `Math.random`. */
  readonly random?: () => number
  readonly everyMs: number
  /** Whether it works for us, so that silence says nothing. */
  readonly isBusy: () => boolean
  readonly check: (signal: AbortSignal) => Promise<void>
  readonly onDead: () => void
}

/** Looks after a connection that is silent. Keeps no process alive. */
export class HealthCheck {
  readonly #deps: HealthCheckDeps
  #stop = (): void => {}
  #heardAt = 0
  #failures = 0
  #ended: AbortController | undefined

  constructor(deps: HealthCheckDeps) {
    this.#deps = deps
  }

  /** Looks from now on. */
  begin(life: AbortSignal): void {
    this.end()
    this.#ended = new AbortController()
    this.#failures = 0
    this.heard()
    this.#plan(AbortSignal.any([life, this.#ended.signal]))
  }

  end(): void {
    this.#ended?.abort()
    this.#stop()
  }

  /** The server has shown that it lives. */
  heard(): void {
    this.#heardAt = this.#deps.clock.now()
  }

  #plan(life: AbortSignal): void {
    const { clock, everyMs, random = Math.random } = this.#deps
    const ms = Math.max(1, Math.round(everyMs * (1 - SPREAD + 2 * SPREAD * random())))
    this.#stop = clock.after(ms, () => void this.#look(life), { background: true })
  }

  async #look(life: AbortSignal): Promise<void> {
    const { clock, everyMs, isBusy, onDead } = this.#deps
    const isSilent = clock.now() - this.#heardAt >= everyMs && !isBusy()
    // It may have begun to work meanwhile.
    this.#failures = isSilent && !(await this.#isAlive(life)) && !isBusy() ? this.#failures + 1 : 0
    if (life.aborted) return
    if (this.#failures < MAX_FAILURES) this.#plan(life)
    else onDead()
  }

  async #isAlive(signal: AbortSignal): Promise<boolean> {
    const { clock, check } = this.#deps
    const onTimeout = (): unknown => new DOMException('No answer to a health check.', 'TimeoutError')
    try {
      await withTimeLimit(check, { clock, timeoutMs: ANSWER_MS, signal, onTimeout, background: true })
      this.heard()
      return true
    } catch (error) {
      // A server that answers with an error is alive.
      return error instanceof ToolscoutError && isJsonObject(error.details) && 'rpcCode' in error.details
    }
  }
}
