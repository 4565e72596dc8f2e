import type { McpConnection, McpConnectOptions, McpServerConfig } from '@toolscout/mcp'
import { describeMcpServer } from '@toolscout/mcp/internal'
import type { Clock, JsonObject } from '@toolscout/model'
import { observeFact } from '@toolscout/model/internal'
import type { BackendGuard, Bulkhead } from '@toolscout/runtime/internal'
import type { ServerOptions } from '../gateway-options.ts'
import { hintOf, type ServerState, type ServerStatus } from '../server-status.ts'
import type { FullServerLimits } from './reconnect-schedule.ts'
import { ServerUnavailableError } from './server-errors.ts'
import type { ListingDeps } from './server-listing.ts'

/** What is known of a server beside its state. */
export interface ServerFacts extends Pick<ServerStatus, 'connectMs' | 'error' | 'retryAt'> {
  /** Whether a server that is left alone may have recovered since. */
  readonly mayPass?: boolean
}

/** Settings of one server with every default filled in. */
export type ServerSettings = {
  readonly [Option in keyof ServerOptions]-?: NonNullable<ServerOptions[Option]>
}

/** What a server works with. */
export interface ServerDeps extends ListingDeps {
  readonly connectOptions: Omit<McpConnectOptions, 'signal'>
  /** What the server may ask of clients; absent for nothing. */
  readonly relay: JsonObject | undefined
  readonly limits: FullServerLimits
  readonly clock: Clock
  readonly settings: ServerSettings
  readonly guard: BackendGuard
  /** Bounds how many servers are connected at the same time. */
  readonly slots: Bulkhead
  /** How many tools of it are registered. */
  readonly countTools: () => number
}

/** The current state of a server, and how it is reported. */
export class ServerRecord {
  readonly #config: McpServerConfig
  readonly #deps: ServerDeps
  readonly #connection: () => McpConnection | undefined
  #state: ServerState
  #since: number
  #facts: ServerFacts = {}

  /** Nothing was tried yet, or it is switched off. */
  constructor(config: McpServerConfig, deps: ServerDeps, connection: () => McpConnection | undefined) {
    this.#config = config
    this.#deps = deps
    this.#connection = connection
    this.#state = deps.settings.disabled ? 'disabled' : 'idle'
    this.#since = deps.clock.now()
  }

  get state(): ServerState {
    return this.#state === 'idle' && this.#deps.countTools() > 0 ? 'known' : this.#state
  }

  get facts(): ServerFacts {
    return this.#facts
  }

  /** How long connecting took stays known; everything else is what is given. */
  move(next: ServerState, facts: ServerFacts = {}): void {
    const { connectMs } = this.#facts
    this.#facts = { ...(connectMs === undefined ? {} : { connectMs }), ...facts }
    if (this.#state === next) return
    this.#state = next
    this.#since = this.#deps.clock.now()
    const { emit, observer } = this.#deps
    const server = this.#config.name
    const why = facts.error === undefined ? {} : { reason: facts.error.message }
    emit({ type: 'serverStateChanged', server, state: next, ...why })
    observeFact(observer, () => ({ kind: 'serverState', server, state: next }))
  }

  /** Adds to what is known, in the same state. */
  note(facts: ServerFacts): void {
    this.#facts = { ...this.#facts, ...facts }
  }

  status(): ServerStatus {
    const { mayPass: _inside, ...told } = this.#facts
    const { guard, countTools } = this.#deps
    const tools = countTools()
    const open = this.#connection()
    return Object.freeze({
      name: this.#config.name,
      state: this.state,
      since: this.#since,
      where: describeMcpServer(this.#config),
      transport: open?.transport ?? this.#config.transport,
      tools,
      stale: tools > 0 && (this.#state !== 'ready' || told.error !== undefined),
      ...(open === undefined ? {} : { server: open.server }),
      ...told,
      breaker: guard.state(),
      running: guard.running(),
      waiting: guard.waiting(),
    })
  }

  /** The error for a request that needs the server now. */
  unavailable(failure: 'unsent' | 'busy', cause?: unknown): ServerUnavailableError {
    const { retryAt } = this.#facts
    const now = this.#deps.clock.now()
    const wait = retryAt === undefined ? {} : { retryAfterMs: Math.max(0, Math.round(retryAt - now)) }
    const details = { server: this.#config.name, state: this.state, failure, ...wait }
    return new ServerUnavailableError(details, hintOf(this.status()), cause)
  }
}
