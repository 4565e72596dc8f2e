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

interface Entry extends KeptEvent {
  readonly session: string
  readonly stream: string
  readonly length: number
}

/**
 * The events of all sessions, the oldest forgotten first: a limited number of events and of characters of JSON. An event
 * larger than all the room is not kept.
 */
export class EventKeeper {
  readonly #maxEvents: number
  readonly #maxLength: number
  readonly #entries = new Map<string, Entry>()
  #length = 0
  #last = 0

  constructor(maxEvents: number, maxLength: number) {
    this.#maxEvents = maxEvents
    this.#maxLength = maxLength
  }

  /** What is kept now, all sessions together. */
  get size(): { readonly events: number; readonly length: number } {
    return { events: this.#entries.size, length: this.#length }
  }

  session(session: string): KeptEvents {
    const own = (id: string): Entry | undefined => {
      const entry = this.#entries.get(id)
      return entry?.session === session ? entry : undefined
    }
    return {
      keep: (stream, message) => this.#keep(session, stream, message),
      streamOf: (id) => own(id)?.stream,
      after: (id) => {
        const from = own(id)
        if (from === undefined) return []
        const later = [...this.#entries.values()].filter(
          (entry) => entry.session === session && entry.stream === from.stream,
        )
        return later.slice(later.indexOf(from) + 1)
      },
      forget: () => {
        for (const entry of this.#entries.values()) if (entry.session === session) this.#drop(entry)
      },
    }
  }

  #keep(session: string, stream: string, message: object): string {
    this.#last += 1
    const id = String(this.#last)
    const { length } = JSON.stringify(message)
    // What has no room in all there is must not take that of the others.
    if (length > this.#maxLength) return id
    this.#entries.set(id, { id, session, stream, message, length })
    this.#length += length
    for (const oldest of this.#entries.values()) {
      if (this.#entries.size <= this.#maxEvents && this.#length <= this.#maxLength) break
      this.#drop(oldest)
    }
    return id
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry.id)
    this.#length -= entry.length
  }
}
