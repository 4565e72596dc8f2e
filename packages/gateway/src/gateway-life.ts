import type { Clock } from '@toolscout/model'
import { raceSignal } from '@toolscout/model/internal'
import { type GatewayState, type GatewayStep, nextState } from './gateway-state.ts'
import type { Servers } from './servers/servers.ts'

/** When the servers of a gateway are connected, and who waits for them. */
export interface GatewayLife {
  readonly state: () => GatewayState
  readonly start: () => void
  readonly stop: () => Promise<void>
  /** Somebody asks for tools: lazy servers begin, and those that are new get the time they may take. */
  readonly ready: (signal: AbortSignal | undefined) => Promise<void>
  /** Waits until servers that have begun came to something, or the time is up. */
  readonly settled: (timeoutMs: number, signal: AbortSignal | undefined) => Promise<void>
  /** A server was added. */
  readonly added: (name: string) => void
}

/** What a life is made of. */
export interface GatewayLifeDeps {
  readonly servers: Servers
  readonly isLazy: boolean
  readonly startWaitMs: number
  readonly clock: Clock
  readonly onState: (state: GatewayState) => void
}

/** Begins a life that is idle. */
export function createGatewayLife({
  servers,
  isLazy,
  startWaitMs,
  clock,
  onState,
}: GatewayLifeDeps): GatewayLife {
  let state: GatewayState = 'idle'
  /** When servers began to be connected; absent while none is. */
  let begunAt: number | undefined
  let stopping: Promise<void> | undefined

  const step = (name: GatewayStep): void => {
    state = nextState(state, name)
    onState(state)
  }
  const isUp = (): boolean => state === 'starting' || state === 'running'
  const triedAll = async (): Promise<void> => {
    await Promise.all(servers.list().map(({ server }) => server.tried()))
  }
  const begin = (): void => {
    if (begunAt !== undefined || !isUp()) return
    begunAt = clock.now()
    for (const { server } of servers.list()) server.start()
  }
  const pending = (): boolean =>
    servers.list().some(({ server }) => server.state() === 'connecting' || server.state() === 'idle')

  const settled = async (timeoutMs: number, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    if (begunAt === undefined || !isUp() || timeoutMs <= 0 || !pending()) return
    let stopClock = (): void => {}
    const timeUp = new Promise<void>((resolve) => {
      stopClock = clock.after(timeoutMs, resolve)
    })
    try {
      const waiting = Promise.race([triedAll(), timeUp])
      await (signal === undefined ? waiting : raceSignal(waiting, signal))
    } finally {
      stopClock()
    }
  }

  const end = async (): Promise<void> => {
    step('stop')
    begunAt = undefined
    await Promise.all(
      servers
        .list()
        .filter(({ server }) => server.state() !== 'disabled')
        .map(({ server }) => server.stop('stopped')),
    )
    step('stopped')
  }
  return {
    state: () => state,
    start: () => {
      step('start')
      stopping = undefined
      if (isLazy) return step('started')
      begin()
      void triedAll().then(() => {
        if (state === 'starting') step('started')
      })
    },
    stop: async () => {
      if (state === 'stopped') return
      stopping ??= end()
      await stopping
    },
    ready: async (signal) => {
      begin()
      if (isUp()) for (const { server } of servers.list()) server.asked()
      if (begunAt !== undefined) await settled(begunAt + startWaitMs - clock.now(), signal)
    },
    settled,
    added: (name) => {
      if (isUp() && begunAt !== undefined) servers.getOrThrow(name).server.start()
      // Lazy servers that come later begin with the first question as well.
    },
  }
}
