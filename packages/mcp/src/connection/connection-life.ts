import type { ToolSource } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import { McpClosedError, type McpTransportError } from '../errors.ts'
import type { Redactor } from '../redactor.ts'
import type { McpDiagnostic } from '../transport/transport.ts'
import { createAllowance, createNotificationGate, type McpNotification } from './notifications.ts'
import { endSentence } from './request-failure.ts'
import type { SessionEvents } from './session.ts'

/** What happens to a connection between its handshake and its end: all of its state that changes. */
export interface ConnectionLife {
  /** The session reports to these. */
  readonly events: SessionEvents
  /** How the connection ended; `undefined` while it is open. */
  readonly ended: () => McpClosedError | undefined
  /** Resolves with how the connection ended; never rejects. */
  readonly closed: Promise<McpClosedError>
  readonly onChange: ToolSource['onChange']
  readonly onNotification: (listener: NotificationListener) => () => void
}

/** Receives the notifications of a server. */
export type NotificationListener = (notification: McpNotification) => void

/** A server that breaks with every line it writes is reported a bounded number of times. */
const DIAGNOSTICS = { burst: 1_000, perSecond: 10 }

/** Begins the life of a connection to `server`. */
export function createConnectionLife(
  server: string,
  redact: Redactor,
  onDiagnostic: (diagnostic: McpDiagnostic) => void,
): ConnectionLife {
  const changeListeners = new Set<Entry<() => void>>()
  const notificationListeners = new Set<Entry<NotificationListener>>()
  const { promise: closed, resolve } = withResolvers<McpClosedError>()
  let ended: McpClosedError | undefined
  const diagnostics = createAllowance(DIAGNOSTICS)
  const report = (kind: McpDiagnostic['kind'], message: string): void => {
    const taken = diagnostics.take()
    if (taken === 'over') return
    const shown = taken === 'excess' ? 'It causes more diagnostics than are reported.' : message
    try {
      onDiagnostic(Object.freeze({ server, kind, message: shown }))
    } catch {
      // It is called from the middle of reading a stream, and there is no one else to report to.
    }
  }
  const notify = (tell: () => void, who: string): void => {
    try {
      tell()
    } catch (error) {
      // One listener's mistake is not the others' loss.
      report('listener', redact(`A ${who} listener threw: ${String(error)}`, 500))
    }
  }
  const gate = createNotificationGate({ onDropped: (why) => report('transport', why) })
  return {
    events: {
      onDiagnostic: report,
      onNotification: (method, params) => {
        if (method === 'notifications/tools/list_changed') {
          for (const { listener } of [...changeListeners]) notify(listener, 'change')
        }
        if (notificationListeners.size === 0) return
        const notification = gate.read(method, params)
        if (notification === undefined) return
        for (const { listener } of [...notificationListeners]) {
          notify(() => listener(notification), 'notification')
        }
      },
      onEnd: (failure) => {
        ended = closedBy(server, failure)
        changeListeners.clear()
        notificationListeners.clear()
        resolve(ended)
      },
    },
    ended: () => ended,
    closed,
    onChange: (listener) => addTo(changeListeners, listener),
    onNotification: (listener) => addTo(notificationListeners, listener),
  }
}

interface Entry<T> {
  readonly listener: T
}

/** An entry of its own, so that a listener that was added twice can be removed once. */
function addTo<T>(listeners: Set<Entry<T>>, listener: T): () => void {
  const entry = { listener }
  listeners.add(entry)
  return () => void listeners.delete(entry)
}

function closedBy(server: string, failure: McpTransportError | undefined): McpClosedError {
  if (failure === undefined) {
    const message = `The connection to ${quote(server)} was closed.`
    return new McpClosedError(message, { server, by: 'caller', outcome: 'notRun' })
  }
  const { reason } = failure.details
  const by = reason === 'exit' || reason === 'http' ? 'server' : 'transport'
  const message = `The connection to ${quote(server)} has ended: ${endSentence(failure.message)}`
  return new McpClosedError(message, { server, by, outcome: 'notRun' }, failure)
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((given) => {
    resolve = given
  })
  return { promise, resolve }
}
