import { type CatalogChange, parseTool } from '@toolscout/model'
import { openPostgresStore, type PostgresStore } from '@toolscout/store/postgres'
import type { PostgresServer } from '@toolscout/testkit/postgres'
import type { CorpusTool } from '../corpus/corpus-tool.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { onServer, startForBenchmark } from './bench-server.ts'
import { fitGrowth } from './fit-growth.ts'
import { databaseCpu, measureSearches, nodeCpu, type SearchFigures } from './measure-searches.ts'

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

/** Everything that was measured of one size. */
interface SizeFigures extends SearchFigures {
  readonly size: number
  readonly written: number
  readonly writtenByCpu: number
  /** Bytes a tool: of the search index as it is and with the room that merges left, of definitions, of the history. */
  readonly packed: number
  readonly index: number
  readonly definitions: number
  readonly history: number
}

/** Fills a database to each size and searches it; gives tables in Markdown. */
export async function measureSizes({ sizes, queries, report }: SizesOptions): Promise<string> {
  const server = await startForBenchmark()
  const { connection } = server
  // On a busy machine a database that is slow is no database that is away.
  const store = await openPostgresStore({ connection, searchTimeoutMs: 10_000, connectTimeoutMs: 60_000 })
  const measured: SizeFigures[] = []
  try {
    // One endless catalog: to pass over what was taken before would cost as much as to make it.
    const tools = generateTools({ seed: SEED, count: Math.max(...sizes) })
    let count = 0
    for (const size of [...sizes].sort((a, b) => a - b)) {
      const filled = await fillTo(store, server, tools, { from: count, to: size, report })
      count = size
      report(`joining the segments of ${size.toLocaleString('en')} tools`)
      await store.optimize()
      await settle(server)
      const sample = Math.min(size, SAMPLE)
      const figures = await measureSearches(store, server, { sample, count: queries, seed: SEED, report })
      const all = { size, ...filled, ...figures, ...(await measureBytes(server)) }
      measured.push(all)
      report(rowOf(all))
    }
  } finally {
    await store.close()
    await server.stop()
  }
  const head = `| ${COLUMNS.map(([name]) => name).join(' | ')} |\n|${' ---: |'.repeat(COLUMNS.length)}`
  const growth = measured.length < 2 ? [] : ['', ...growthLines(measured)]
  return [server.version, '', head, ...measured.map(rowOf), ...growth, ''].join('\n')
}

const ms = (value: number): string => value.toFixed(1)
const whole = (value: number): string => value.toFixed(0)
const percent = (value: number): string => `${(100 * value).toFixed(0)}%`

const COLUMNS: readonly (readonly [name: string, cell: (figures: SizeFigures) => string])[] = [
  ['tools', ({ size }) => size.toLocaleString('en')],
  ['tools/s written', ({ written }) => whole(written)],
  ['by processor time', ({ writtenByCpu }) => whole(writtenByCpu)],
  ['first p50 ms', ({ firstP50 }) => ms(firstP50)],
  ['first p95 ms', ({ firstP95 }) => ms(firstP95)],
  ['p50 ms', ({ p50 }) => ms(p50)],
  ['p95 ms', ({ p95 }) => ms(p95)],
  ['p99 ms', ({ p99 }) => ms(p99)],
  ['node CPU p50 ms', ({ nodeP50 }) => ms(nodeP50)],
  ['p95', ({ nodeP95 }) => ms(nodeP95)],
  ['database CPU p50 ms', ({ databaseP50 }) => ms(databaseP50)],
  ['p95', ({ databaseP95 }) => ms(databaseP95)],
  ['said exact', ({ saidExact }) => percent(saidExact)],
  ['overlap@10', ({ overlap }) => overlap.toFixed(3)],
  ['same first', ({ sameFirst }) => percent(sameFirst)],
  ['index bytes/tool', ({ packed }) => whole(packed)],
  ['with room', ({ index }) => whole(index)],
  ['definitions', ({ definitions }) => whole(definitions)],
  ['history', ({ history }) => whole(history)],
]

