import { connectMcpServer, type McpConnection, type McpServerConfig } from '@toolscout/mcp'
import { isListChange } from '@toolscout/mcp/internal'
import { createDebounce, createGate, type Debounce } from '../scheduling.ts'
import { ClientRelay } from './client-relay.ts'
import { HealthCheck } from './health-check.ts'
import { ReconnectSchedule } from './reconnect-schedule.ts'
import { isSessionLost, remedyOf, toReason } from './server-errors.ts'
import { ServerListing } from './server-listing.ts'
import { type ServerDeps, ServerRecord } from './server-record.ts'

/** Quiet time after `list_changed` before the tools are listed again; clients of MCP wait as long. */
const LIST_DEBOUNCE_MS = 300
/** Longest time a server that keeps changing is waited for: no client should wait more for a change. */
const LIST_MAX_WAIT_MS = 2_000
/** Time between health checks of a silent server. */
const HEALTH_CHECK_MS = 30_000

/** The connection to one server: opened, watched, and opened again after a loss. */
export class ServerLink {
  readonly record: ServerRecord
  readonly relay: ClientRelay
  /** Lists the tools of the connection that is open or being opened. */
  readonly listing: ServerListing
  readonly listAgain: Debounce
  readonly health: HealthCheck
  readonly #config: McpServerConfig
  readonly #deps: ServerDeps
  readonly #schedule: ReconnectSchedule
  /** Aborts when the link ends; `begin` makes a new one. */
  #life = new AbortController()
  #connection: McpConnection | undefined
  /** The connection that is being listed; it becomes the connection in use when that succeeds. */
  #opening: McpConnection | undefined
  #attempt: Promise<McpConnection> | undefined
  #attemptedAt = 0
  #firstAttempt = createGate()
  #cancelRetry = (): void => {}

  /** `onListChanged` is called when the server says that its tools changed. */
  constructor(config: McpServerConfig, deps: ServerDeps, onListChanged: () => void) {
    const { limits, clock, guard, relay } = deps
    const { disabled, tags } = deps.settings
    this.#config = config
    this.#deps = deps
    this.#schedule = new ReconnectSchedule(limits)
    this.relay = new ClientRelay(config.name, relay)
    // While its tools are listed, because what it says about itself belongs to them.
    this.record = new ServerRecord(config, deps, () => this.#connection ?? this.#opening)
    if (disabled) this.#firstAttempt.open()
    this.listing = new ServerListing(config, deps, {
      tags,
      // Never waits for an attempt under way: the listing that completes the attempt may be waiting here.
      connection: () => {
        const open = this.#opening ?? this.#connection
        if (open === undefined) throw this.record.unavailable('busy')
        return open
      },
    })
    const quiet = { clock, quietMs: LIST_DEBOUNCE_MS, maxWaitMs: LIST_MAX_WAIT_MS }
    this.listAgain = createDebounce(onListChanged, quiet)
    this.health = new HealthCheck({
      clock,
      everyMs: HEALTH_CHECK_MS,
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

  /** Whether a request may start the next attempt. */
  get isDue(): boolean {
    const { limits, clock } = this.#deps
    const { state, facts } = this.record
    const restedMs = clock.now() - this.#attemptedAt
    if (state === 'waiting') return restedMs >= limits.reconnectBaseMs
    return state === 'failed' && facts.mayPass === true && restedMs >= limits.reconnectMaxMs
  }

  /** The connection in use, or the one of an attempt that is under way or due. */
  async connected(): Promise<McpConnection> {
    if (this.#connection !== undefined) return this.#connection
    const isUntried = ['idle', 'known'].includes(this.record.state)
    if (this.#attempt === undefined && !isUntried && !this.isDue) {
      throw this.record.unavailable('busy')
    }
    try {
      return await this.connect()
    } catch (error) {
      throw this.record.unavailable('unsent', error)
    }
  }

  /** Gives up a connection. Returns whether it was the one in use. */
  release(opened: McpConnection): boolean {
    if (this.#connection !== opened) return false
    this.#connection = undefined
    this.health.end()
    this.listAgain.cancel()
    return true
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

  /** Connects and registers the tools; an attempt that fails leaves nothing open. */
  async #open(signal: AbortSignal): Promise<McpConnection> {
    const { clock, connectOptions, slots } = this.#deps
    const { connectMs: before, error } = this.record.facts
    this.#cancelRetry()
    this.record.move(
      before === undefined ? 'connecting' : 'reconnecting',
      error === undefined ? {} : { error },
    )
    const client = this.relay.anyCall
    let start = clock.now()
    try {
      const connect = (): Promise<McpConnection> => {
        start = clock.now()
        this.#schedule.began(start, this.#config.transport === 'stdio')
        return connectMcpServer(this.#config, { ...connectOptions, client, signal })
      }
      this.#opening = await slots.run(connect, { signal })
      const opened = this.#opening
      signal.throwIfAborted()
      const report = await this.listing.register(signal)
      signal.throwIfAborted()
      // It may have ended while it was listed.
      if (opened.status === 'closed') throw await opened.closed
      this.#opening = undefined
      this.#use(opened)
      const connectMs = Math.round(clock.now() - start)
      this.record.move('ready', { connectMs })
      this.listing.announce(report, connectMs)
      return opened
    } catch (error) {
      await this.#opening?.close()
      if (!signal.aborted) this.#fail(error)
      throw error
    } finally {
      this.#opening = undefined
      this.#attemptedAt = clock.now()
    }
  }

  #use(opened: McpConnection): void {
    const { signal } = this.#life
    this.#connection = opened
    this.#deps.guard.reset()
    this.#schedule.succeeded(this.#deps.clock.now())
    opened.onChange(this.listAgain.trigger)
    opened.onNotification((notification) => {
      this.health.heard()
      if (isListChange(notification)) this.listAgain.trigger()
      this.relay.hear(notification)
    })
    this.health.begin(signal)
    void opened.closed.then((reason) => {
      if (!this.release(opened) || this.#life.signal.aborted) return
      if (isSessionLost(reason)) this.connectInBackground()
      else this.#fail(reason)
    })
  }

  /** What only people can mend waits for them; everything else is tried again, unless that was done too often. */
  #fail(error: unknown): void {
    const { clock } = this.#deps
    const reason = toReason(error)
    const remedy = remedyOf(error)
    if (remedy !== 'wait') {
      this.record.move(remedy === 'authorize' ? 'needsAuth' : 'failed', { error: reason })
      return
    }
    const now = clock.now()
    const step = this.#schedule.next(now)
    if (step.type === 'giveUp') {
      const message = `${reason.message} ${step.why}`
      this.record.move('failed', { error: { ...reason, message }, mayPass: step.mayPass })
      return
    }
    this.record.move('waiting', { error: reason, retryAt: now + step.ms })
    this.#cancelRetry = clock.after(step.ms, () => this.connectInBackground(), { background: true })
  }
}
