// One node of the cluster: writes in rounds, follows everything, and tells what it saw and how late.
import { parseTool } from '@toolscout/model'
import { openPostgresStore } from '@toolscout/store/postgres'

/** Command line arguments of a node. */
export interface NodeOrders {
  readonly connection: { readonly [member: string]: unknown }
  readonly name: string
  readonly pauseMs: number
}

/** A line of a node's output: a batch it wrote, one it saw and how long after that was written, or that it is done. */
export type NodeLine =
  | { readonly wrote: number }
  | { readonly saw: number; readonly lateMs: number }
  | { readonly ready: true }

const { connection, name, pauseMs } = JSON.parse(process.argv[2] ?? '') as NodeOrders
const tell = (line: NodeLine): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
const store = await openPostgresStore({ connection, history: 1_000_000 })
let isWriting = true
process.stdin.on('data', () => {
  isWriting = false
})

async function follow(): Promise<void> {
  for await (const { revision, changes } of store.changes({
    after: 0,
    signal: new AbortController().signal,
  })) {
    const [time] = changes.flatMap((change) => (change.type === 'putItem' ? [Number(change.item.value)] : []))
    tell({ saw: revision, lateMs: Date.now() - (time ?? Date.now()) })
  }
}

tell({ ready: true })
void follow()
for (let i = 0; isWriting; i += 1) {
  const { tool } = parseTool({
    name: `${name}_${i % 500}`,
    description: `round ${i}`,
    inputSchema: { type: 'object' },
  })
  const revision = await store.append([
    { type: 'put', record: { tool, backends: [{ kind: 'mcp', server: name }], notes: '' } },
    // A time that is taken as late as can be: what waits for the lock counts as late.
    { type: 'putItem', item: { kind: 'time', key: name, value: Date.now() } },
  ])
  tell({ wrote: revision })
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
}
