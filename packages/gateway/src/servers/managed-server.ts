import type { SourceReport } from '@toolscout/discovery/internal'
import type { McpConnection, McpServerConfig } from '@toolscout/mcp'
import { MAX_TIMEOUT_MS, raceSignal } from '@toolscout/model/internal'
import { afterFailure } from './after-failure.ts'
import { createClientRelay } from './client-relay.ts'
import { createDebounce } from './debounce.ts'
import { createGate } from './gate.ts'
import { createHealthCheck } from './health-check.ts'
import { traceMeta } from './observed-server.ts'
import { openServer } from './open-server.ts'
import { createReconnectSchedule } from './reconnect-schedule.ts'
import type { ManagedServer, ManagedServerParts } from './server.ts'
import { isRefusedForArguments, isSessionLost, toReason } from './server-errors.ts'
import { createServerSource } from './server-listing.ts'
import { createServerRecord } from './server-record.ts'
import { createTurns } from './turns.ts'

/** Creates a server nothing was tried with yet, or one that is switched off. */
export function createManagedServer(
  config: McpServerConfig,
  parts: ManagedServerParts,
  { disabled }: { readonly disabled: boolean },
): ManagedServer {
  const { limits, clock, guard } = parts
  const schedule = createReconnectSchedule(limits, parts.random)
  const relay = createClientRelay(config.name)
  let life = new AbortController()
  let connection: McpConnection | undefined
  let underWay: Promise<McpConnection> | undefined
  let triedAt = 0
  let stopRetry = (): void => {}
  let firstTry = createGate()
  const record = createServerRecord(config, parts, { disabled, connection: () => connection })
  const { move, unavailable } = record
  if (disabled) firstTry.open()
  /** The connection that is being listed; it becomes `connection` when that succeeded. */
  let opening: McpConnection | undefined

  // Never one that is only about to be: the listing that makes it one may be waiting for this one.
  const source = createServerSource(config, parts.observer, async () => {
    const open = opening ?? connection
    if (open === undefined) throw unavailable('busy')
    return open
  })
  const listAgain = createDebounce(() => void refresh().catch(() => {}), {
    clock,
    quietMs: limits.listDebounceMs,
    maxWaitMs: limits.listMaxWaitMs,
  })
  const health = createHealthCheck({
    clock,
    random: parts.random,
    everyMs: limits.healthCheckMs,
    // One that works on a call may have no time to answer; its call has a deadline of its own.
    isBusy: () => guard.running() > 0,
    check: async (signal) => void (await connection?.ping({ signal })),
    onDead: () => void connection?.close(),
  })

  const attempt = async (): Promise<McpConnection> => {
    if (life.signal.aborted) throw unavailable('busy')
    underWay ??= open(life.signal).finally(() => {
      underWay = undefined
      firstTry.open()
    })
    return underWay
  }

  const open = async (signal: AbortSignal): Promise<McpConnection> => {
    stopRetry()
    const { connectMs: before, error } = record.facts()
    move(before === undefined ? 'connecting' : 'reconnecting', error === undefined ? {} : { error })
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
      if (signal.aborted) {
        await opened.close()
        signal.throwIfAborted()
      }
      connection = opened
      guard.reset()
      follow(opened)
      schedule.succeeded(clock.now())
      move('ready', { connectMs })
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
    opened.onNotification((notification) => {
      health.heard()
      relay.hear(notification)
    })
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
    const { state, retryMs, ...why } = afterFailure(error, schedule, now)
    move(state, { ...why, ...(retryMs === undefined ? {} : { retryAt: now + retryMs }) })
    if (retryMs === undefined) return
    stopRetry = clock.after(retryMs, () => attempt().catch(() => {}), { background: true })
  }

  /** Whether a question may bring the next attempt. */
  const isDue = (): boolean => clock.now() - triedAt >= record.pauseBeforeAsking()

  /** A connection that stands, or is about to. */
  const connected = async (): Promise<McpConnection> => {
    if (connection !== undefined) return connection
    if (underWay !== undefined || record.state() === 'idle' || isDue()) {
      try {
        return await attempt()
      } catch (error) {
        throw unavailable('unsent', error)
      }
    }
    throw unavailable('busy')
  }

  const refresh = async (signal?: AbortSignal): Promise<SourceReport> => {
    const start = clock.now()
    const ending = life.signal
    await raceSignal(connected(), signal ?? ending)
    try {
      const report = await parts.register(source, signal ?? ending)
      parts.onListed(report, clock.now() - start)
      if (record.state() === 'ready') move('ready')
      return report
    } catch (error) {
      // The tools it had stay; that they may be old is told.
      if (!ending.aborted && record.state() === 'ready') record.note({ error: toReason(error) })
      throw error
    }
  }

  /** One thing after another: whoever stops is not overtaken by whoever began to connect before. */
  const inTurn = createTurns()
  const reconnect = async (signal?: AbortSignal): Promise<void> => {
    const connecting = await inTurn.run(async () => {
      if (record.state() === 'stopped' || record.state() === 'disabled') throw unavailable('busy')
      await end()
      life = new AbortController()
      schedule.reset()
      const begun = attempt()
      begun.catch(() => {})
      return { begun, life }
    })
    await raceSignal(connecting.begun, signal ?? connecting.life.signal)
  }

  const end = async (): Promise<void> => {
    stopRetry()
    life.abort()
    while (connection !== undefined || underWay !== undefined) {
      const closing = connection
      if (closing !== undefined) letGo(closing)
      await Promise.all([closing?.close(), underWay?.catch(() => {})])
    }
    stopRetry()
  }

  return {
    config,
    state: record.state,
    status: record.status,
    connection: () => connection,
    start: () => {
      if (record.state() !== 'idle' && record.state() !== 'stopped') return
      if (life.signal.aborted) life = new AbortController()
      attempt().catch(() => {})
    },
    tried: () => firstTry.opened,
    asked: () => {
      if (record.state() === 'failed' && isDue()) attempt().catch(() => {})
    },
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
          const meta = traceMeta(parts.observer)
          const result = await opened.call(tool, args, {
            signal,
            onProgress,
            meta,
            timeoutMs: MAX_TIMEOUT_MS,
          })
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
    stop: (as) =>
      inTurn.run(async () => {
        await end()
        move(as)
        firstTry.open()
        if (as === 'stopped') firstTry = createGate()
      }),
  }
}
