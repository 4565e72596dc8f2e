import type { Engine, EngineIndex } from '../engines/engine.ts'
import { type PairedJob, TOP } from './job.ts'
import { percentile } from './percentiles.ts'
import { prepareDocuments } from './prepare-documents.ts'
import type { PairedRow } from './row.ts'

/** How often every query is put: compiling goes on through the first thousand searches of every engine. */
const PASSES = 3

interface Contender {
  readonly engine: Engine
  readonly index: EngineIndex
  readonly timesMs: number[]
}

/**
 * Puts the same queries to all engines by turns, in this one process: what slows the machine slows them all, so
 * ratios hold where absolute times drift. Each runs with the caches as the others left them.
 */
export async function measurePaired(
  engines: readonly Engine[],
  job: PairedJob,
): Promise<readonly PairedRow[]> {
  const contenders: Contender[] = []
  for (const engine of engines) {
    const library = await engine.load()
    contenders.push({ engine, index: await library.build(prepareDocuments(engine, job)), timesMs: [] })
  }
  const budgetMs = job.budgetMs * engines.length
  const { warmUp, queries } = job.exam
  const texts = [warmUp, ...Array<typeof queries>(PASSES).fill(queries)].flat().map(({ text }) => text)
  const start = performance.now()
  for (const [turn, text] of texts.entries()) {
    for (let i = 0; i < contenders.length; i += 1) {
      // Another begins each time, so that none always has the same one before it.
      await ask(contenders[(turn + i) % contenders.length] as Contender, text)
    }
    if (performance.now() - start > budgetMs && turn >= warmUp.length) break
  }
  for (const { index } of contenders) index.close()
  return toRows(contenders, job.tools, warmUp.length)
}

async function ask({ engine, index, timesMs }: Contender, text: string): Promise<void> {
  const query = engine.prepareQuery(text)
  const start = performance.now()
  await index.search(query, TOP)
  timesMs.push(performance.now() - start)
}

function toRows(
  contenders: readonly Contender[],
  tools: number,
  warmUpQueries: number,
): readonly PairedRow[] {
  const figures = contenders.map(({ engine, timesMs }) => {
    const counted = timesMs.slice(warmUpQueries)
    const at = (share: number): number => 1_000 * (percentile(counted, share) ?? Number.NaN)
    return { engine: engine.name, queries: counted.length, p50Us: at(0.5), p99Us: at(0.99) }
  })
  const p50Of = (name: string): number | undefined => figures.find(({ engine }) => engine === name)?.p50Us
  const [wink, minisearch] = [p50Of('wink'), p50Of('minisearch')]
  return figures.map(({ engine, queries, p50Us, p99Us }) => ({
    engine,
    tools,
    queries,
    p50Us,
    p99Us,
    fasterThanWink: wink === undefined ? null : wink / p50Us,
    fasterThanMinisearch: minisearch === undefined ? null : minisearch / p50Us,
  }))
}
