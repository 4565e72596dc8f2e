// Opens the default facade on a schema in a process of its own, and tells what that took.
import { openDiscovery } from '@toolscout/discovery'
import { openPostgresStore } from '@toolscout/store/postgres'

/** Command line argument of the process. */
export interface OpenNodeOrders {
  readonly connection: { readonly [member: string]: unknown }
  readonly schema: string
}

/** What the process prints. */
export interface OpenedNode {
  readonly ms: number
  /** Time of a processor. */
  readonly cpuMs: number
  /** Bytes of the heap and beside it, once nothing is to be collected. */
  readonly bytes: number
}

const orders = JSON.parse(process.argv[2] ?? '') as OpenNodeOrders
const start = performance.now()
const cpu = process.cpuUsage()
const node = await openDiscovery({ store: await openPostgresStore(orders) })
await node.catalog?.restored()
const { user, system } = process.cpuUsage(cpu)
const ms = performance.now() - start
globalThis.gc?.()
const { heapUsed, external } = process.memoryUsage()
const opened: OpenedNode = { ms, cpuMs: (user + system) / 1_000, bytes: heapUsed + external }
// The first one to close saves the checkpoint.
await node.close()
process.stdout.write(JSON.stringify(opened))
