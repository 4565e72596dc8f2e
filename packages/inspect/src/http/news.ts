import type { ServerResponse } from 'node:http'
import type { Clock } from '@toolscout/model'
import type { NewsView } from '../api/views.ts'

/** Pages that may listen at once. */
const MAX_STREAMS = 32
/** How long changes are collected before they are sent, in milliseconds. */
const GATHER_MS = 100
/** How often a stream without news shows that it is alive, in milliseconds. */
const ALIVE_MS = 15_000

/** Notifies pages of what they should read again. Only the kind of change is sent and kept, so nothing can pile up. */
export interface News {
  readonly notify: (...news: readonly NewsView[]) => void
  /** Whether there was room. */
  readonly listen: (response: ServerResponse) => boolean
  readonly end: () => void
}

/** Creates a notifier without listeners. */
export function createNews(clock: Clock): News {
  /** Each listener with what it has not received yet. */
  const streams = new Map<ServerResponse, Set<NewsView>>()
  let stopClock: (() => void) | undefined
  let stopAlive = (): void => {}

  const flush = (): void => {
    stopClock = undefined
    for (const [stream, unsent] of streams) {
      // A slow reader gets the rest when it reads again.
      if (unsent.size === 0 || stream.writableNeedDrain) continue
      stream.write(`data: ${JSON.stringify([...unsent])}\n\n`)
      unsent.clear()
    }
  }
  const beat = (): void => {
    const send = (): void => {
      for (const stream of streams.keys()) if (!stream.writableNeedDrain) stream.write(':\n\n')
      beat()
    }
    stopAlive = clock.after(ALIVE_MS, send, { background: true })
  }

  return {
    notify: (...news) => {
      if (streams.size === 0) return
      for (const unsent of streams.values()) for (const each of news) unsent.add(each)
      stopClock ??= clock.after(GATHER_MS, flush, { background: true })
    },
    listen: (response) => {
      if (streams.size >= MAX_STREAMS) return false
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(':\n\n')
      if (streams.size === 0) beat()
      streams.set(response, new Set())
      response.on('drain', flush)
      response.once('close', () => {
        streams.delete(response)
        if (streams.size === 0) stopAlive()
      })
      return true
    },
    end: () => {
      stopClock?.()
      stopAlive()
      for (const stream of streams.keys()) stream.end()
    },
  }
}
