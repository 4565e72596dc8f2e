import type { JsonObject } from '@toolscout/model'
import { cleanJson, copyJson, isJsonObject, type JsonLimits } from '@toolscout/model/internal'

/** What is heard of a server outside of its answers. */
export type NotificationMethod =
  | 'notifications/message'
  | 'notifications/resources/updated'
  | 'notifications/resources/list_changed'
  | 'notifications/prompts/list_changed'
  | 'notifications/tools/list_changed'
  | 'notifications/elicitation/complete'

/** What a server tells of its own accord. */
export interface McpNotification {
  readonly method: NotificationMethod
  /** Cleaned of hidden characters and bounded. */
  readonly params: JsonObject
}

const METHODS: ReadonlySet<unknown> = new Set<NotificationMethod>([
  'notifications/message',
  'notifications/resources/updated',
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
  'notifications/tools/list_changed',
  'notifications/elicitation/complete',
])

/** Whether a method is a notification that is heard. */
export function isHeard(method: unknown): method is NotificationMethod {
  return METHODS.has(method)
}

/** What one notification may weigh: a log line with a stack trace and its values, not a file. */
const PARAMS_LIMITS: JsonLimits = { maxDepth: 16, maxNodes: 10_000, maxLength: 65_536 }

/** Notifications of one method that are taken in at once, and how many more each second; a busy log has a tenth. */
const BURST = 1_000
const PER_SECOND = 200

/** Reads notifications as far as they are worth it. */
export interface NotificationGate {
  /** `undefined` when there are too many, or when one is too large. */
  readonly read: (method: NotificationMethod, params: unknown) => McpNotification | undefined
}

/** Options of a gate. */
export interface NotificationGateOptions {
  /** Milliseconds on a clock that only goes forward. Default `performance.now`. */
  readonly now?: (() => number) | undefined
  /** Told when notifications begin to be dropped, and when one is too large. */
  readonly onDropped: (why: string) => void
}

/**
 * Creates the gate of one connection. A server that sends without end costs the reading of its bytes and nothing
 * more: beyond a thousand of a method at once and 200 a second, they are dropped before they are read. Changes of
 * lists say nothing but that, so they always pass.
 */
export function createNotificationGate({ now, onDropped }: NotificationGateOptions): NotificationGate {
  const allowances = new Map<NotificationMethod, Allowance>()
  const isAllowed = (method: NotificationMethod): boolean => {
    const allowance = allowances.get(method) ?? createAllowance({ burst: BURST, perSecond: PER_SECOND, now })
    allowances.set(method, allowance)
    const taken = allowance.take()
    if (taken === 'excess') onDropped(`more than ${PER_SECOND} ${method} a second; the rest is dropped`)
    return taken === 'allowed'
  }
  return {
    read: (method, params) => {
      if (method.endsWith('/list_changed')) return Object.freeze({ method, params: NOTHING })
      if (!isAllowed(method)) return undefined
      const read = readParams(params)
      if (read !== undefined) return Object.freeze({ method, params: read })
      onDropped(`a ${method} that is too large, or whose params are no object, is dropped`)
      return undefined
    },
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

/** Lets a bounded number of things through. */
export interface Allowance {
  /** `excess` is the first that is not let through, after which `over` are more of them. */
  readonly take: () => 'allowed' | 'excess' | 'over'
}

/** Creates an allowance. Things that come without end cost this much and no more. */
export function createAllowance({
  burst,
  perSecond,
  now = () => performance.now(),
}: AllowanceOptions): Allowance {
  let credit = burst
  let at = now()
  let isOver = false
  return {
    take: () => {
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
    },
  }
}