function rowOf(figures: SizeFigures): string {
  return `| ${COLUMNS.map(([, cell]) => cell(figures)).join(' | ')} |`
}

/** What grows how with the number of tools, and how far what was measured lies beside that. */
function growthLines(measured: readonly SizeFigures[]): readonly string[] {
  const grown: readonly (readonly [name: string, of: (figures: SizeFigures) => number])[] = [
    ['p50 ms', ({ p50 }) => p50],
    ['p95 ms', ({ p95 }) => p95],
    ['CPU p50 ms, node and database', ({ nodeP50, databaseP50 }) => nodeP50 + databaseP50],
    ['CPU p95 ms, node and database', ({ nodeP95, databaseP95 }) => nodeP95 + databaseP95],
    ['index bytes', ({ size, packed }) => size * packed],
  ]
  const lines = grown.map(([name, of]) => {
    const { factor, exponent, residuals } = fitGrowth(measured.map((one) => [one.size, of(one)]))
    const at = (size: number): string => (factor * size ** exponent).toPrecision(3)
    const beside = residuals.map((one) => `${one > 0 ? '+' : ''}${(100 * one).toFixed(0)}%`).join(', ')
    const cells = [name, `${factor.toPrecision(3)} · n^${exponent.toFixed(2)}`, beside, at(1e7), at(1e8)]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| | growth | residuals | at 10 million, were it to go on so | at 100 million |',
    '| --- | --- | --- | ---: | ---: |',
    ...lines,
  ]
}

/** Tools that are made before the clock runs. */
const CHUNK = 20_000

async function fillTo(
  store: PostgresStore,
  server: PostgresServer,
  tools: Iterator<CorpusTool>,
  { from, to, report }: Pick<SizesOptions, 'report'> & { readonly from: number; readonly to: number },
): Promise<Pick<SizeFigures, 'written' | 'writtenByCpu'>> {
  const cpuMs = await databaseCpu(server)
  let [ms, cpu] = [0, 0]
  for (let start = from; start < to; start += CHUNK) {
    const changes = Array.from({ length: Math.min(CHUNK, to - start) }, () => toChange(tools.next().value))
    const [started, startedCpu] = [performance.now(), cpuMs() + nodeCpu()]
    let writing: Promise<unknown> = Promise.resolve()
    for (let i = 0; i < changes.length; i += BATCH) {
      const before = writing
      writing = store.append(changes.slice(i, i + BATCH))
      // One batch is written while the next is read.
      await before
    }
    await writing
    ms += performance.now() - started
    cpu += cpuMs() + nodeCpu() - startedCpu
    const done = start + changes.length
    if (done % 100_000 === 0) report(`${done.toLocaleString('en')} tools after ${(ms / 1_000).toFixed(0)} s`)
  }
  const rate = (spent: number): number => (1_000 * (to - from)) / spent
  return { written: rate(ms), writtenByCpu: rate(cpu) }
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

async function measureBytes(
  server: PostgresServer,
): Promise<Pick<SizeFigures, 'packed' | 'index' | 'definitions' | 'history'>> {
  return onServer(server, async (client) => {
    const text = `
      select c.documents as tools,
        (select sum(pages) * (8192 / 4) + sum(length(document_table) + length(directory)) from segment)
          + pg_relation_size('page_pkey') + pg_relation_size('tool_number') as packed,
        pg_total_relation_size('page') + pg_total_relation_size('segment') + pg_total_relation_size('delta')
          + pg_total_relation_size('tombstone') + pg_relation_size('tool_number') as index,
        pg_total_relation_size('tool') - pg_relation_size('tool_number') as definitions,
        pg_total_relation_size('change') + pg_total_relation_size('batch') as history
      from catalog c`
    const { rows } = await client.query<{ readonly [name: string]: string }>(text)
    const each = (name: string): number => Number(rows[0]?.[name]) / Number(rows[0]?.tools)
    return {
      packed: each('packed'),
      index: each('index'),
      definitions: each('definitions'),
      history: each('history'),
    }
  })
}
