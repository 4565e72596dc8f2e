import type { SourceReport } from '@toolscout/discovery/internal'
import type { McpConnection, McpServerConfig } from '@toolscout/mcp'
import type { JsonObject, ToolResult } from '@toolscout/model'
import { MAX_TIMEOUT_MS, raceSignal } from '@toolscout/model/internal'
import { createTurns, type Turns } from '../scheduling.ts'
import type { ServerState, ServerStatus } from '../server-status.ts'
import { traceMeta } from './observed-server.ts'
import type { ManagedServer, ManagedServerDeps, ServerCall } from './server.ts'
import { isRefusedForArguments, isSessionLost, toReason } from './server-errors.ts'
import { ServerLink } from './server-link.ts'

/** Creates a server that has not been connected yet, or one that is switched off. */
export function createManagedServer(
  config: McpServerConfig,
  deps: ManagedServerDeps,
  { disabled }: { readonly disabled: boolean },
): ManagedServer {
  return new ReconnectingServer(config, deps, disabled)
}

/** Calls one server over its link, and keeps its tools listed. */
class ReconnectingServer implements ManagedServer {
  readonly config: McpServerConfig
  readonly #deps: ManagedServerDeps
  readonly #link: ServerLink
  /** Stopping and reconnecting run one after another, so that neither overtakes the other. */
  readonly #turns: Turns = createTurns()

  constructor(config: McpServerConfig, deps: ManagedServerDeps, disabled: boolean) {
    this.config = config
    this.#deps = deps
    const onListChanged = (): void => void this.refresh().catch(() => {})
    this.#link = new ServerLink(config, deps, { disabled, onListChanged })
  }

  state(): ServerState {
    return this.#link.record.state()
  }

  status(): ServerStatus {
    return this.#link.record.status()
  }

  connection(): McpConnection | undefined {
    return this.#link.connection
  }

  start(): void {
    if (this.state() !== 'idle' && this.state() !== 'stopped') return
    this.#link.begin()
    this.#link.connectInBackground()
  }

  tried(): Promise<void> {
    return this.#link.tried
  }

  asked(): void {
    if (this.state() === 'failed' && this.#link.isDue()) this.#link.connectInBackground()
  }

  async reconnect(signal?: AbortSignal): Promise<void> {
    const link = this.#link
    const connecting = await this.#turns(async () => {
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

  async recover(signal: AbortSignal): Promise<void> {
    await raceSignal(this.#link.connected(), signal)
  }

  async refresh(signal?: AbortSignal): Promise<SourceReport> {
    const { clock, register, onListed } = this.#deps
    const { record, source, signal: ending } = this.#link
    const start = clock.now()
    await raceSignal(this.#link.connected(), signal ?? ending)
    try {
      const report = await register(source, signal ?? ending)
      onListed(report, clock.now() - start)
      if (this.state() === 'ready') record.move('ready')
      return report
    } catch (error) {
      // Its tools stay registered; the status says that they may be old.
      if (!ending.aborted && this.state() === 'ready') record.note({ error: toReason(error) })
      throw error
    }
  }

  async call(
    tool: string,
    args: JsonObject,
    { signal, onProgress, client }: ServerCall,
  ): Promise<ToolResult> {
    const link = this.#link
    const opened = link.connection ?? (await raceSignal(link.connected(), signal))
    return link.relay.during(client, async () => {
      try {
        const meta = traceMeta(this.#deps.observer)
        // The caller's signal carries the deadline.
        const timeoutMs = MAX_TIMEOUT_MS
        const result = await opened.call(tool, args, { signal, onProgress, meta, timeoutMs })
        link.health.heard()
        return result
      } catch (error) {
        if (isRefusedForArguments(error)) link.listAgain.trigger()
        // A server that only lost the session is connected again at once.
        if (isSessionLost(error) && link.release(opened)) {
          void opened.close()
          link.connectInBackground()
        }
        throw error
      }
    })
  }

  stop(as: 'stopped' | 'disabled'): Promise<void> {
    return this.#turns(async () => {
      await this.#link.end()
      this.#link.record.move(as)
      this.#link.skipFirst(as === 'stopped')
    })
  }
}
