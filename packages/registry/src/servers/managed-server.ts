import type { SourceReport } from '@toolscout/discovery'
import { describeMcpServer, type McpConnection, type McpServerConfig } from '@toolscout/mcp'
import { MAX_TIMEOUT_MS, raceSignal } from '@toolscout/model'
import type { ServerState, ServerStatus } from '../server-status.ts'
import { afterFailure } from './after-failure.ts'
import { createClientRelay } from './client-relay.ts'
import { createDebounce } from './debounce.ts'
import { createGate } from './gate.ts'
import { createHealthCheck } from './health-check.ts'
import { openServer } from './open-server.ts'
import { createReconnectSchedule } from './reconnect-schedule.ts'
import type { ManagedServer, ManagedServerParts } from './server.ts'
import { isRefusedForArguments, isSessionLost, ServerUnavailableError, toReason } from './server-errors.ts'
import { hintOf } from './server-hints.ts'
import { createServerSource } from './server-listing.ts'

/** Creates a server nothing was tried with yet, or one that is switched off. */
export function createManagedServer(
  config: McpServerConfig,
  parts: ManagedServerParts,
  { disabled }: { readonly disabled: boolean },
): ManagedServer {
  const { limits, clock, guard } = parts
  const schedule = createReconnectSchedule(limits, parts.random)
  const relay = createClientRelay(config.name)
  let state: ServerState = disabled ? 'disabled' : 'idle'
  let since = clock.now()
  let life = new AbortController()
  let connection: McpConnection | undefined
  let underWay: Promise<McpConnection> | undefined
  let triedAt = 0
  let stopRetry = (): void => {}
  let facts: Pick<ServerStatus, 'connectMs' | 'error' | 'retryAt'> = {}
  let firstTry = createGate()
  if (disabled) firstTry.open()
  /** The connection that is being listed; it becomes `connection` when that succeeded. */
  let opening: McpConnection | undefined

  const source = createServerSource(config.name, async () => opening ?? connected())
  const listAgain = createDebounce(() => void refresh().catch(() => {}), {
    clock,
    quietMs: limits.listDebounceMs,
    maxWaitMs: limits.listMaxWaitMs,
  })
  const health = createHealthCheck({
    clock,
    random: parts.random,
    everyMs: limits.healthCheckMs,
    check: async (signal) => void (await connection?.ping({ signal })),
    onDead: () => void connection?.close(),
  })

  const move = (next: ServerState, more: typeof facts = {}): void => {
    facts = { ...(facts.connectMs === undefined ? {} : { connectMs: facts.connectMs }), ...more }
    if (state === next) return
    state = next
    since = clock.now()
    parts.onState(next, more.error?.message)
  }

  const attempt = (): Promise<McpConnection> => {
    underWay ??= open(life.signal).finally(() => {
      underWay = undefined
      firstTry.open()
    })
    return underWay
  }

  const open = async (signal: AbortSignal): Promise<McpConnection> => {
    stopRetry()
    move(connection === undefined && facts.connectMs === undefined ? 'connecting' : 'reconnecting', {
      ...(facts.error === undefined ? {} : { error: facts.error }),
    })
    try {
      const { opened, report, connectMs } = await openServer(config, {
        ...parts,
        signal,
        relay:
          parts.relay === undefined ? undefined : { capabilities: parts.relay, onRequest: relay.request },
        onBegin: () => schedule.began(clock.now(), config.transport === 'stdio'),
        list: (connected) => {
          opening = connected
          return parts.register(source, signal)
        },
      })
      connection = opened
      guard.reset()
      follow(opened)
      schedule.succeeded(clock.now())
      facts = { connectMs }
      move('ready')
      parts.onListed(report, connectMs)
      return opened
    } catch (error) {
      if (!signal.aborted) failed(error)
      throw error
    } finally {
      opening = undefined
      triedAt = clock.now()
    }
  }

  const follow = (opened: McpConnection): void => {
    opened.onChange(listAgain.trigger)
    opened.onNotification(relay.hear)
    health.begin(life.signal)
    void opened.closed.then((reason) => {
      if (letGo(opened) && !life.signal.aborted) {
        if (isSessionLost(reason)) attempt().catch(() => {})
        else failed(reason)
      }
    })
  }

  /** Whether it was the connection in use. */
  const letGo = (opened: McpConnection): boolean => {
    if (connection !== opened) return false
    connection = undefined
    health.end()
    listAgain.cancel()
    return true
  }

  const failed = (error: unknown): void => {
    const now = clock.now()
    const { state: next, error: told, retryMs } = afterFailure(error, schedule, now)
    move(next, { error: told, ...(retryMs === undefined ? {} : { retryAt: now + retryMs }) })
    if (retryMs === undefined) return
    stopRetry = clock.after(retryMs, () => attempt().catch(() => {}), { background: true })
  }

  /** A connection that stands, or is about to. */
  const connected = async (): Promise<McpConnection> => {
    if (connection !== undefined) return connection
    const now = clock.now()
    const isDue = state === 'waiting' && now - triedAt >= limits.reconnectBaseMs
    if (underWay !== undefined || state === 'idle' || isDue) {
      try {
        return await attempt()
      } catch (error) {
        throw unavailable('unsent', error)
      }
    }
    throw unavailable('busy')
  }

  const unavailable = (failure: 'unsent' | 'busy', cause?: unknown): ServerUnavailableError => {
    const { retryAt } = facts
    const wait = retryAt === undefined ? {} : { retryAfterMs: Math.max(0, Math.round(retryAt - clock.now())) }
    return new ServerUnavailableError(
      { server: config.name, state, failure, ...wait },
      hintOf(status()),
      cause,
    )
  }

  const refresh = async (signal?: AbortSignal): Promise<SourceReport> => {
    const start = clock.now()
    const ending = life.signal
    await raceSignal(connected(), signal ?? ending)
    try {
      const report = await parts.register(source, signal ?? ending)
      parts.onListed(report, clock.now() - start)
      if (state === 'ready') move('ready')
      return report
    } catch (error) {
      // The tools it had stay; that they may be old is told.
      if (!ending.aborted && state === 'ready') facts = { ...facts, error: toReason(error) }
      throw error
    }
  }

  const status = (): ServerStatus => {
    const tools = parts.countTools()
    return Object.freeze({
      name: config.name,
      state,
      since,
      where: describeMcpServer(config),
      transport: connection?.transport ?? config.transport,
      tools,
      stale: tools > 0 && (state !== 'ready' || facts.error !== undefined),
      ...(connection === undefined ? {} : { server: connection.server }),
      ...facts,
      breaker: guard.state(),
      running: guard.running(),
      waiting: guard.waiting(),
    })
  }

  const reconnect = async (signal?: AbortSignal): Promise<void> => {
    await end()
    life = new AbortController()
    schedule.reset()
    await raceSignal(attempt(), signal ?? life.signal)
  }

  const end = async (): Promise<void> => {
    stopRetry()
    health.end()
    listAgain.cancel()
    life.abort()
    const closing = connection
    connection = undefined
    await Promise.all([closing?.close(), underWay?.catch(() => {})])
  }

  return {
    config,
    state: () => state,
    status,
    connection: () => connection,
    start: () => {
      if (state !== 'idle' && state !== 'stopped') return
      if (life.signal.aborted) life = new AbortController()
      attempt().catch(() => {})
    },
    tried: () => firstTry.opened,
    reconnect,
    recover: async (signal) => {
      await raceSignal(connected(), signal)
    },
    refresh,
    call: async (tool, args, { signal, onProgress, client }) => {
      const opened = connection ?? (await raceSignal(connected(), signal))
      return relay.during(client, async () => {
        try {
          // The deadline is the caller's, and its signal tells of it.
          const result = await opened.call(tool, args, { signal, onProgress, timeoutMs: MAX_TIMEOUT_MS })
          health.heard()
          return result
        } catch (error) {
          if (isRefusedForArguments(error)) listAgain.trigger()
          // A server that merely forgot us is asked again at once, by whoever notices first.
          if (isSessionLost(error) && letGo(opened)) {
            void opened.close()
            attempt().catch(() => {})
          }
          throw error
        }
      })
    },
    stop: async (as) => {
      await end()
      move(as)
      firstTry.open()
      if (as === 'stopped') firstTry = createGate()
    },
  }
}
