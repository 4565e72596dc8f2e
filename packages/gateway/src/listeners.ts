/** Those who want to hear of something. */
export interface Listeners<Event> {
  /** Tells everybody, from a copy of who listens now. One that throws is told by a process warning, and harms nobody. */
  readonly tell: (event: Event) => void
  /** Gives back the way to stop. */
  readonly listen: (listener: (event: Event) => void) => () => void
}

/** Nobody listens yet. */
export function createListeners<Event>(): Listeners<Event> {
  // Entries of their own, so that a listener that was added twice can be removed once.
  const entries = new Set<{ readonly listener: (event: Event) => void }>()
  return {
    tell: (event) => {
      for (const { listener } of [...entries]) {
        try {
          listener(event)
        } catch (error) {
          process.emitWarning(error instanceof Error ? error : String(error), {
            type: 'ToolscoutWarning',
            code: 'TOOLSCOUT_LISTENER_FAILED',
          })
        }
      }
    },
    listen: (listener) => {
      const entry = { listener }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
  }
}
