import type { McpConnection, McpServerConfig } from '@toolscout/mcp'
import type { ToolSource } from '@toolscout/model'
import { createDebounce, createGate, type Debounce, type Gate } from '../scheduling.ts'
import { afterFailure } from './after-failure.ts'
import { type ClientRelay, createClientRelay } from './client-relay.ts'
import { createHealthCheck, type HealthCheck } from './health-check.ts'
import { openServer } from './open-server.ts'
import { createReconnectSchedule, type ReconnectSchedule } from './reconnect-schedule.ts'
import type { ManagedServerDeps } from './server.ts'
import { isSessionLost } from './server-errors.ts'
import { createServerSource } from './server-listing.ts'
import { createServerRecord, type ServerRecord } from './server-record.ts'

/** How a server link is created. */
export interface ServerLinkOptions {
  readonly disabled: boolean
  /** The server says that its tools changed. */
  readonly onListChanged: () => void
}

/** The connection to one server: opened, watched, and opened again after a loss. */
export class ServerLink {
  readonly record: ServerRecord
  readonly relay: ClientRelay
  /** Lists the tools of the connection that is open or being opened. */
  readonly source: ToolSource
  readonly listAgain: Debounce
  readonly health: HealthCheck
  readonly #config: McpServerConfig
  readonly #deps: ManagedServerDeps
  readonly #schedule: ReconnectSchedule
  /** Aborts when the link ends; `begin` makes a new one. */
  #life = new AbortController()
  #connection: McpConnection | undefined
  /** The connection that is being listed; it becomes the connection in use when that succeeds. */
  #opening: McpConnection | undefined
  #attempt: Promise<McpConnection> | undefined
  #attemptedAt = 0
  #firstAttempt: Gate = createGate()
  #cancelRetry = (): void => {}

  constructor(
    config: McpServerConfig,
    deps: ManagedServerDeps,
    { disabled, onListChanged }: ServerLinkOptions,
  ) {
    const { limits, clock, guard, random } = deps
    this.#config = config
    this.#deps = deps
    this.#schedule = createReconnectSchedule(limits, random)
    this.relay = createClientRelay(config.name)
    this.record = createServerRecord(config, deps, { disabled, connection: () => this.#connection })
    if (disabled) this.#firstAttempt.open()
    // Never waits for an attempt under way: the listing that completes the attempt may be waiting here.
    this.source = createServerSource(config, deps.observer, async () => {
      const open = this.#opening ?? this.#connection
      if (open === undefined) throw this.record.unavailable('busy')
      return open
    })
    this.listAgain = createDebounce(onListChanged, {
      clock,
      quietMs: limits.listDebounceMs,
      maxWaitMs: limits.listMaxWaitMs,
    })
    this.health = createHealthCheck({
      clock,
      random,
      everyMs: limits.healthCheckMs,
      // A server that works on a call may have no time to answer; the call has a deadline of its own.
      isBusy: () => guard.running() > 0,
      check: async (signal) => void (await this.#connection?.ping({ signal })),
      onDead: () => void this.#connection?.close(),
    })
  }

  /** The connection in use. */
  get connection(): McpConnection | undefined {
    return this.#connection
  }

  /** Aborts when the link ends. */
  get signal(): AbortSignal {
    return this.#life.signal
  }

  /** Resolves when the first attempt has ended, or there will be none. */
  get tried(): Promise<void> {
    return this.#firstAttempt.opened
  }

  /** Allows attempts again after `end`. */
  begin(): void {
    if (this.#life.signal.aborted) this.#life = new AbortController()
  }

  /** Forgets the failures up to now. */
  forgive(): void {
    this.#schedule.reset()
  }

  /** Ends what waits for a first attempt. `isAgain` when there may be another first one. */
  skipFirst(isAgain: boolean): void {
    this.#firstAttempt.open()
    if (isAgain) this.#firstAttempt = createGate()
  }

  /** Starts an attempt, or joins the one under way. */
  async connect(): Promise<McpConnection> {
    if (this.#life.signal.aborted) throw this.record.unavailable('busy')
    this.#attempt ??= this.#open(this.#life.signal).finally(() => {
      this.#attempt = undefined
      this.#firstAttempt.open()
    })
    return this.#attempt
  }

  /** Connects where an attempt is allowed; the record says how it ended. */
  connectInBackground(): void {
    this.connect().catch(() => {})
  }

  async #open(signal: AbortSignal): Promise<McpConnection> {
    const { clock, guard, onListed } = this.#deps
    this.#cancelRetry()
    const { connectMs: before, error } = this.record.facts()
    this.record.move(
      before === undefined ? 'connecting' : 'reconnecting',
      error === undefined ? {} : { error },
    )
    try {
      const { opened, report, connectMs } = await this.#openAndList(signal)
      if (signal.aborted) {
        await opened.close()
        signal.throwIfAborted()
      }
      this.#connection = opened
      guard.reset()
      this.#follow(opened)
      this.#schedule.succeeded(clock.now())
      this.record.move('ready', { connectMs })
      onListed(report, connectMs)
      return opened
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
      throw error
    } finally {
      this.#opening = undefined
      this.#attemptedAt = clock.now()
    }
  }

  #openAndList(signal: AbortSignal): ReturnType<typeof openServer> {
    const { relay, clock, register } = this.#deps
    return openServer(this.#config, {
      ...this.#deps,
      signal,
      relay: relay === undefined ? undefined : { capabilities: relay, onRequest: this.relay.request },
      onBegin: () => this.#schedule.began(clock.now(), this.#config.transport === 'stdio'),
      list: (connected) => {
        this.#opening = connected
        return register(this.source, signal)
      },
    })
  }

