import type { Gateway } from '../gateway.ts'

/** Starts servers before their tools are listed. */
export interface ServerWaker {
  /** Waits for servers that have begun to be connected when serving began. */
  readonly settled: () => Promise<void>
  /** The same, and connects those that wait to be asked. */
  readonly wake: () => Promise<void>
}

/** Neither waits longer than `settleMs`, and neither rejects: a server that does not come is missing, and comes later. */
export function createServerWaker(
  gateway: Gateway,
  { settleMs }: { readonly settleMs: number },
): ServerWaker {
  const ignore = (): void => {}
  const starting = gateway.settled({ timeoutMs: settleMs }).then(ignore, ignore)
  return {
    settled: () => starting,
    wake: async () => {
      await starting
      await gateway.ready().catch(ignore)
      await gateway.settled({ timeoutMs: settleMs }).then(ignore, ignore)
    },
  }
}
