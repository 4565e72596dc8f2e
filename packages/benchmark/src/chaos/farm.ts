import { createGateway, type Gateway } from '@toolscout/gateway'
import { createLedger, type HttpBackend, type Ledger, startHttpBackend } from '@toolscout/testbed/farm'

/** Backends in this process, and a gateway that is connected to all of them. */
export interface Farm {
  readonly backends: readonly HttpBackend[]
  readonly ledger: Ledger
  readonly gateway: Gateway
  readonly close: () => Promise<void>
}

/** Starts the given number of backends, and a gateway with default options. */
export async function openFarm(count: number): Promise<Farm> {
  const ledger = createLedger()
  const backends = await Promise.all(
    Array.from({ length: count }, (_, at) => startHttpBackend({ name: `b${at}`, ledger })),
  )
  const gateway = createGateway()
  for (const { name, url } of backends) gateway.addServer({ name, transport: 'http', url })
  gateway.start()
  const { status, message } = await gateway.settled({ timeoutMs: 60_000 })
  if (status !== 'ready') throw new RangeError(message)
  return {
    backends,
    ledger,
    gateway,
    close: async () => {
      await gateway.stop()
      await Promise.all(backends.map((backend) => backend.down()))
    },
  }
}

/** The backend a number falls to. */
export function pick(backends: readonly HttpBackend[], at: number): HttpBackend {
  return backends[at % backends.length] as HttpBackend
}
