import type { JsonObject } from '@toolscout/model'
import { cleanJson, copyJson, isJsonObject, type JsonLimits } from '@toolscout/model/internal'

const HEARD = [
  'notifications/message',
  'notifications/resources/updated',
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
  'notifications/tools/list_changed',
  'notifications/elicitation/complete',
] as const

/** What is heard of a server outside of its answers. */
export type NotificationMethod = (typeof HEARD)[number]

/** What a server tells of its own accord. */
export interface McpNotification {
  readonly method: NotificationMethod
  /** Cleaned of hidden characters and bounded. */
  readonly params: JsonObject
}

const METHODS: ReadonlySet<unknown> = new Set(HEARD)

/** Whether a method is a notification that is heard. */
export function isHeard(method: unknown): method is NotificationMethod {
  return METHODS.has(method)
}

/** What one notification may weigh: a log line with a stack trace and its values, not a file. */
const PARAMS_LIMITS: JsonLimits = { maxDepth: 16, maxNodes: 10_000, maxLength: 65_536 }

/** Notifications of one method that are taken in at once, and how many more each second; a busy log has a tenth. */
const BURST = 1_000
const PER_SECOND = 200

/** Reads a notification; `undefined` when there are too many, or when it is too large. */
export type NotificationReader = (method: NotificationMethod, params: unknown) => McpNotification | undefined

/** Options of a reader. */
export interface NotificationReaderOptions extends Pick<AllowanceOptions, 'now'> {
  /** Told when notifications begin to be dropped, and when one is too large. */
  readonly onDropped: (why: string) => void
}

/**
 * Creates the reader of one connection. A server that sends without end costs the reading of its bytes and nothing
 * more: beyond a thousand of a method at once and 200 a second, they are dropped before they are read. Changes of
 * lists say nothing but that, so they always pass.
 */
export function createNotificationReader({ now, onDropped }: NotificationReaderOptions): NotificationReader {
  const allowances = new Map<NotificationMethod, Allowance>()
  return (method, params) => {
    if (method.endsWith('/list_changed')) return Object.freeze({ method, params: NOTHING })
    const take = allowances.get(method) ?? createAllowance({ burst: BURST, perSecond: PER_SECOND, now })
    allowances.set(method, take)
    const taken = take()
    if (taken === 'excess') onDropped(`more than ${PER_SECOND} ${method} a second; the rest is dropped`)
    if (taken !== 'allowed') return undefined
    const read = readParams(params)
    if (read !== undefined) return Object.freeze({ method, params: read })
    onDropped(`a ${method} that is too large, or whose params are no object, is dropped`)
    return undefined
  }
}

const NOTHING: JsonObject = Object.freeze({})

function readParams(params: unknown): JsonObject | undefined {
  if (params === undefined || params === null) return NOTHING
  try {
    const read = cleanJson(copyJson(params, PARAMS_LIMITS))
    return isJsonObject(read) ? read : undefined
  } catch {
    return undefined
  }
}

/** How much of something is let through. */
export interface AllowanceOptions {
  /** How many at once. */
  readonly burst: number
  /** How many more each second. */
  readonly perSecond: number
  /** Milliseconds on a clock that only goes forward. Default `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** Whether one more is let through. `excess` is the first that is not, after which `over` are more of them. */
export type Allowance = () => 'allowed' | 'excess' | 'over'

/** Lets a bounded number of things through. Things that come without end cost this much and no more. */
export function createAllowance(options: AllowanceOptions): Allowance {
  const { burst, perSecond, now = () => performance.now() } = options
  let credit = burst
  let at = now()
  let isOver = false
  return () => {
    const time = now()
    credit = Math.min(burst, credit + ((time - at) / 1_000) * perSecond)
    at = time
    if (credit < 1) {
      const isFirst = !isOver
      isOver = true
      return isFirst ? 'excess' : 'over'
    }
    credit -= 1
    // Not with the first that passes, or a steady flood would begin again with each.
    isOver &&= credit < burst / 2
    return 'allowed'
  }
}
