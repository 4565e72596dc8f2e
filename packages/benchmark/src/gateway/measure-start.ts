import { createGateway } from '@toolscout/gateway'
import { createLedger, startHttpBackend } from '@toolscout/testbed/farm'

/** How long servers that are ready take to be searchable. */
export interface StartTimes {
  readonly servers: number
  readonly tools: number
  /** From `start` until every tool is found, for each round in its order. */
  readonly ms: readonly number[]
  /** What the processors worked for it, for the servers too, which are in the same process. */
  readonly cpuMs: readonly number[]
}

/** Tools every server of the farm has. */
const OWN_TOOLS = 6

/** Reconnects to all servers in each round. */
export async function measureStart(servers: number, tools: number, rounds: number): Promise<StartTimes> {
  const ledger = createLedger()
  const backends = await Promise.all(
    Array.from({ length: servers }, (_, at) => startHttpBackend({ name: `server${at}`, ledger })),
  )
  for (const [at, backend] of backends.entries()) {
    const more = tools / servers - OWN_TOOLS
    backend.setTools(Array.from({ length: more }, (_, tool) => `find_item_${at}_${tool}`))
  }
  const ms: number[] = []
  const cpuMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const gateway = createGateway()
    for (const { name, url } of backends) gateway.addServer({ name, transport: 'http', url })
    const cpu = process.cpuUsage()
    const start = performance.now()
    gateway.start()
    await gateway.settled({ timeoutMs: 60_000 })
    const { hits } = await gateway.search(`find_item_${servers - 1}_0`, { limit: 1 })
    ms.push(performance.now() - start)
    const { user, system } = process.cpuUsage(cpu)
    cpuMs.push((user + system) / 1_000)
    const found = gateway.stats().mcpTools
    if (found !== tools || hits[0]?.id !== `server${servers - 1}:find_item_${servers - 1}_0`) {
      throw new RangeError(`${found} of ${tools} tools were found, and first ${hits[0]?.id}.`)
    }
    await gateway.stop()
  }
  await Promise.all(backends.map((backend) => backend.down()))
  return { servers, tools, ms, cpuMs }
}
