import { type CatalogChange, parseTool } from '@toolscout/model'
import { openPostgresStore, type PostgresStore } from '@toolscout/store/postgres'
import type { PostgresServer } from '@toolscout/testkit/postgres'
import type { CorpusTool } from '../corpus/corpus-tool.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { onServer, startForBenchmark } from './bench-server.ts'
import { databaseCpu, measureSearches } from './measure-searches.ts'

/** What is measured. */
export interface SizesOptions {
  readonly sizes: readonly number[]
  readonly queries: number
  readonly report: (line: string) => unknown
}

const SEED = 1
const BATCH = 2_000
/** Tools that queries are made of. */
const SAMPLE = 50_000

/** Fills a database to each size and searches it; gives tables in Markdown. */
export async function measureSizes({ sizes, queries, report }: SizesOptions): Promise<string> {
  const server = await startForBenchmark()
  const store = await openPostgresStore({ connection: server.connection, searchTimeoutMs: 10_000 })
  const rows: string[] = []
  try {
    let count = 0
    for (const size of [...sizes].sort((a, b) => a - b)) {
      const filled = await fillTo(store, server, count, size, report)
      count = size
      report(`joining the segments of ${size.toLocaleString('en')} tools`)
      await store.optimize()
      await settle(server)
      const figures = await measureSearches(store, server, {
        sample: Math.min(size, SAMPLE),
        count: queries,
        seed: SEED,
        report,
      })
      const bytes = await measureBytes(server)
      const row = `| ${[size.toLocaleString('en'), ...filled, ...figures, ...bytes].join(' | ')} |`
      rows.push(row)
      report(row)
    }
  } finally {
    await store.close()
    await server.stop()
  }
  const head = [
    'tools',
    'tools/s written',
    'by processor time',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'CPU p50 ms',
    'CPU p95 ms',
    'said exact',
    'overlap@10',
    'top 1',
    'exact p50 ms',
    'exact p95 ms',
    'index bytes/tool',
    'definitions bytes/tool',
    'history bytes/tool',
  ]
  return `${server.version}\n\n| ${head.join(' | ')} |\n|${' ---: |'.repeat(head.length)}\n${rows.join('\n')}\n`
}

/** Tools that are made before the clock runs. */
const CHUNK = 20_000

async function fillTo(
  store: PostgresStore,
  server: PostgresServer,
  from: number,
  to: number,
  report: SizesOptions['report'],
): Promise<readonly string[]> {
  const cpuMs = await databaseCpu(server)
  let [ms, cpu] = [0, 0]
  for (let start = from; start < to; start += CHUNK) {
    const tools = generateTools({ seed: SEED, start, count: Math.min(CHUNK, to - start) })
    const changes = Array.from(tools, toChange)
    const [started, startedCpu] = [performance.now(), cpuMs() + ownCpu()]
    let writing: Promise<unknown> = Promise.resolve()
    for (let i = 0; i < changes.length; i += BATCH) {
      const before = writing
      writing = store.append(changes.slice(i, i + BATCH))
      // One batch is written while the next is read.
      await before
    }
    await writing
    ms += performance.now() - started
    cpu += cpuMs() + ownCpu() - startedCpu
    const done = start + changes.length
    if (done % 100_000 === 0) report(`${done.toLocaleString('en')} tools after ${(ms / 1_000).toFixed(0)} s`)
  }
  const rate = (spent: number): string => ((1_000 * (to - from)) / spent).toFixed(0)
  return [rate(ms), rate(cpu)]
}

/** Time that a processor spent on this process, in milliseconds. */
function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function toChange({ id: _id, ...definition }: CorpusTool): CatalogChange {
  const { tool } = parseTool(definition)
  return {
    type: 'put',
    record: { tool, backends: [{ kind: 'mcp', server: definition.namespace }], notes: '' },
  }
}

/** Sees to it that nothing is written in the background while searches are measured. */
async function settle(server: PostgresServer): Promise<void> {
  await onServer(server, async (client) => {
    for (const table of ['page', 'segment', 'delta', 'tombstone', 'tool']) {
      await client.query(`vacuum (analyze) ${table}`)
    }
    await client.query('checkpoint')
  })
}

async function measureBytes(server: PostgresServer): Promise<readonly string[]> {
  return onServer(server, async (client) => {
    const { rows } = await client.query<{
      readonly index: number
      readonly tools: number
      readonly history: number
    }>(`
      select pg_total_relation_size('page') + pg_total_relation_size('segment') + pg_total_relation_size('delta')
        + pg_total_relation_size('tombstone') + pg_relation_size('tool_number') as index,
        pg_total_relation_size('tool') - pg_relation_size('tool_number') as tools,
        pg_total_relation_size('change') + pg_total_relation_size('batch') as history`)
    const {
      rows: [counted],
    } = await client.query<{ readonly tools: number }>('select documents as tools from catalog')
    const each = (bytes: number | undefined): string => (Number(bytes) / Number(counted?.tools)).toFixed(0)
    return [each(rows[0]?.index), each(rows[0]?.tools), each(rows[0]?.history)]
  })
}
