import { createAllowance } from './allowance.ts'
import { isHeard } from './notifications.ts'
import type { SessionEvents } from './session.ts'

/**
 * Sorts what a server sends: what it tells goes to the events of the session, what the SDK acts on to the SDK, the
 * rest nowhere. The SDK reads everything with its schemas, which makes a flood a standstill, and answers every
 * request, which fills our memory when the server does not read: of both it is given a bounded number.
 */
export function createInbox(
  events: SessionEvents,
  deliver: (message: object) => void,
): (message: object) => void {
  const requests = createAllowance({ burst: 1_000, perSecond: 200 })
  // A thousand calls at once may well report ten times each.
  const notifications = createAllowance({ burst: 10_000, perSecond: 2_000 })
  const offer = (message: object, allowance: typeof requests, what: string): void => {
    const taken = allowance.take()
    if (taken === 'allowed') deliver(message)
    else if (taken === 'excess')
      events.onDiagnostic('transport', `more ${what} than are read; the rest is dropped`)
  }
  return (message) => {
    if (!('method' in message)) return deliver(message)
    if ('id' in message) return offer(message, requests, 'requests')
    if (isHeard(message.method)) events.onNotification(message.method, Reflect.get(message, 'params'))
    else if (ACTED_ON.has(message.method)) offer(message, notifications, 'reports of progress')
  }
}

/** Notifications the SDK acts on. */
const ACTED_ON: ReadonlySet<unknown> = new Set(['notifications/progress', 'notifications/cancelled'])
