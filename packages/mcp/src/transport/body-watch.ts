import { onAbort } from '@toolscout/model/internal'
import type { McpTransportError } from '../errors.ts'
import { MessageMeter } from './message-meter.ts'
import { frameFailure } from './transport.ts'

const CARRIAGE_RETURN = 0x0d
const NEWLINE = 0x0a
const COLON = 0x3a
/** Fields of an event and the colon: the one that lets a client resume a stream behind it, and the pause before it does. */
const ID_FIELD = 'id:'
const RETRY_FIELD = 'retry:'
/** Where the seventh digit of a pause stands. A longer one fits no timer, which then waits for a millisecond. */
const RETRY_COLUMNS = 'retry: 123456'.length
const NO_DIGIT = 0x78

/** What became of a body. */
export interface BodyEnd {
  /** The body, or one event in it, was larger or held more than allowed; it was then cut off. */
  readonly tooLarge?: McpTransportError
  /** Whether the stream can be resumed where it ended, because an event had an id. */
  readonly isResumable: boolean
}

/** How a body is watched. */
export interface BodyWatchOptions {
  /** Largest body, or largest event of a stream of events, in bytes. */
  readonly maxBytes: number
  /** What to end a stream of events with that breaks; nothing by default, so that it breaks for its reader too. */
  readonly lastEvent?: () => string | undefined
  /** Called once when the body has ended, broke or was cut off; not when its reader lost interest. */
  readonly onEnd: (end: BodyEnd) => void
  /** Called when its reader lost interest. */
  readonly onLeft?: () => void
}

/**
 * Gives back a response whose body is the same but bounded. A stream of events may go on for ever, so there it
 * is each event that is bounded.
 */
export function watchBody(
  response: Response,
  { maxBytes, lastEvent, onEnd, onLeft }: BodyWatchOptions,
): Response {
  if (response.body === null) return response
  const isEvents = /^\s*text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
  const meter = createMeter(maxBytes, isEvents)
  const reader = response.body.getReader()
  let hasEnded = false
  const end = (tooLarge?: McpTransportError): void => {
    if (hasEnded) return
    hasEnded = true
    onEnd({ isResumable: meter.isResumable(), ...(tooLarge === undefined ? {} : { tooLarge }) })
  }
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          return end()
        }
        const excess = meter.push(value)
        if (excess === undefined) return controller.enqueue(value)
        const failure = frameFailure(excess)
        controller.error(failure)
        end(failure)
        await reader.cancel()
      } catch (error) {
        const ending = isEvents ? lastEvent?.() : undefined
        if (ending === undefined) controller.error(error)
        else {
          // A blank line first: the stream may have broken in the middle of an event.
          controller.enqueue(new TextEncoder().encode(`\n\n${ending}`))
          controller.close()
        }
        end()
      }
    },
    cancel: (reason) => {
      hasEnded = true
      onLeft?.()
      return reader.cancel(reason)
    },
  })
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

interface Meter {
  /** Gives the limit that is exceeded. */
  readonly push: (chunk: Uint8Array) => string | undefined
  readonly isResumable: () => boolean
}

/** Measures since the start, or since the last blank line. */
function createMeter(maxBytes: number, isEvents: boolean): Meter {
  const message = new MessageMeter(maxBytes)
  const lines = new EventLines()
  return {
    push: (chunk) => {
      if (!isEvents) return message.push(chunk)
      let start = 0
      for (let end = lines.endOfEvent(chunk, 0); end < chunk.length; end = lines.endOfEvent(chunk, end + 1)) {
        const excess = message.push(chunk.subarray(start, end))
        if (excess !== undefined) return excess
        start = end
        message.reset()
      }
      return message.push(chunk.subarray(start))
    },
    isResumable: () => lines.isResumable,
  }
}

/** The lines of a stream of events (WHATWG HTML 9.2.5), however it is cut into chunks. */
class EventLines {
  /** Whether an event had an id. */
  isResumable = false
  #column = 0
  #previous = 0
  /** What the line begins with, up to a colon. */
  #field = ''

  /** The place of the byte that ends an event, which is a blank line; the length of the chunk when none does. */
  endOfEvent(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] as number
      const isSecondHalf = byte === NEWLINE && this.#previous === CARRIAGE_RETURN
      this.#previous = byte
      if (byte !== NEWLINE && byte !== CARRIAGE_RETURN) this.#take(chunk, at, byte)
      else if (!isSecondHalf) {
        const isBlank = this.#column === 0
        this.#column = 0
        this.#field = ''
        if (isBlank) return at
      }
    }
    return chunk.length
  }

  #take(chunk: Uint8Array, at: number, byte: number): void {
    if (this.#column < RETRY_FIELD.length && !this.#field.endsWith(':')) {
      this.#field += String.fromCharCode(byte)
      this.isResumable ||= byte === COLON && this.#field === ID_FIELD
    } else if (this.#column >= RETRY_COLUMNS && this.#field === RETRY_FIELD) {
      // What is not all digits is no pause. The bytes are this reader's own.
      chunk[at] = NO_DIGIT
    }
    this.#column += 1
  }
}

/** The signal of one request, which aborts with another that lives longer. */
export interface OwnSignal {
  readonly signal: AbortSignal
  readonly abort: () => void
  /** Stops following, when the request has ended. */
  readonly release: () => void
}

/**
 * Creates a signal for one request. `fetch` never takes its listener off a signal, and `AbortSignal.any` keeps a trace of
 * every result on its sources: with the signal of a connection either grows with each request.
 */
export function createOwnSignal(followed: AbortSignal | null | undefined): OwnSignal {
  const controller = new AbortController()
  const release = followed ? onAbort(followed, () => controller.abort(followed.reason)) : (): void => {}
  return { signal: controller.signal, abort: () => controller.abort(), release }
}
