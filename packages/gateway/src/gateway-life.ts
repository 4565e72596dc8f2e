import type { Clock } from '@toolscout/model'
import { raceSignal } from '@toolscout/model/internal'
import { type GatewayState, type GatewayStep, nextState } from './gateway-state.ts'
import { createGate } from './scheduling.ts'
import type { ManagedServer } from './servers/managed-server.ts'
import type { Servers } from './servers/servers.ts'

/** What a life is made of. */
export interface GatewayLifeDeps {
  readonly servers: Servers
  readonly isLazy: boolean
  readonly startWaitMs: number
  readonly clock: Clock
  readonly onState: (state: GatewayState) => void
}

/** When the servers of a gateway are connected, and who waits for them. */
export class GatewayLife {
  readonly #deps: GatewayLifeDeps
  #state: GatewayState = 'idle'
  /** When servers began to be connected; absent while none is. */
  #begunAt: number | undefined
  #stopping: Promise<void> | undefined

  constructor(deps: GatewayLifeDeps) {
    this.#deps = deps
  }

  get state(): GatewayState {
    return this.#state
  }

  start(): void {
    this.#step('start')
    this.#stopping = undefined
    if (this.#deps.isLazy) {
      this.#step('started')
      return
    }
    this.#begin()
    void this.#triedAll().then(() => {
      if (this.#state === 'starting') this.#step('started')
    })
  }

  async stop(): Promise<void> {
    if (this.#state === 'stopped') return
    this.#stopping ??= this.#end()
    await this.#stopping
  }

  /** Somebody asks for tools: lazy servers of which nothing is known begin, and get the time they may take. */
  async ready(signal: AbortSignal | undefined): Promise<void> {
    this.#begin()
    if (this.#isUp) for (const server of this.#servers()) server.asked()
    if (this.#begunAt === undefined) return
    const { startWaitMs, clock } = this.#deps
    await this.settled(this.#begunAt + startWaitMs - clock.now(), signal)
  }

  /** Waits until servers that have begun came to something, or the time is up. */
  async settled(timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const isPending = this.#servers().some((server) => ['connecting', 'idle'].includes(server.state()))
    if (this.#begunAt === undefined || !this.#isUp || timeoutMs <= 0 || !isPending) return
    const timeUp = createGate()
    const stopClock = this.#deps.clock.after(timeoutMs, timeUp.open)
    try {
      const waiting = Promise.race([this.#triedAll(), timeUp.opened])
      await (signal === undefined ? waiting : raceSignal(waiting, signal))
    } finally {
      stopClock()
    }
  }

  /** A server was added. Lazy servers that come later begin with the first question as well. */
  added(name: string): void {
    if (this.#isUp && this.#begunAt !== undefined)
      this.#startUnlessKnown(this.#deps.servers.getOrThrow(name).server)
  }

  /** A call is likely to follow: a server that waits for one is started, in the background. */
  warm(server: ManagedServer): void {
    if (this.#isUp && server.state() === 'known') server.start()
  }

  get #isUp(): boolean {
    return this.#state === 'starting' || this.#state === 'running'
  }

  #servers(): readonly ManagedServer[] {
    return this.#deps.servers.list().map(({ server }) => server)
  }

  #step(name: GatewayStep): void {
    this.#state = nextState(this.#state, name)
    this.#deps.onState(this.#state)
  }

  async #triedAll(): Promise<void> {
    // One whose tools are known may never be started.
    const awaited = this.#servers().filter((server) => server.state() !== 'known')
    await Promise.all(awaited.map((server) => server.tried()))
  }

  #begin(): void {
    if (this.#begunAt !== undefined || !this.#isUp) return
    this.#begunAt = this.#deps.clock.now()
    for (const server of this.#servers()) this.#startUnlessKnown(server)
  }

  #startUnlessKnown(server: ManagedServer): void {
    if (!this.#deps.isLazy || server.state() !== 'known') server.start()
  }

  async #end(): Promise<void> {
    this.#step('stop')
    this.#begunAt = undefined
    const stopped = this.#servers().filter((server) => server.state() !== 'disabled')
    await Promise.all(stopped.map((server) => server.stop('stopped')))
    this.#step('stopped')
  }
}
