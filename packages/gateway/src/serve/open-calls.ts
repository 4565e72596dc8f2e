import { randomBytes } from 'node:crypto'
import type { Clock, JsonObject } from '@toolscout/model'
import { type ClientMethod, isJsonObject, onAbort } from '@toolscout/model/internal'
import { createGate } from '../scheduling.ts'
import type { RequestScope } from './client-channel.ts'
import { RequestRefusedError, RPC_CODES } from './request-error.ts'

/** What a call asks of its client, under keys that its answers come back with (MCP `InputRequests`). */
export type Questions = Readonly<
  Record<string, { readonly method: ClientMethod; readonly params: JsonObject }>
>

/** How one round of a call ended: it is done, or goes on once its client has answered. */
export type Round = { readonly result: JsonObject } | { readonly questions: Questions }

/** A call asks something of its client, and has ended before it was answered. */
export class CallOverError extends RequestRefusedError {
  constructor() {
    super(RPC_CODES.internal, 'The call has ended before its client could answer.')
  }
}

/** The request that carries a round, and what it brings. */
export interface RoundRequest {
  /** Aborted when the client gives the round up, and with it the call. */
  readonly signal: AbortSignal
  /** Tells the client something during this round. */
  readonly notify: (method: string, params: JsonObject) => void
  /** What the client says to what it was asked; what it leaves out is asked again. */
  readonly answers: JsonObject
}

/** What the work of a call is given. */
export interface OpenWork {
  readonly signal: AbortSignal
  readonly notify: RoundRequest['notify']
  readonly request: RequestScope['request']
}

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

interface Question {
  readonly method: ClientMethod
  readonly params: JsonObject
  readonly answer: (answer: JsonObject) => void
  readonly refuse: (error: unknown) => void
}

class OpenCall {
  /** 128 random bits. */
  readonly id: string = randomBytes(16).toString('base64url')
  readonly principal: string
  readonly #controller = new AbortController()
  readonly #questions = new Map<string, Question>()
  readonly #end: Promise<Round>
  #count = 0
  #asked = createGate()
  #notify: RoundRequest['notify'] = () => {}
  #resumed = (): void => {}
  rounds = 0

  constructor(principal: string, work: (given: OpenWork) => Promise<JsonObject>) {
    this.principal = principal
    const given: OpenWork = {
      signal: this.#controller.signal,
      notify: (method, params) => this.#notify(method, params),
      request: (method, params, options) => this.#ask(method, params, options),
    }
    // Not before the first round is there to hear of it.
    this.#end = Promise.resolve().then(async () => ({ result: await work(given) }))
    this.#end
      .catch(() => {})
      .finally(() => {
        for (const { refuse } of this.#questions.values()) refuse(new CallOverError())
      })
  }

  /** Called once, when the next round begins. */
  onResume(resumed: () => void): void {
    this.#resumed = resumed
  }

  giveUp(): void {
    this.#controller.abort(new RequestRefusedError(RPC_CODES.internal, 'The client did not answer in time.'))
  }

  async round({ signal, notify, answers }: RoundRequest): Promise<Round> {
    this.#resumed()
    this.rounds += 1
    this.#notify = notify
    const stop = onAbort(signal, () => this.#controller.abort(signal.reason))
    try {
      for (const [key, { answer }] of this.#questions) {
        const given = Object.hasOwn(answers, key) ? answers[key] : undefined
        if (isJsonObject(given)) answer(given)
      }
      // A question may be withdrawn before the client sees it.
      while (this.#questions.size === 0) {
        this.#asked = createGate()
        const ended = await Promise.race([this.#end, this.#asked.opened])
        if (ended !== undefined) return ended
      }
      return {
        questions: Object.fromEntries(
          [...this.#questions].map(([key, { method, params }]) => [key, { method, params }]),
        ),
      }
    } finally {
      stop()
      this.#notify = () => {}
    }
  }

  #ask(
    ...[method, params, { signal: given, key: named }]: Parameters<OpenWork['request']>
  ): Promise<JsonObject> {
    const signals = [this.#controller.signal, ...(given === undefined ? [] : [given])]
    for (const signal of signals) if (signal.aborted) return Promise.reject(signal.reason)
    this.#count += 1
    const isFree = named !== undefined && !this.#questions.has(named)
    const key = isFree ? named : `question-${this.#count}`
    return new Promise((resolve, reject) => {
      const forget = (): void => {
        this.#questions.delete(key)
        for (const stop of stops) stop()
      }
      const refuse = (error: unknown): void => {
        forget()
        reject(error)
      }
      const stops = signals.map((signal) => onAbort(signal, () => refuse(signal.reason)))
      this.#questions.set(key, {
        method,
        params,
        answer: (answer) => {
          forget()
          resolve(answer)
        },
        refuse,
      })
      // Those that are asked in the same turn go together.
      setImmediate(() => this.#asked.open())
    })
  }
}
