import { createRegistry, type Registry } from '@toolscout/registry'
import { createLedger, type HttpBackend, type Ledger, startHttpBackend } from '@toolscout/testkit/farm'

/** Backends in this process, and a registry that is connected to all of them. */
export interface Farm {
  readonly backends: readonly HttpBackend[]
  readonly ledger: Ledger
  readonly registry: Registry
  readonly close: () => Promise<void>
}

/** Starts so many backends and a registry with every default. */
export async function openFarm(count: number): Promise<Farm> {
  const ledger = createLedger()
  const backends = await Promise.all(
    Array.from({ length: count }, (_, at) => startHttpBackend({ name: `b${at}`, ledger })),
  )
  const registry = createRegistry()
  for (const { name, url } of backends) registry.addServer({ name, transport: 'http', url })
  registry.start()
  const { status, message } = await registry.settled({ timeoutMs: 60_000 })
  if (status !== 'ready') throw new RangeError(message)
  return {
    backends,
    ledger,
    registry,
    close: async () => {
      await registry.stop()
      await Promise.all(backends.map((backend) => backend.down()))
    },
  }
}

/** The backend a number falls to. */
export function pick(backends: readonly HttpBackend[], at: number): HttpBackend {
  return backends[at % backends.length] as HttpBackend
}
