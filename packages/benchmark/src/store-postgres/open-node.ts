// Opens the default facade on a schema in a process of its own, and tells what that and a first filter took.
import { monitorEventLoopDelay } from 'node:perf_hooks'
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
  /** The longest time in which nothing else ran while it was opened. */
  readonly stallMs: number
  /** The first search with a filter: until its answer, and the longest time in which nothing else ran. */
  readonly filterMs: number
  readonly filterStallMs: number
}

const orders = JSON.parse(process.argv[2] ?? '') as OpenNodeOrders

/** The monitor counts from one tick of its timer to the next: what runs before the first or after the last is lost. */
const ticks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
await ticks()
const start = performance.now()
const cpu = process.cpuUsage()
const node = await openDiscovery({ store: await openPostgresStore(orders) })
await node.catalog?.restored()
const { user, system } = process.cpuUsage(cpu)
const ms = performance.now() - start
globalThis.gc?.()
const { heapUsed, external } = process.memoryUsage()
const stallMs = delay.max / 1e6
// Another search first, so that what every search loads and compiles does not count.
await node.search('send a mail to the team')
delay.reset()
await ticks()
const asked = performance.now()
await node.search('create an invoice', { filter: { readOnly: true } })
const filterMs = performance.now() - asked
await ticks()
const filter = { filterMs, filterStallMs: delay.max / 1e6 }
const opened: OpenedNode = {
  ms,
  cpuMs: (user + system) / 1_000,
  bytes: heapUsed + external,
  stallMs,
  ...filter,
}
// The first one to close saves the checkpoint.
await node.close()
process.stdout.write(JSON.stringify(opened))
