import { randomBytes } from 'node:crypto'
import type { JsonObject } from '@toolscout/model'
import { type ClientMethod, isJsonObject, onAbort, raceSignal } from '@toolscout/model/internal'
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
  /** What becomes of a call that is still at work after a while. Default: it is waited for. */
  readonly slow?:
    | {
        readonly after: Promise<void>
        /** Gives the result of the round, after which the call goes on by itself; `undefined` where it cannot. */
        readonly keep: (call: OpenCall) => JsonObject | undefined
      }
    | undefined
}

/** What the work of a call is given. */
export interface OpenWork {
  readonly signal: AbortSignal
  readonly notify: RoundRequest['notify']
  readonly request: RequestScope['request']
  readonly isTask: () => boolean
}

interface Question {
  readonly method: ClientMethod
  readonly params: JsonObject
  readonly answer: (answer: JsonObject) => void
  readonly refuse: (error: unknown) => void
  /** Whether somebody who waits for the end asks it just now. */
  isAsked: boolean
}

/** A call that goes on between the requests of its client. */
export class OpenCall {
  /** 128 random bits. */
  readonly id: string = randomBytes(16).toString('base64url')
  readonly principal: string
  readonly #controller = new AbortController()
  readonly #questions = new Map<string, Question>()
  #end: Promise<Round>
  /** Whether it goes on without its client. */
  isTask = false
  /** What the last report of progress said. */
  lastMessage: string | undefined
  #count = 0
  #asked = createGate()
  #notify: RoundRequest['notify'] = () => {}
  #resumed = (): void => {}
  rounds = 0

  constructor(principal: string, work: (given: OpenWork) => Promise<JsonObject>) {
    this.principal = principal
    const given: OpenWork = {
      signal: this.#controller.signal,
      notify: (method, params) => {
        if (typeof params.message === 'string') this.lastMessage = params.message
        this.#notify(method, params)
      },
      request: (method, params, options) => this.#ask(method, params, options),
      isTask: () => this.isTask,
    }
    // Not before the first round is there to hear of it.
    this.#end = Promise.resolve().then(async () => ({ result: await work(given) }))
    this.#end
      .catch(() => {})
      .finally(() => {
        for (const { refuse } of this.#questions.values()) refuse(new CallOverError())
      })
  }

  /** What the client has to say before it goes on. */
  get questions(): Questions {
    return Object.fromEntries(
      [...this.#questions].map(([key, { method, params }]) => [key, { method, params }]),
    )
  }

  /** Its result. Rejects as its work does. */
  get end(): Promise<JsonObject> {
    return this.#end.then((round) => ('result' in round ? round.result : {}))
  }

  /** Called once, when the next round begins. */
  onResume(resumed: () => void): void {
    this.#resumed = resumed
  }

  /** Lets go of its result; a request that comes for that from now on gets an error. */
  dropResult(error: RequestRefusedError): void {
    this.#end = Promise.reject(error)
    this.#end.catch(() => {})
  }

  giveUp(why = 'The client did not answer in time.'): void {
    this.#controller.abort(new RequestRefusedError(RPC_CODES.internal, why))
  }

  /** Hands on what the client says; what it leaves out is still asked. */
  answer(answers: JsonObject): void {
    for (const [key, { answer }] of this.#questions) {
      const given = Object.hasOwn(answers, key) ? answers[key] : undefined
      if (isJsonObject(given)) answer(given)
    }
  }

  /** Waits for the end, and asks through a request meanwhile. The call goes on when that is given up. */
  async wait({
    signal,
    notify,
    request,
  }: Pick<RequestScope, 'signal' | 'notify' | 'request'>): Promise<JsonObject> {
    this.#notify = notify
    try {
      for (;;) {
        for (const question of this.#questions.values()) {
          if (!question.isAsked) this.#askThrough(question, request, signal)
        }
        const ended = await raceSignal(Promise.race([this.#end, this.#asked.opened]), signal)
        if (ended !== undefined) return 'result' in ended ? ended.result : {}
      }
    } finally {
      if (this.#notify === notify) this.#notify = () => {}
    }
  }

  /** What is not answered because its request was given up is left for the next one. */
  #askThrough(question: Question, request: RequestScope['request'], signal: AbortSignal): void {
    question.isAsked = true
    request(question.method, question.params, {}).then(question.answer, (error: unknown) => {
      question.isAsked = false
      if (!signal.aborted) question.refuse(error)
    })
  }

  /** Waits until the call has ended, asks its client, or is slow and kept. */
  async round({ signal, notify, answers, slow }: RoundRequest): Promise<Round> {
    this.#resumed()
    this.rounds += 1
    this.#notify = notify
    const stop = onAbort(signal, () => this.#controller.abort(signal.reason))
    try {
      this.answer(answers)
      let isLate = slow?.after.then(() => true as const)
      // A question may be withdrawn before the client sees it.
      while (this.#questions.size === 0) {
        const ended = await Promise.race([this.#end, this.#asked.opened, ...(isLate ? [isLate] : [])])
        if (ended === true) {
          const result = slow?.keep(this)
          if (result !== undefined) return { result }
          isLate = undefined
        } else if (ended !== undefined) return ended
      }
      return { questions: this.questions }
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
        isAsked: false,
      })
      // Those that are asked in the same turn go together.
      setImmediate(() => {
        const asked = this.#asked
        this.#asked = createGate()
        asked.open()
      })
    })
  }
}
