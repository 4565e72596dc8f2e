import { type CatalogChange, parseTool } from '@toolscout/model'
import { openPostgresStore, type PostgresStore } from '@toolscout/store/postgres'
import type { PostgresServer } from '@toolscout/testkit/postgres'
import type { CorpusTool } from '../corpus/corpus-tool.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { onServer, startForBenchmark } from './bench-server.ts'
import { measureSearches } from './measure-searches.ts'

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
      const fill = await fillTo(store, count, size, report)
      count = size
      report(`champions and statistics of ${size.toLocaleString('en')} tools`)
      await store.optimize()
      await settle(server)
      const figures = await measureSearches(store, server, {
        sample: Math.min(size, SAMPLE),
        count: queries,
        seed: SEED,
        report,
      })
      const bytes = await measureBytes(server)
      const row = `| ${[size.toLocaleString('en'), fill, ...figures, ...bytes].join(' | ')} |`
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

async function fillTo(
  store: PostgresStore,
  from: number,
  to: number,
  report: SizesOptions['report'],
): Promise<string> {
  const started = performance.now()
  let done = from
  let batch: CatalogChange[] = []
  let writing: Promise<unknown> = Promise.resolve()
  const write = async (): Promise<void> => {
    const changes = batch
    batch = []
    // One batch is written while the next is read.
    await writing
    writing = store.append(changes)
    done += changes.length
    if (done % 50_000 === 0) report(`${done.toLocaleString('en')} tools after ${seconds(started)} s`)
  }
  for (const tool of generateTools({ seed: SEED, start: from, count: to - from })) {
    batch.push(toChange(tool))
    if (batch.length === BATCH) await write()
  }
  await write()
  await writing
  return ((to - from) / Number(seconds(started))).toFixed(0)
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
    await client.query('vacuum (analyze) tool_search')
    await client.query('vacuum (analyze) tool')
    await client.query('vacuum (analyze) term')
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
      select pg_total_relation_size('tool_search') + pg_total_relation_size('term')
        + pg_total_relation_size('champion') as index,
        pg_total_relation_size('tool') as tools,
        pg_total_relation_size('change') + pg_total_relation_size('batch') as history`)
    const {
      rows: [counted],
    } = await client.query<{ readonly tools: number }>('select documents as tools from catalog')
    const each = (bytes: number | undefined): string => (Number(bytes) / Number(counted?.tools)).toFixed(0)
    return [each(rows[0]?.index), each(rows[0]?.tools), each(rows[0]?.history)]
  })
}

function seconds(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(1)
}