  #follow(opened: McpConnection): void {
    opened.onChange(this.listAgain.trigger)
    opened.onNotification((notification) => {
      this.health.heard()
      this.relay.hear(notification)
    })
    this.health.begin(this.#life.signal)
    void opened.closed.then((reason) => {
      if (!this.release(opened) || this.#life.signal.aborted) return
      if (isSessionLost(reason)) this.connectInBackground()
      else this.#fail(reason)
    })
  }

  /** Gives up a connection. Returns whether it was the one in use. */
  release(opened: McpConnection): boolean {
    if (this.#connection !== opened) return false
    this.#connection = undefined
    this.health.end()
    this.listAgain.cancel()
    return true
  }

  /** Records a failure and plans the next attempt, if there is to be one. */
  #fail(error: unknown): void {
    const { clock } = this.#deps
    const now = clock.now()
    const { state, retryMs, ...why } = afterFailure(error, this.#schedule, now)
    this.record.move(state, { ...why, ...(retryMs === undefined ? {} : { retryAt: now + retryMs }) })
    if (retryMs === undefined) return
    this.#cancelRetry = clock.after(retryMs, () => this.connectInBackground(), { background: true })
  }

  /** Whether a request may start the next attempt. */
  isDue(): boolean {
    return this.#deps.clock.now() - this.#attemptedAt >= this.record.pauseBeforeAsking()
  }

  /** The connection in use, or the one of an attempt that is under way or due. */
  async connected(): Promise<McpConnection> {
    if (this.#connection !== undefined) return this.#connection
    if (this.#attempt === undefined && this.record.state() !== 'idle' && !this.isDue()) {
      throw this.record.unavailable('busy')
    }
    try {
      return await this.connect()
    } catch (error) {
      throw this.record.unavailable('unsent', error)
    }
  }

  /** Ends the connection and the attempt under way. */
  async end(): Promise<void> {
    this.#cancelRetry()
    this.#life.abort()
    while (this.#connection !== undefined || this.#attempt !== undefined) {
      const closing = this.#connection
      if (closing !== undefined) this.release(closing)
      await Promise.all([closing?.close(), this.#attempt?.catch(() => {})])
    }
    this.#cancelRetry()
  }
}
