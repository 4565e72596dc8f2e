import { isJsonObject } from '@toolscout/model'
import { type BodyEnd, watchBody } from './body-watch.ts'
import { McpTransportError } from './errors.ts'
import type { Redactor } from './redactor.ts'
import { frameFailure, networkFailure, statusFailure } from './transport-failure.ts'

/** A `fetch` as the platform has it. */
export type Fetch = typeof globalThis.fetch

/**
 * How often a stream of events that broke is asked for again before the server counts as gone. One dropped
 * connection of a proxy is survived, a dead server is noticed within seconds.
 */
export const STREAM_RETRIES = 2
/** How much of an error page is read. */
const MAX_PAGE_BYTES = 4_096
/** How long the last event of a stream that has ended may take to be parsed. */
const PARSE_MS = 100

/** What a gate is told. */
export interface HttpGateOptions {
  readonly fetch: Fetch
  readonly maxFrameBytes: number
  readonly redact: Redactor
  /** What the server may be called in messages. */
  readonly origin: string
  /** `http`: every POST is answered in its own body. `sse`: one GET stream carries all answers. */
  readonly mode: 'http' | 'sse'
  /** The answer to a request cannot come any more. Also called for requests that were answered. */
  readonly onOrphan: (requestId: unknown, failure: McpTransportError) => void
  /** The server cannot be talked to any more. */
  readonly onLost: (failure: McpTransportError) => void
  /** A stream of events could not be opened, which is no fault by itself. */
  readonly onStreamFailure: (failure: McpTransportError) => void
}

/**
 * Creates the `fetch` through which all HTTP of one connection goes: bodies are bounded, failures typed, and what
 * no request would be told (an answer that cannot come, a session that is gone) is told to the connection.
 */
export function createHttpGate(options: HttpGateOptions): Fetch {
  const watch = watchStreams(options)
  return async (input, init) => {
    const isStream = (init?.method ?? 'GET') === 'GET'
    const fail = (failure: McpTransportError): McpTransportError => {
      if (isStream) watch.onRefused(failure)
      return failure
    }
    let response: Response
    try {
      response = await options.fetch(input, init)
    } catch (error) {
      if (init?.signal?.aborted === true) throw error
      throw fail(networkFailure(error, options.origin, options.redact))
    }
    // 405 says that there is no stream to listen to. Redirects are judged by the SDK.
    if (response.status >= 400 && !(isStream && response.status === 405 && options.mode === 'http')) {
      const { origin, redact } = options
      const isOfSession = belongsToSession(init, options.mode)
      const failure = statusFailure(response.status, await readHead(response), {
        origin,
        redact,
        isOfSession,
      })
      // Later, so that this request is told its own reason before all others are told that the end has come.
      if (response.status === 404 && isOfSession) setImmediate(() => options.onLost(failure))
      throw fail(failure)
    }
    if (!response.ok) return response
    if (isStream) return watch.onOpened(response)
    // In the other mode, and with any other status, the answer comes by another way.
    const requestId = options.mode === 'http' && response.status === 200 ? requestIdOf(init) : undefined
    if (requestId === undefined) return response
    return watchBody(response, {
      maxBytes: options.maxFrameBytes,
      onEnd: ({ isTooLarge, isResumable }) => {
        if (isTooLarge) options.onLost(frameFailure(options.maxFrameBytes))
        else if (!isResumable) setTimeout(() => options.onOrphan(requestId, brokenStream(options)), PARSE_MS)
      },
    })
  }
}

interface StreamWatch {
  readonly onOpened: (response: Response) => Response
  readonly onRefused: (failure: McpTransportError) => void
}

/** Judges the streams that are opened by GET: when one is lost for good, so is the server. */
function watchStreams(options: HttpGateOptions): StreamWatch {
  let hadStream = false
  let refusals = 0
  const onEnd = ({ isTooLarge }: BodyEnd): void => {
    if (isTooLarge) options.onLost(frameFailure(options.maxFrameBytes))
    else if (options.mode === 'sse') options.onLost(brokenStream(options))
  }
  return {
    onOpened: (response) => {
      hadStream = true
      refusals = 0
      return watchBody(response, { maxBytes: options.maxFrameBytes, onEnd })
    },
    onRefused: (failure) => {
      refusals += 1
      options.onStreamFailure(failure)
      if (hadStream && refusals >= STREAM_RETRIES) options.onLost(failure)
    },
  }
}

function brokenStream({ origin }: HttpGateOptions): McpTransportError {
  const message = `${origin} hung up without an answer`
  return new McpTransportError(message, { reason: 'network', outcome: 'unknown' })
}

/** Whether a request was part of a session: by its header, or, in the older transport, by its URL. */
function belongsToSession(init: RequestInit | undefined, mode: HttpGateOptions['mode']): boolean {
  return new Headers(init?.headers).has('mcp-session-id') || (mode === 'sse' && init?.method === 'POST')
}

/** The id of the request in a body; `undefined` for a notification or an answer. */
function requestIdOf(init: RequestInit | undefined): unknown {
  const message: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  return isJsonObject(message) && 'method' in message ? message.id : undefined
}

async function readHead(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  try {
    for (let bytes = 0; reader !== undefined && bytes < MAX_PAGE_BYTES; ) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      bytes += value.length
    }
    await reader?.cancel()
  } catch {
    // The status is the news; a page that breaks off is shown as far as it came.
  }
  return Buffer.concat(chunks).subarray(0, MAX_PAGE_BYTES).toString('utf8')
}
