import { warn } from '../platform.ts'
import { messageOf } from '../text/foreign-text.ts'

/** The listeners of one kind of event. */
export interface Listeners<Event> {
  /** Calls a copy of the listeners. One that throws causes a process warning; the others are still called. */
  readonly tell: (event: Event) => void
  /** Gives back the way to stop. */
  readonly listen: (listener: (event: Event) => void) => () => void
}

/** Creates an empty set of listeners. */
export function createListeners<Event>(): Listeners<Event> {
  // Entries of their own, so that a listener that was added twice can be removed once.
  const entries = new Set<{ readonly listener: (event: Event) => void }>()
  return {
    tell: (event) => {
      for (const { listener } of [...entries]) tellListener(listener, event)
    },
    listen: (listener) => {
      const entry = { listener }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
  }
}

/** Calls a listener, where there is one. What it throws is a process warning and affects nothing else. */
export function tellListener<Event>(listener: ((event: Event) => void) | undefined, event: Event): void {
  try {
    listener?.(event)
  } catch (error) {
    warnOfListener(error)
  }
}

/** Reports what a listener threw by a process warning. */
export function warnOfListener(error: unknown, code = 'TOOLSCOUT_LISTENER_FAILED'): void {
  warn(error instanceof Error ? error : messageOf(error), code)
}
