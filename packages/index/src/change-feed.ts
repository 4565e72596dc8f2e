import { messageOf, quote } from '@toolscout/model/internal'
import type { ChangeEvent, ChangeListener } from './changes.ts'
import { ChangesMissedError } from './errors.ts'

/** Called for a listener that threw. */
export type ListenerErrorHandler = (error: unknown, event: ChangeEvent) => void

/** Delivers events to listeners. */
export interface ChangeFeed {
  /** Delivers one event to all who listened when it happened; events come in the order of their versions. */
  readonly publish: (event: ChangeEvent) => void
  /** Calls back for every event from now on; returns the way to stop, which may be called twice. */
  readonly subscribe: (listener: ChangeListener) => () => void
  /** Every event from now on, as an async iterator that ends when the signal aborts. */
  readonly iterate: (options: {
    readonly signal?: AbortSignal | undefined
  }) => AsyncIterableIterator<ChangeEvent>
}

/** Most events that wait for a slow reader; one this far behind had better start again. */
export const MAX_WAITING_EVENTS = 10_000

/**
 * Creates a feed. Delivery is synchronous and in order even when a listener changes the index: what it causes
 * is delivered after the event it is handling. A listener that throws is reported to `onError` and does not
 * affect the others.
 */
export function createChangeFeed(onError: ListenerErrorHandler): ChangeFeed {
  const listeners = new Set<ChangeListener>()
  const queue: { readonly event: ChangeEvent; readonly listeners: readonly ChangeListener[] }[] = []
  let delivering = false

  const deliver = (event: ChangeEvent, receivers: readonly ChangeListener[]): void => {
    for (const listener of receivers) {
      if (!listeners.has(listener)) continue
      try {
        listener(event)
      } catch (error) {
        onError(error, event)
      }
    }
  }
  const subscribe = (listener: ChangeListener): (() => void) => {
    if (typeof listener !== 'function') {
      throw new TypeError(`A listener is a function, not ${quote(listener)}.`)
    }
    // Wrapped, so that one function may subscribe twice and each subscription stop by itself.
    const own: ChangeListener = (event) => listener(event)
    listeners.add(own)
    return () => {
      listeners.delete(own)
    }
  }
  return {
    publish: (event) => {
      queue.push({ event, listeners: [...listeners] })
      if (delivering) return
      delivering = true
      try {
        for (let next = queue.shift(); next !== undefined; next = queue.shift())
          deliver(next.event, next.listeners)
      } finally {
        delivering = false
      }
    },
    subscribe,
    iterate: ({ signal }) => iterateEvents(subscribe, signal),
  }
}

function iterateEvents(
  subscribe: (listener: ChangeListener) => () => void,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<ChangeEvent> {
  const waiting: ChangeEvent[] = []
  let missed = false
  let ended = signal?.aborted ?? false
  let wake: (() => void) | undefined
  const notify = (): void => {
    wake?.()
    wake = undefined
  }
  const unsubscribe = ended
    ? (): void => {}
    : subscribe((event) => {
        if (waiting.length < MAX_WAITING_EVENTS) waiting.push(event)
        else missed = true
        notify()
      })
  const end = (): void => {
    ended = true
    unsubscribe()
    signal?.removeEventListener('abort', end)
    notify()
  }
  signal?.addEventListener('abort', end)
  const done = { done: true as const, value: undefined }

  const iterator: AsyncIterableIterator<ChangeEvent> = {
    next: async () => {
      while (waiting.length === 0 && !ended && !missed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const event = waiting.shift()
      if (event !== undefined) return { done: false, value: event }
      if (missed) {
        missed = false
        end()
        throw new ChangesMissedError(MAX_WAITING_EVENTS)
      }
      return done
    },
    return: async () => {
      waiting.length = 0
      end()
      return done
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

/** Default report of a listener that failed. */
export function warnOfListener(error: unknown): void {
  const why = error instanceof Error ? error : messageOf(error)
  process.emitWarning(why, { type: 'ToolscoutWarning', code: 'TOOLSCOUT_LISTENER_FAILED' })
}
