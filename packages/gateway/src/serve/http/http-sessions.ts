import { createRunningRequests, type RunningRequests } from '../running-requests.ts'
import type { ChannelOptions } from '../sdk-server.ts'
import { openHttpChannel, openWireChannel } from '../sdk-server.ts'
import type { ServeDeps } from '../serve-deps.ts'
import { toServerInfo } from '../server-info.ts'
import { createSession, type Session } from '../session.ts'
import type { readHttpLimits } from './http-limits.ts'
import { createEventKeeper } from './kept-events.ts'
import type { StreamableSession } from './mcp-endpoint.ts'
import { createSessionId, createSessionTable, type SessionTable } from './session-table.ts'
import type { SseSession, SseWire } from './sse-endpoint.ts'

/** All sessions of a server, and how they begin. */
export interface HttpSessions {
  readonly streamable: SessionTable<StreamableSession>
  readonly sse: SessionTable<SseSession>
  readonly openStreamable: (principal: string) => Promise<StreamableSession>
  readonly openSse: (id: string, principal: string, wire: SseWire) => Promise<SseSession>
  readonly size: () => number
  /** What is under way, session by session. */
  readonly running: () => readonly RunningRequests[]
  /** Ends all sessions. */
  readonly end: () => Promise<void>
  /** Stops looking after sessions. */
  readonly stop: () => void
}

/** How long a client waits before it resumes a lost stream: soon, and not all clients at the same moment as they lost it. */
const RETRY_MS = 500
/** Pause between comments on silent streams, in milliseconds: less than the minute after which many proxies hang up. */
const KEEP_ALIVE_MS = 15_000

/** A stream that is silent for too long counts as unread. */
export function keepAliveMs({ stallMs }: { readonly stallMs: number }): number {
  return Math.min(KEEP_ALIVE_MS, Math.ceil(stallMs / 3))
}

/** Creates the sessions of a server; there are none yet. */
export function createHttpSessions(
  parts: ServeDeps,
  limits: ReturnType<typeof readHttpLimits>,
): HttpSessions {
  const { served, tell } = parts
  const table = { maxSessions: limits.maxSessions, idleMs: limits.sessionIdleMs, clock: parts.clock }
  const streamable = createSessionTable<StreamableSession>(table)
  const sse = createSessionTable<SseSession>(table)
  const keeper = createEventKeeper({ maxEvents: limits.maxKeptEvents, maxLength: limits.maxKeptLength })
  let count = 0

  const begin = (
    principal: string,
    onEnd: () => void,
  ): { readonly session: Session; readonly options: ChannelOptions } => {
    count += 1
    const number = count
    const session = createSession(parts, principal)
    tell({ type: 'sessionOpened', session: number, principal })
    const options = {
      info: toServerInfo(served),
      capabilities: session.capabilities,
      instructions: served.exposure.instructions(),
      answer: session.answer,
      onEnd: () => {
        onEnd()
        session.end()
        tell({ type: 'sessionClosed', session: number, principal })
      },
      onFailure: (error: unknown) => tell({ type: 'failed', error }),
    }
    return { session, options }
  }

  return {
    streamable,
    sse,
    openStreamable: async (principal) => {
      const id = createSessionId()
      const events = keeper.session(id)
      const { session, options } = begin(principal, () => {
        streamable.remove(id)
        events.forget()
      })
      const channel = await openHttpChannel({
        ...options,
        sessionId: id,
        events,
        retryMs: RETRY_MS,
        keepAliveMs: keepAliveMs(limits),
      })
      session.follow(channel)
      const entry = { id, principal, channel, running: session.running, open: createRunningRequests() }
      streamable.add(entry)
      return entry
    },
    openSse: async (id, principal, wire) => {
      const { session, options } = begin(principal, () => sse.remove(id))
      const channel = await openWireChannel(wire, options)
      session.follow(channel)
      const entry = {
        id,
        principal,
        channel,
        running: session.running,
        open: createRunningRequests(),
        receive: wire.receive,
      }
      sse.add(entry)
      return entry
    },
    size: () => streamable.size() + sse.size(),
    running: () => [...streamable.list(), ...sse.list()].map(({ running }) => running),
    end: async () => {
      streamable.stop()
      sse.stop()
      await Promise.all([...streamable.list(), ...sse.list()].map(({ channel }) => channel.close()))
    },
    stop: () => {
      streamable.stop()
      sse.stop()
    },
  }
}
