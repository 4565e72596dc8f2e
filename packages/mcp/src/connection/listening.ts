import type { Clock, JsonObject } from '@toolscout/model'
import { isJsonObject, nextTurn, pause, raceSignal } from '@toolscout/model/internal'
import { McpAuthError } from '../errors.ts'
import type { NotificationMethod } from './notifications.ts'
import type { RpcAnswer } from './session.ts'
import type { WireAsking } from './wire.ts'

/** A stream that ends sooner was no use, as in the sessions of HTTP. */
const SHORT_MS = 5_000
/** Pauses between streams that were no use: half a second, doubling up to half a minute. */
const BASE_MS = 500
const MAX_MS = 30_000
/** A server that has never sent changes is asked no more after this many attempts. */
const MAX_ATTEMPTS = 5

/** Lists whose changes can be heard, by the capability that offers it. */
const LISTS: Readonly<Record<string, readonly [member: string, notification: NotificationMethod]>> = {
  tools: ['toolsListChanged', 'notifications/tools/list_changed'],
  prompts: ['promptsListChanged', 'notifications/prompts/list_changed'],
  resources: ['resourcesListChanged', 'notifications/resources/list_changed'],
}

/** Options of listening. */
export interface ListeningOptions {
  /** Asks `subscriptions/listen`; answered when the stream ends. */
  readonly ask: (
    params: JsonObject,
    options: Pick<WireAsking, 'signal' | 'onAcknowledged'>,
  ) => Promise<RpcAnswer>
  readonly capabilities: JsonObject
  readonly onNotified: (method: NotificationMethod, params: JsonObject) => void
  /** Told when changes cannot be heard. */
  readonly onSilent: (why: string) => void
  readonly ended: AbortSignal
  readonly clock: Clock
}

/** How a stream ended: answered, or with an error. */
type End = { readonly answer: RpcAnswer } | { readonly error: unknown }

interface Stream {
  /** What the server says that it sends; `undefined` when the stream ended before. */
  readonly acknowledged: Promise<JsonObject | undefined>
  readonly over: Promise<End>
  readonly stop: () => void
}

/**
 * Hears of changes from a server that keeps no session, by one stream that is opened again when it ends. What changed
 * while there was none is reported as a change of everything that is listened to.
 */
export class Listening {
  readonly #options: ListeningOptions
  readonly #lists: readonly (readonly [member: string, notification: NotificationMethod])[]
  readonly #uris = new Set<string>()
  #stream: Stream | undefined
  #opening: Promise<Stream> | undefined
  #openedAt = 0
  #shortOnes = 0
  #wasOpen = false

  constructor(options: ListeningOptions) {
    this.#options = options
    this.#lists = Object.entries(LISTS).flatMap(([capability, list]) => {
      const offered = options.capabilities[capability]
      return isJsonObject(offered) && offered.listChanged === true ? [list] : []
    })
  }

  /** Listens to what the server offers; nothing when that is nothing. */
  open(): void {
    if (this.#lists.length > 0) void this.#open()
  }

  /** Listens to a resource as well. Answers as a server of sessions would. */
  async subscribe(uri: string, signal: AbortSignal): Promise<RpcAnswer> {
    this.#uris.add(uri)
    // Several at once are one stream.
    this.#opening ??= nextTurn().then(() => {
      this.#opening = undefined
      return this.#open()
    })
    const stream = await raceSignal(this.#opening, signal)
    const sent = (await raceSignal(stream.acknowledged, signal))?.resourceSubscriptions
    if (Array.isArray(sent) && sent.includes(uri)) return { isResult: true, result: {} }
    this.#uris.delete(uri)
    const end = sent === undefined && this.#stream !== stream ? undefined : await endNow(stream)
    if (end !== undefined && 'error' in end) throw end.error
    if (end !== undefined && !end.answer.isResult) return end.answer
    return {
      isResult: false,
      message: 'The resource cannot be subscribed to.',
      refusal: { rpcCode: -32_602 },
    }
  }

  /** Listens to a resource no more. */
  unsubscribe(uri: string): void {
    if (this.#uris.delete(uri)) void this.#open()
  }

  /** Opens a stream for what is wanted now; the one before ends when this one is acknowledged. */
  async #open(): Promise<Stream> {
    const { ended, clock } = this.#options
    const before = this.#stream
    const stream = this.#begin()
    this.#stream = stream
    this.#openedAt = clock.now()
    void stream.over.then((end) => {
      if (this.#stream === stream && !ended.aborted) void this.#again(stream, end).catch(() => {})
    })
    await stream.acknowledged
    before?.stop()
    return stream
  }

  #begin(): Stream {
    const { ask, ended } = this.#options
    const controller = new AbortController()
    const notifications: JsonObject = {
      ...Object.fromEntries(this.#lists.map(([member]) => [member, true])),
      ...(this.#uris.size === 0 ? {} : { resourceSubscriptions: [...this.#uris] }),
    }
    let acknowledge: (sent: JsonObject | undefined) => void = () => {}
    const acknowledged = new Promise<JsonObject | undefined>((resolve) => {
      acknowledge = resolve
    })
    const onAcknowledged = ({ notifications: sent }: JsonObject): void => {
      this.#wasOpen = true
      acknowledge(isJsonObject(sent) ? sent : {})
    }
    const signal = AbortSignal.any([controller.signal, ended])
    const over = ask({ notifications }, { signal, onAcknowledged }).then(
      (answer): End => ({ answer }),
      (error: unknown): End => ({ error }),
    )
    void over.then(() => acknowledge(undefined))
    return { acknowledged, over, stop: () => controller.abort() }
  }

  /** After a stream that ended by itself. */
  async #again(stream: Stream, end: End): Promise<void> {
    const { clock, ended, onSilent } = this.#options
    const hadStream = this.#wasOpen
    this.#shortOnes = clock.now() - this.#openedAt < SHORT_MS ? this.#shortOnes + 1 : 0
    if (!hadStream && (isFinal(end) || this.#shortOnes >= MAX_ATTEMPTS)) {
      onSilent('changes of lists are not heard: the server does not let us listen')
      return
    }
    const isNothing = Object.keys((await stream.acknowledged) ?? { unknown: true }).length === 0
    if (isNothing || (this.#lists.length === 0 && this.#uris.size === 0)) return
    await pause(clock, Math.min(MAX_MS, BASE_MS * 2 ** Math.max(0, this.#shortOnes - 1)), ended)
    if (this.#stream !== stream) return
    const next = await this.#open()
    if (hadStream && (await next.acknowledged) !== undefined) this.#reportGap()
  }

  #reportGap(): void {
    const { onNotified } = this.#options
    for (const [, notification] of this.#lists) onNotified(notification, {})
    for (const uri of this.#uris) onNotified('notifications/resources/updated', { uri })
  }
}

/** How a stream ended, if it has. */
function endNow(stream: Stream): Promise<End | undefined> {
  return Promise.race([stream.over, nextTurn().then(() => undefined)])
}

/** Whether there is no use in asking again. */
function isFinal(end: End): boolean {
  return 'answer' in end ? !end.answer.isResult : end.error instanceof McpAuthError
}
