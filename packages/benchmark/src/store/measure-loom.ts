import { openDiscovery } from '@toolscout/discovery'
import { createGateway } from '@toolscout/gateway'
import { createBuiltinIndexer, createLoom } from '@toolscout/loom'
import type { ToolDefinition } from '@toolscout/model'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { generateQueries } from '../corpus/generate-queries.ts'
import { generateTools } from '../corpus/generate-tools.ts'
import { percentile } from '../search/percentiles.ts'
import type { StoreBenchOptions } from './measure-writing.ts'
import { perSecond, took } from './stopwatch.ts'

/** What Loom's page claims, on hardware it does not name; searches of the mode without a language model. */
const CLAIMS = { indexedPerSecond: 500, searchesPerSecond: 100, searchP50Ms: 8 }
const SEED = 1
const QUERIES = 300
/** Times that other queries are asked before: a loom runs for days, and the engine compiles what it does in the first second. */
const WARM_UPS = 10

/** Indexes and searches a gateway as Loom has it, over one SQLite file. */
export async function measureLoom({ path, tools }: StoreBenchOptions): Promise<object> {
  const corpus = Array.from(generateTools({ seed: SEED, count: tools }))
  const definitions = corpus.map(({ id: _, ...definition }): ToolDefinition => definition)
  const drawn = generateQueries(corpus, { seed: SEED, count: 2 * QUERIES }).map(({ text }) => text)
  const [queries, others] = [drawn.slice(0, QUERIES), drawn.slice(QUERIES)]
  const discovery = await openDiscovery({ store: await openSqliteStore({ path }), embedder: false })
  const gateway = createGateway({ discovery })
  const loom = createLoom(gateway, { indexers: [createBuiltinIndexer(definitions)] })
  const indexed = await took(() => loom.indexAll())
  const ask = (query: string): Promise<unknown> => loom.search({ query, mode: 'fast' })
  for (let i = 0; i < WARM_UPS; i += 1) for (const query of others) await ask(query)
  // What was never asked for before finds tools of which nothing is remembered yet.
  const first = await timeSearches(queries, ask)
  const kernel = await timeSearches(queries, ask)
  const words = await measureSearches(queries, (query) => discovery.search(query, { limit: 5 }))
  await gateway.stop()
  await discovery.close()
  return {
    claims: CLAIMS,
    indexedPerSecond: perSecond(tools, indexed),
    search: kernel,
    searchForTheFirstTime: first,
    searchOfTheFacade: words,
  }
}

async function measureSearches(
  queries: readonly string[],
  search: (query: string) => Promise<unknown>,
): Promise<object> {
  for (const query of queries) await search(query)
  return timeSearches(queries, search)
}

async function timeSearches(
  queries: readonly string[],
  search: (query: string) => Promise<unknown>,
): Promise<object> {
  const times: number[] = []
  const all = await took(async () => {
    for (const query of queries) {
      const start = performance.now()
      await search(query)
      times.push(performance.now() - start)
    }
  })
  return {
    perSecond: perSecond(queries.length, all),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
  }
}
