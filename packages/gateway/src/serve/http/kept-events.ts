/** An event of a stream, kept for a client that lost the stream and comes back for the rest. */
export interface KeptEvent {
  readonly id: string
  readonly message: object
}

/** The events of one session. */
export interface KeptEvents {
  /** Keeps an event, and gives it an id. */
  readonly keep: (stream: string, message: object) => string
  /** The stream an event came on; `undefined` for one that is not kept any more, or not of this session. */
  readonly streamOf: (id: string) => string | undefined
  /** The later events of the same stream, in their order. */
  readonly after: (id: string) => readonly KeptEvent[]
  /** Forgets all events of the session. */
  readonly forget: () => void
}

/** The events of all sessions, the oldest forgotten first. */
export interface EventKeeper {
  readonly session: (sessionId: string) => KeptEvents
  /** What is kept now, all sessions together. */
  readonly size: () => { readonly events: number; readonly length: number }
}

interface Entry extends KeptEvent {
  readonly session: string
  readonly stream: string
  readonly length: number
}

/** Keeps a limited number of events and of characters of JSON. An event larger than all the room is not kept. */
export function createEventKeeper({
  maxEvents,
  maxLength,
}: {
  readonly maxEvents: number
  readonly maxLength: number
}): EventKeeper {
  const entries = new Map<string, Entry>()
  let length = 0
  let last = 0
  const drop = (entry: Entry): void => {
    entries.delete(entry.id)
    length -= entry.length
  }
  const session = (sessionId: string): KeptEvents => {
    const own = (id: string): Entry | undefined => {
      const entry = entries.get(id)
      return entry?.session === sessionId ? entry : undefined
    }
    return {
      keep: (stream, message) => {
        last += 1
        const id = String(last)
        const entry = { id, session: sessionId, stream, message, length: JSON.stringify(message).length }
        // What has no room in all there is must not take that of the others.
        if (entry.length > maxLength) return id
        entries.set(entry.id, entry)
        length += entry.length
        for (const oldest of entries.values()) {
          if (entries.size <= maxEvents && length <= maxLength) break
          drop(oldest)
        }
        return id
      },
      streamOf: (id) => own(id)?.stream,
      after: (id) => {
        const from = own(id)
        if (from === undefined) return []
        const later = [...entries.values()].filter(
          (entry) => entry.session === sessionId && entry.stream === from.stream,
        )
        return later.slice(later.indexOf(from) + 1)
      },
      forget: () => {
        for (const entry of entries.values()) if (entry.session === sessionId) drop(entry)
      },
    }
  }
  return { session, size: () => ({ events: entries.size, length }) }
}
