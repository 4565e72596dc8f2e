import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Clock } from '@toolscout/model'

/** How long the answer to a request may be waited for before its stream begins, in milliseconds. */
const HELD_MS = 50
/** One event as an SDK writes it, with its data on one line; the event that opens a stream has none. */
const EVENT = /^(?:(?:event|id|retry): ?[^\n]*\n)*data: ?([^\n]*)\n\n$/
/** The beginning of an answer, whichever of its members comes first. */
const ANSWER = /^\{(?:"jsonrpc":"2\.0",|"id":(?:\d+|"[^"\\]*"),)*"(?:result|error)":/

/**
 * Sends what an SDK answers, no faster than the client reads it. A stream of events whose only message is the answer, and
 * soon, goes as JSON: one write instead of four, and no stream for the client to read.
 */
export async function sendResponse(response: ServerResponse, answer: Response, clock: Clock): Promise<void> {
  const { status, headers, body } = answer
  const head = Object.fromEntries(headers)
  if (body === null) return void response.writeHead(status, head).end()
  if (head['content-type']?.startsWith('text/event-stream') !== true)
    return sendWhole(response, status, head, new Uint8Array(await answer.arrayBuffer()))
  const reader = body.getReader()
  const leave = (): void => void reader.cancel().catch(() => undefined)
  response.once('close', leave)
  // A stream that a client only listens to begins at once.
  const held =
    response.req.method === 'POST' ? await hold(reader, clock) : { chunks: [], next: reader.read() }
  if (response.closed) return
  if ('only' in held) {
    return sendWhole(
      response,
      status,
      { ...head, 'content-type': 'application/json' },
      Buffer.from(held.only),
    )
  }
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.writeHead(status, head)
  response.flushHeaders()
  for (const chunk of held.chunks) response.write(chunk)
  for (let { next } = held; ; next = reader.read()) {
    const { done, value } = await next
    if (done || gone.signal.aborted) break
    if (!response.write(value)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
  }
  response.end()
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** A stream that has begun: what was read of it, and what comes next. */
interface Begun {
  readonly chunks: readonly Uint8Array[]
  readonly next: ReturnType<Reader['read']>
}

/** Reads the only message of a stream, if that is an answer and soon there; else the stream is to go on from here. */
async function hold(reader: Reader, clock: Clock): Promise<Begun | { readonly only: string }> {
  const chunks: Uint8Array[] = []
  let stop = (): void => {}
  const isOver = new Promise<undefined>((resolve) => {
    stop = clock.after(HELD_MS, () => resolve(undefined))
  })
  let only = ''
  try {
    for (;;) {
      const next = reader.read()
      const read = await Promise.race([next, isOver])
      if (read === undefined) return { chunks, next }
      if (read.done) return only === '' ? { chunks, next } : { only }
      chunks.push(read.value)
      const data = EVENT.exec(Buffer.from(read.value).toString())?.[1]
      if (data === '') continue
      // Anything but one answer is a stream.
      if (data === undefined || only !== '' || !ANSWER.test(data)) return { chunks, next: reader.read() }
      only = data
    }
  } finally {
    stop()
  }
}

function sendWhole(
  response: ServerResponse,
  status: number,
  head: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): void {
  response.writeHead(status, { ...head, 'content-length': bytes.length }).end(bytes)
}
