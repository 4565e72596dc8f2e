import { isDeeperThan, jsonSize } from './json-size.ts'
import { type Allowance, createAllowance, isHeard } from './notifications.ts'
import type { SessionEvents } from './session.ts'

/** Deepest request or notification that is delivered; the SDK prints what it cannot place, recursively. */
const MAX_MESSAGE_DEPTH = 64
/** Where an awaited answer is cut: above every limit of a result, below every stack. */
const MAX_ANSWER_DEPTH = 2 * MAX_MESSAGE_DEPTH
/** Largest report of progress or cancellation that is delivered, in bytes. */
const MAX_NOTIFICATION_BYTES = 65_536

/**
 * Sorts what a server sends, by what we have sent. Notifications go to the events of the session, answers that are awaited
 * and what the SDK acts on to the SDK, everything else is dropped and counted. The SDK reads messages with recursive schemas
 * and answers every request, so it gets a bounded number of messages of a bounded depth.
 */
export class Inbox {
  readonly #events: SessionEvents
  readonly #deliver: (message: object) => void
  readonly #awaited = new Set<string | number>()
  readonly #takeRequest = createAllowance({ burst: 1_000, perSecond: 200 })
  // A thousand calls at once may well report ten times each.
  readonly #takeReport = createAllowance({ burst: 10_000, perSecond: 2_000 })
  #dropped = 0

  constructor(events: SessionEvents, deliver: (message: object) => void) {
    this.#events = events
    this.#deliver = deliver
  }

  /** Remembers that a message is about to leave; its answer is awaited from now on. */
  expect(message: object): void {
    const { id, method, cancelled } = readEnvelope(message)
    if (isId(cancelled)) this.#awaited.delete(toKey(cancelled))
    if (isId(id) && method !== undefined) this.#awaited.add(toKey(id))
  }

  /** Forgets a message that did not leave. */
  forget(message: object): void {
    const { id, method } = readEnvelope(message)
    if (isId(id) && method !== undefined) this.#awaited.delete(toKey(id))
  }

  take(message: object): void {
    const { id, method } = readEnvelope(message)
    if (method === undefined) this.#takeAnswer(message, id)
    else if (id !== undefined) this.#takeForSdk(message, id, method)
    else if (isHeard(method)) this.#events.onNotified(method, Reflect.get(message, 'params'))
    else if (ACTED_ON.has(method)) this.#takeForSdk(message, id, method)
  }

  #takeAnswer(message: object, id: unknown): void {
    if (isId(id) && this.#awaited.delete(toKey(id))) {
      cutBelow(message, MAX_ANSWER_DEPTH)
      this.#deliver(message)
    } else this.#drop('an answer to no request')
  }

  #takeForSdk(message: object, id: unknown, method: unknown): void {
    const isRequest = id !== undefined
    const isTooLarge = !isRequest && jsonSize(message, MAX_NOTIFICATION_BYTES) > MAX_NOTIFICATION_BYTES
    if (typeof method !== 'string' || (isRequest && !isId(id))) this.#drop('a message that is no JSON-RPC')
    else if (isDeeperThan(message, MAX_MESSAGE_DEPTH)) this.#drop('a message that is nested too deeply')
    else if (isTooLarge) this.#drop('a notification that is too large')
    else if (isRequest) this.#offer(message, this.#takeRequest(), 'requests')
    else this.#offer(message, this.#takeReport(), 'reports of progress')
  }

  #offer(message: object, taken: ReturnType<Allowance>, what: string): void {
    if (taken === 'allowed') this.#deliver(message)
    if (taken !== 'excess') return
    this.#events.onDiagnostic('transport', `more ${what} than are read; the rest is dropped`)
  }

  #drop(why: string): void {
    this.#dropped += 1
    // With every tenfold number, so that a flood is a few lines.
    if (!Number.isInteger(Math.log10(this.#dropped))) return
    this.#events.onDiagnostic('transport', `dropped ${why}; ${this.#dropped} dropped so far`)
  }
}

/** Notifications that a session acts on. */
const ACTED_ON: ReadonlySet<unknown> = new Set([
  'notifications/progress',
  'notifications/cancelled',
  'notifications/subscriptions/acknowledged',
])

function readEnvelope(message: object): {
  readonly id: unknown
  readonly method: unknown
  readonly cancelled: unknown
} {
  const own = (name: string): unknown =>
    Object.hasOwn(message, name) ? Reflect.get(message, name) : undefined
  const method = own('method')
  const params = method === 'notifications/cancelled' ? own('params') : undefined
  const cancelled =
    typeof params === 'object' && params !== null ? Reflect.get(params, 'requestId') : undefined
  return { id: own('id'), method, cancelled }
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number'
}

/** The SDK counts its requests and takes the number of an id that comes back as text, as some servers send it. */
function toKey(id: string | number): string | number {
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
}

/** Empties every object and list that is nested deeper than `levels`, in place. */
function cutBelow(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return
  if (levels > 0) for (const member of Object.values(value)) cutBelow(member, levels - 1)
  else if (Array.isArray(value)) value.length = 0
  else for (const name of Object.keys(value)) Reflect.deleteProperty(value, name)
}
