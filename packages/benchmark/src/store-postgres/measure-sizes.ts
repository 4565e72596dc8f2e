import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openPostgresStore, type PostgresStore } from '@toolscout/store/postgres'
import type { PostgresServer } from '@toolscout/testbed/postgres'
import { readRealText } from '../corpus/read-real-text.ts'
import type { RealText } from '../corpus/recombine-tools.ts'
import { recombinedRecords } from '../corpus/recombined-records.ts'
import { onServer, startForBenchmark } from './bench-server.ts'
import type { OpenedNode, OpenNodeOrders } from './open-node.ts'

/** What is measured. */
export interface SizesOptions {
  readonly sizes: readonly number[]
  /** Folders of judged sets whose tools are recombined; the small set of the repository without any. */
  readonly folders: readonly string[]
  readonly report: (line: string) => unknown
}

const SEED = 1
const run = promisify(execFile)

/** Fills a schema of each size, and opens nodes on it, the second from the checkpoint of the first; gives a table in Markdown. */
export async function measureSizes({ sizes, folders, report }: SizesOptions): Promise<string> {
  const server = await startForBenchmark()
  const rows: string[] = []
  try {
    const text = await readRealText(folders, SEED)
    const { bytes: base } = await openNode(server, 'empty')
    for (const size of sizes) {
      const schema = `size_${size}`
      const store = await openPostgresStore({ connection: server.connection, schema })
      const writtenPerSecond = await fill(store, text, size)
      await store.close()
      report(`${size.toLocaleString('en')} tools written`)
      const first = await openNode(server, schema)
      report(`opened in ${first.ms.toFixed(0)} ms without a checkpoint`)
      const second = await openNode(server, schema)
      const [definitions, history, checkpoints] = await bytesOf(server, schema)
      const held = (second.bytes - base) / size
      const bytes = [definitions, history, checkpoints].map((all) => Number(all) / size)
      const { cpuMs, ms, stallMs, filterMs, filterStallMs } = second
      const opened = [first.cpuMs, cpuMs, ms, stallMs, filterMs, filterStallMs]
      const figures = [writtenPerSecond, ...opened, held, ...bytes]
      rows.push(`| ${[size, ...figures].map((one) => Math.round(one).toLocaleString('en')).join(' | ')} |`)
    }
  } finally {
    await server.stop()
  }
  const columns = [
    'tools',
    'written/s',
    'open: CPU ms',
    'from a checkpoint: CPU ms',
    'ms',
    'longest stall ms',
    'first filter: ms',
    'longest stall ms',
    'bytes/tool a node holds',
    'definitions: bytes/tool in the database',
    'history',
    'checkpoint',
  ]
  const head = `| ${columns.join(' | ')} |\n|${' ---: |'.repeat(columns.length)}`
  return [server.version, '', head, ...rows, ''].join('\n')
}

/** Fills a store, one batch being written while the next is read; gives tools a second. */
async function fill(store: PostgresStore, text: RealText, count: number): Promise<number> {
  let ms = 0
  let writing: Promise<unknown> = Promise.resolve()
  for (const records of recombinedRecords(text, { seed: SEED, count })) {
    const started = performance.now()
    const before = writing
    writing = store.append(records.map((record) => ({ type: 'put', record })))
    await before
    ms += performance.now() - started
  }
  const started = performance.now()
  await writing
  return (1_000 * count) / (ms + performance.now() - started)
}

async function openNode({ connection }: PostgresServer, schema: string): Promise<OpenedNode> {
  const entry = fileURLToPath(new URL('./open-node.js', import.meta.url))
  const orders: OpenNodeOrders = { connection, schema }
  const { stdout } = await run(process.execPath, ['--expose-gc', entry, JSON.stringify(orders)])
  return JSON.parse(stdout) as OpenedNode
}

async function bytesOf(server: PostgresServer, schema: string): Promise<readonly unknown[]> {
  return onServer(server, async (client) => {
    const parts = [['tool'], ['change', 'batch'], ['checkpoint']].map((tables) =>
      tables.map((table) => `pg_total_relation_size('${schema}.${table}')`).join(' + '),
    )
    const { rows } = await client.query({ text: `select ${parts.join(', ')}`, rowMode: 'array' })
    return rows[0] as readonly unknown[]
  })
}
