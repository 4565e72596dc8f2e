import { openDiscovery } from '@toolscout/discovery'
import { type CatalogChange, parseTool } from '@toolscout/model'
import { openPostgresStore, type PostgresStore } from '@toolscout/store/postgres'
import type { PostgresServer } from '@toolscout/testbed/postgres'
import type { CorpusTool } from '../corpus/corpus-tool.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { onServer, startForBenchmark } from './bench-server.ts'

/** What is measured. */
export interface SizesOptions {
  readonly sizes: readonly number[]
  readonly report: (line: string) => unknown
}

const SEED = 1
const BATCH = 2_000
/** Tools that are made before the clock runs. */
const CHUNK = 20_000

/** Everything that was measured of one size. */
interface SizeFigures {
  readonly size: number
  readonly writtenPerSecond: number
  /** What a node needs until its catalog is open, in milliseconds of its processor. */
  readonly openCpuMs: number
  /** Bytes a tool in the database. */
  readonly definitions: number
  readonly history: number
}

/** Fills a database to each size and opens a node on it; gives a table in Markdown. */
export async function measureSizes({ sizes, report }: SizesOptions): Promise<string> {
  const server = await startForBenchmark()
  const { connection } = server
  const store = await openPostgresStore({ connection })
  const measured: SizeFigures[] = []
  try {
    // One endless catalog: to pass over what was taken before would cost as much as to make it.
    const tools = generateTools({ seed: SEED, count: Math.max(...sizes) })
    let count = 0
    for (const size of [...sizes].sort((a, b) => a - b)) {
      const writtenPerSecond = await fillTo(store, tools, count, size)
      count = size
      report(`${size.toLocaleString('en')} tools written`)
      const startedCpu = nodeCpu()
      const node = await openDiscovery({ store: await openPostgresStore({ connection }), embedder: false })
      const openCpuMs = nodeCpu() - startedCpu
      await node.close()
      measured.push({ size, writtenPerSecond, openCpuMs, ...(await measureBytes(server)) })
    }
  } finally {
    await store.close()
    await server.stop()
  }
  const rows = measured.map(
    (one) =>
      `| ${one.size.toLocaleString('en')} | ${[one.writtenPerSecond, one.openCpuMs, one.definitions, one.history].map((value) => value.toFixed(0)).join(' | ')} |`,
  )
  const head =
    '| tools | written/s | CPU ms to open a node | bytes/tool | history bytes/tool |\n| ---: | ---: | ---: | ---: | ---: |'
  return [server.version, '', head, ...rows, ''].join('\n')
}

/** Fills a store; gives tools a second. */
async function fillTo(
  store: PostgresStore,
  tools: Iterator<CorpusTool>,
  from: number,
  to: number,
): Promise<number> {
  let ms = 0
  for (let start = from; start < to; start += CHUNK) {
    const changes = Array.from({ length: Math.min(CHUNK, to - start) }, () => toChange(tools.next().value))
    const started = performance.now()
    let writing: Promise<unknown> = Promise.resolve()
    for (let i = 0; i < changes.length; i += BATCH) {
      const before = writing
      writing = store.append(changes.slice(i, i + BATCH))
      // One batch is written while the next is read.
      await before
    }
    await writing
    ms += performance.now() - started
  }
  return (1_000 * (to - from)) / ms
}

function toChange({ id: _id, ...definition }: CorpusTool): CatalogChange {
  const { tool } = parseTool(definition)
  return {
    type: 'put',
    record: { tool, backends: [{ kind: 'mcp', server: definition.namespace }], notes: '' },
  }
}

async function measureBytes(server: PostgresServer): Promise<Pick<SizeFigures, 'definitions' | 'history'>> {
  return onServer(server, async (client) => {
    const text = `
      select c.tools, pg_total_relation_size('tool') as definitions,
        pg_total_relation_size('change') + pg_total_relation_size('batch') as history
      from catalog c`
    const { rows } = await client.query<{ readonly [name: string]: string }>(text)
    const each = (name: string): number => Number(rows[0]?.[name]) / Number(rows[0]?.tools)
    return { definitions: each('definitions'), history: each('history') }
  })
}

/** Time that a processor spent on this process, in milliseconds. */
function nodeCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
