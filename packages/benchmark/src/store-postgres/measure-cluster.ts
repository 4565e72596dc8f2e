import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openPostgresStore } from '@toolscout/store/postgres'
import { percentile } from '../search/percentiles.ts'
import { startForBenchmark } from './bench-server.ts'
import type { NodeLine, NodeOrders } from './node-process.ts'

/** What the cluster is. */
export interface ClusterOptions {
  /** At least 3: one of them is stalled, another killed. */
  readonly nodes: number
  readonly seconds: number
  readonly report: (line: string) => unknown
}

interface Node {
  readonly name: string
  readonly child: ChildProcess
  readonly wrote: number[]
  readonly saw: number[]
  readonly late: number[]
  isReady: boolean
}

/** A node waits so long between two batches. */
const PAUSE_MS = 20
/** Time for lagging nodes to catch up after the last write. */
const CATCH_UP_MS = 30_000
const LOOK_MS = 20

/** Has nodes write and follow for a while; gives a table in Markdown. */
export async function measureCluster({ nodes: count, seconds, report }: ClusterOptions): Promise<string> {
  const server = await startForBenchmark()
  const store = await openPostgresStore({ connection: server.connection, history: 1_000_000 })
  const nodes = Array.from({ length: count }, (_, i) =>
    startNode({ connection: server.connection, name: `node${i + 1}`, pauseMs: PAUSE_MS }),
  )
  try {
    while (nodes.some(({ isReady }) => !isReady)) await sleep(LOOK_MS)
    report(`${count} nodes write for ${seconds} s`)
    const [stalled, killed] = nodes.slice(-2) as [Node, Node]
    const quarter = (seconds * 1_000) / 4
    await sleep(quarter)
    stalled.child.kill('SIGSTOP')
    report(`${stalled.name} stands still, ${killed.name} is killed`)
    await sleep(quarter)
    killed.child.kill('SIGKILL')
    stalled.child.kill('SIGCONT')
    const healedAt = performance.now()
    const healedTo = await store.revision()
    while ((stalled.saw.at(-1) ?? 0) < healedTo && stalled.child.exitCode === null) await sleep(1)
    const caughtUpMs = performance.now() - healedAt
    await sleep(2 * quarter)
    const alive = nodes.filter((node) => node !== killed)
    for (const { child } of alive) child.stdin?.write('stop\n')
    const deadline = performance.now() + CATCH_UP_MS
    let latest = -1
    let before = -2
    // Waits until all writes have ended and every node has seen the last one.
    while (latest !== before || alive.some(({ saw }) => saw.at(-1) !== latest)) {
      if (performance.now() > deadline) break
      await sleep(200)
      before = latest
      latest = await store.revision()
    }
    const faults = (await store.verify()).faults.length
    const rows = nodes.map((node) =>
      rowOf(node, latest, node === stalled ? 'stalled' : node === killed ? 'killed' : ''),
    )
    const head = [
      'node',
      '',
      'batches written',
      'batches seen',
      'missed',
      'doubled or out of order',
      'late p50 ms',
      'p99 ms',
      'most ms',
    ]
    return [
      server.version,
      '',
      `| ${head.join(' | ')} |`,
      `|${' --- |'.repeat(2)}${' ---: |'.repeat(head.length - 2)}`,
      ...rows,
      '',
      `${latest} batches; the stalled node had seen all it missed ${caughtUpMs.toFixed(0)} ms after it went on; ${faults} faults found by verify.`,
      '',
    ].join('\n')
  } finally {
    for (const { child } of nodes) child.kill('SIGKILL')
    await store.close()
    await server.stop()
  }
}

function rowOf({ name, wrote, saw, late }: Node, latest: number, fate: string): string {
  // Of one that was killed only what comes before its last counts.
  const last = fate === 'killed' ? (saw.at(-1) ?? 0) : latest
  const seen = new Set(saw)
  const missed = Array.from({ length: last }, (_, i) => i + 1).filter(
    (revision) => !seen.has(revision),
  ).length
  const disordered = saw.filter((revision, i) => i > 0 && revision <= (saw[i - 1] as number)).length
  const at = (share: number): string => String(percentile(late, share) ?? '')
  const cells = [name, fate, wrote.length, saw.length, missed, disordered, at(0.5), at(0.99), at(1)]
  return `| ${cells.join(' | ')} |`
}

function startNode(orders: NodeOrders): Node {
  const entry = fileURLToPath(new URL('./node-process.js', import.meta.url))
  const child = spawn(process.execPath, [entry, JSON.stringify(orders)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {})
  const node: Node = { name: orders.name, child, wrote: [], saw: [], late: [], isReady: false }
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as NodeLine
    if ('ready' in line) node.isReady = true
    else if ('wrote' in line) node.wrote.push(line.wrote)
    else {
      node.saw.push(line.saw)
      node.late.push(line.lateMs)
    }
  })
  return node
}
