import type { Clock } from '@toolscout/model'
import type { Registry } from '../registry.ts'

/** Sees to it that servers are there before what they have is told. */
export interface ServerWaker {
  /** Waits for servers that have begun to be connected when serving began. */
  readonly settled: () => Promise<void>
  /** The same, and connects those that wait to be asked. */
  readonly wake: () => Promise<void>
}

/** Neither waits longer than `settleMs`, and neither rejects: a server that does not come is missing, and comes later. */
export function createServerWaker(
  registry: Registry,
  { settleMs, clock }: { readonly settleMs: number; readonly clock: Clock },
): ServerWaker {
  const ignore = (): void => {}
  const starting = registry.settled({ timeoutMs: settleMs }).then(ignore, ignore)
  let waking: Promise<void> = Promise.resolve()
  const wakeIdle = (): Promise<void> => {
    const idle = registry.servers().filter(({ state }) => state === 'idle')
    if (idle.length === 0) return waking
    const woken = Promise.allSettled(idle.map(({ name }) => registry.reconnectServer(name)))
    waking = new Promise((resolve) => {
      const stop = clock.after(settleMs, resolve, { background: true })
      void woken.then(() => {
        stop()
        resolve()
      })
    })
    return waking
  }
  return {
    settled: () => starting,
    wake: async () => {
      await starting
      await wakeIdle()
    },
  }
}
