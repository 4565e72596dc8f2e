import type { SourceReport } from '@toolscout/discovery/internal'
import type { McpConnection, McpServerConfig } from '@toolscout/mcp'
import { callEntry } from '@toolscout/mcp/internal'
import type { JsonObject, Observer, Tool, ToolClient, ToolResult } from '@toolscout/model'
import {
  carrierOf,
  createTurns,
  MAX_TIMEOUT_MS,
  pause,
  raceSignal,
  type ToolProgress,
} from '@toolscout/model/internal'
import type { ServerState, ServerStatus } from '../server-status.ts'
import { isRefusedForArguments, isSessionLost, toReason } from './server-errors.ts'
import { ServerLink } from './server-link.ts'
import type { ServerDeps } from './server-record.ts'

/** How a call is made at a server. */
export interface ServerCall {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
  readonly client?: ToolClient | undefined
  readonly atMostOnce?: boolean | undefined
  /** What is called, where it is no tool. */
  readonly entry?: Tool | undefined
  /** Called when the server has made a task of the call. */
  readonly onTask?: (() => void) | undefined
}

/** One server that is kept connected: calls it over its link, and keeps its tools listed. */
export class ManagedServer {
  readonly config: McpServerConfig
  readonly #deps: ServerDeps
  readonly #link: ServerLink
  /** Stopping and reconnecting run one after another, so that neither overtakes the other. */
  readonly #inTurn = createTurns()

  constructor(config: McpServerConfig, deps: ServerDeps) {
    this.config = config
    this.#deps = deps
    this.#link = new ServerLink(config, deps, () => void this.refresh().catch(() => {}))
  }

  state(): ServerState {
    return this.#link.record.state
  }

  status(): ServerStatus {
    return this.#link.record.status()
  }

  connection(): McpConnection | undefined {
    return this.#link.connection
  }

  /** Begins to connect where nothing was tried yet. */
  start(): void {
    if (!['idle', 'known', 'stopped'].includes(this.state())) return
    this.#link.begin()
    this.#link.connectInBackground()
  }

  /** Resolves when the first attempt has ended, or there will be none. */
  tried(): Promise<void> {
    return this.#link.tried
  }

  /** Tools are requested: a server that was left alone and may have recovered is tried again, without waiting. */
  asked(): void {
    if (this.state() === 'failed' && this.#link.isDue) this.#link.connectInBackground()
  }

  /** Connects again, whatever happened before. Rejects as connecting and listing do. */
  async reconnect(signal?: AbortSignal): Promise<void> {
    const link = this.#link
    const connecting = await this.#inTurn(async () => {
      if (this.state() === 'stopped' || this.state() === 'disabled') throw link.record.unavailable('busy')
      await link.end()
      link.begin()
      link.forgive()
      const attempt = link.connect()
      attempt.catch(() => {})
      return { attempt, ending: link.signal }
    })
    await raceSignal(connecting.attempt, signal ?? connecting.ending)
  }

  /** Waits until it is connected again where it is about to be. Rejects as connecting does. */
  async recover(signal: AbortSignal): Promise<void> {
    await raceSignal(this.#link.connected(), signal)
  }

  /** Lists the tools again. Rejects as connecting and listing do. */
  async refresh(signal?: AbortSignal): Promise<SourceReport> {
    const { clock } = this.#deps
    const { record, listing, signal: ending } = this.#link
    const start = clock.now()
    await raceSignal(this.#link.connected(), signal ?? ending)
    try {
      const report = await listing.register(signal ?? ending)
      listing.announce(report, clock.now() - start)
      if (this.state() === 'ready') record.move('ready')
      return report
    } catch (error) {
      // Its tools stay registered; the status says that they may be old.
      if (!ending.aborted && this.state() === 'ready') record.note({ error: toReason(error) })
      throw error
    }
  }

  /** @throws ServerUnavailableError `SERVER_UNAVAILABLE`, or what the connection rejects with. */
  async call(
    tool: string,
    args: JsonObject,
    { signal, onProgress, client, atMostOnce, entry, ...call }: ServerCall,
  ): Promise<ToolResult> {
    const link = this.#link
    return link.relay.during(client, signal, async (answering) => {
      let follow: FollowTask | undefined
      const opened = link.connection ?? (await raceSignal(link.connected(), signal))
      try {
        const meta = traceMeta(this.#deps.observer)
        // The caller's signal carries the deadline.
        const timeoutMs = MAX_TIMEOUT_MS
        const how = { signal, onProgress, timeoutMs, client: answering }
        const onTask = (taskId: string): void => {
          call.onTask?.()
          follow = (next) => next.followTask(tool, taskId, how)
        }
        const result =
          entry === undefined
            ? await opened.call(tool, args, { ...how, meta, atMostOnce, onTask })
            : await callEntry(opened, { ...entry, name: tool }, args, how)
        link.health.heard()
        return result
      } catch (error) {
        if (isRefusedForArguments(error)) link.listAgain.trigger()
        const isLost = await this.#isLost(opened, error)
        if (!isLost || follow === undefined || signal.aborted) throw error
        return this.#followOn(follow, error, signal)
      }
    })
  }

  /** Waits at the next connection for a task of one that was lost. Rejects with what it was lost by where there is none. */
  async #followOn(follow: FollowTask, lostBy: unknown, signal: AbortSignal): Promise<ToolResult> {
    for (let reason = lostBy; ; ) {
      const next = await this.#nextConnection(signal).catch(() => undefined)
      if (next === undefined) throw reason
      try {
        return await follow(next)
      } catch (error) {
        if (signal.aborted || !(await this.#isLost(next, error))) throw error
        reason = error
      }
    }
  }

  /** The connection in use, or the one that is made when its time has come. */
  async #nextConnection(signal: AbortSignal): Promise<McpConnection> {
    const { clock } = this.#deps
    for (;;) {
      try {
        return await raceSignal(this.#link.connected(), signal)
      } catch (error) {
        const { retryAt } = this.#link.record.facts
        if (signal.aborted || this.state() !== 'waiting' || retryAt === undefined) throw error
        await pause(clock, Math.max(1, retryAt - clock.now()), signal)
      }
    }
  }

  /** Whether a failure is the end of a connection. A server that only lost the session is connected again at once. */
  async #isLost(opened: McpConnection, error: unknown): Promise<boolean> {
    if (isSessionLost(error)) {
      if (this.#link.release(opened)) {
        void opened.close()
        this.#link.connectInBackground()
      }
      return true
    }
    // The link has heard of it by then.
    if (opened.status === 'closed') await opened.closed
    return opened.status === 'closed'
  }

  /** Closes the connection; nothing more is tried until it is started again. */
  stop(as: 'stopped' | 'disabled'): Promise<void> {
    return this.#inTurn(async () => {
      await this.#link.end()
      this.#link.record.move(as)
      this.#link.skipFirst(as === 'stopped')
    })
  }
}

/** Waits at a connection for a task of another one. */
type FollowTask = (next: McpConnection) => Promise<ToolResult>

/** The trace of the call under way, for the server to go on with (MCP `_meta`); baggage stays here. */
function traceMeta(observer: Observer | undefined): JsonObject | undefined {
  const { traceparent, tracestate } = carrierOf(observer) ?? {}
  if (traceparent === undefined) return undefined
  return { traceparent, ...(tracestate === undefined ? {} : { tracestate }) }
}
