import type { Clock, JsonObject } from '@toolscout/model'
import { OpenCall, type OpenWork, type Round, type RoundRequest } from './open-call.ts'
import { RequestRefusedError, RPC_CODES } from './request-error.ts'

export interface OpenCallLimits {
  /** Calls that may wait for their clients at a time, and those of one principal. */
  readonly maxWaiting: number
  readonly maxWaitingOfOne: number
  /** How long a call waits for its client, in milliseconds. */
  readonly waitMs: number
}

/**
 * Calls of clients without a session. One that asks its client something is left open between the request that began it
 * and the one that brings the answers, for its server is still at work on it.
 */
export class OpenCalls {
  readonly #limits: OpenCallLimits
  readonly #clock: Clock
  readonly #waiting = new Map<string, OpenCall>()

  constructor(limits: OpenCallLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Calls that wait for their clients just now. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Begins a call, and gives its first round. Rejects as the work does. */
  begin(
    principal: string,
    work: (given: OpenWork) => Promise<JsonObject>,
    request: RoundRequest,
  ): Promise<Round & OpenRound> {
    return this.#run(new OpenCall(principal, work), request)
  }

  /**
   * Goes on with a call.
   *
   * @throws RequestRefusedError `REQUEST_REFUSED` for one that does not wait any more.
   */
  async resume(principal: string, id: string, request: RoundRequest): Promise<Round & OpenRound> {
    const call = this.#waiting.get(id)
    if (call?.principal !== principal) {
      const message = 'The call no longer waits for answers; whether its tool ran is unknown.'
      throw new RequestRefusedError(RPC_CODES.invalidParams, message)
    }
    this.#waiting.delete(id)
    return this.#run(call, request)
  }

  /** Gives up all calls that wait. */
  end(): void {
    for (const call of this.#waiting.values()) call.giveUp()
    this.#waiting.clear()
  }

  async #run(call: OpenCall, request: RoundRequest): Promise<Round & OpenRound> {
    const round = await call.round(request)
    const which = { id: call.id, number: call.rounds }
    if ('result' in round) return { ...round, ...which }
    const { maxWaiting, maxWaitingOfOne } = this.#limits
    const own = [...this.#waiting.values()].filter(({ principal }) => principal === call.principal)
    if (this.#waiting.size >= maxWaiting || own.length >= maxWaitingOfOne) {
      call.giveUp()
      throw new RequestRefusedError(
        RPC_CODES.internal,
        'Too many calls are waiting for their clients; try again.',
      )
    }
    this.#waiting.set(call.id, call)
    const stop = this.#clock.after(
      this.#limits.waitMs,
      () => {
        if (this.#waiting.delete(call.id)) call.giveUp()
      },
      { background: true },
    )
    call.onResume(stop)
    return { ...round, ...which }
  }
}

/** Which call a round belongs to, and which of its rounds it is, from 1. */
export interface OpenRound {
  readonly id: string
  readonly number: number
}
