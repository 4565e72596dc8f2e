import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type CatalogRecord, parseTool } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema/internal'
import { createLexicalSearcher } from '@toolscout/search'
import { openSqliteStore } from '@toolscout/store/sqlite'
import { generateTools } from '../corpus/generate-tools.ts'
import { percentile } from '../search/percentiles.ts'
import { perSecond, took } from './stopwatch.ts'

/** What is measured on. */
export interface StoreBenchOptions {
  readonly path: string
  readonly tools: number
}

const SEED = 1
/** Tools of one batch: what a few servers list at once. */
const BATCH = 2_000
const SINGLE = 300

/** The checkpoint the searcher's snapshot is kept as. */
export const SNAPSHOT = 'searcher'

/** Fills a store, and measures what writing to it costs. */
export async function measureWriting({ path, tools }: StoreBenchOptions): Promise<object> {
  const corpus = Array.from(generateTools({ seed: SEED, count: tools }))
  const records = corpus.map(({ id: _, ...definition }): CatalogRecord => {
    const { tool } = parseTool(definition)
    return { tool, backends: [{ kind: 'mcp', server: definition.namespace }], notes: '' }
  })
  const store = await openSqliteStore({ path })
  const write = async (given: readonly CatalogRecord[]): Promise<void> => {
    for (let at = 0; at < given.length; at += BATCH) {
      await store.append(given.slice(at, at + BATCH).map((record) => ({ type: 'put', record })))
    }
  }
  const inserted = await took(() => write(records))
  const renewed = records.filter((_, i) => i % 5 === 0)
  const updated = await took(() => write(renewed))
  const singles: number[] = []
  for (let i = 0; i < SINGLE; i += 1) {
    const record = records[(i * 7_919) % records.length] as CatalogRecord
    const start = performance.now()
    await store.append([{ type: 'put', record }])
    singles.push(performance.now() - start)
  }
  const searcher = createLexicalSearcher()
  const upserts = records.map((record) =>
    toSearchDocument({ ...record, summary: toToolSummary(record.tool, record.backends) }),
  )
  searcher.apply({ upserts, removals: [] })
  const bytes = searcher.snapshot()
  const revision = await store.revision()
  const saved = await took(() => store.saveCheckpoint(SNAPSHOT, { revision, bytes }))
  // Closed, so that nothing of it is still in the log.
  await store.close()
  return {
    insertPerSecond: perSecond(tools, inserted),
    updatePerSecond: perSecond(renewed.length, updated),
    singleUpsertMs: { p50: percentile(singles, 0.5), p95: percentile(singles, 0.95) },
    saveCheckpoint: { ...saved, megabytes: bytes.length / 1e6 },
    megabytes: sizeOf(path) / 1e6,
  }
}

/** Bytes of the database, checkpoints apart. */
function sizeOf(path: string): number {
  const names = readdirSync(dirname(path)).filter((name) => !name.includes('-checkpoint-'))
  return names.reduce((sum, name) => sum + statSync(join(dirname(path), name)).size, 0)
}
