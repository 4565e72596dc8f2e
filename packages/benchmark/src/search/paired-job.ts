import type { Engine, EngineIndex } from '../engines/engine.ts'
import { type PairedJob, TOP } from './job.ts'
import { percentile } from './percentiles.ts'
import { prepareDocuments } from './prepare-documents.ts'
import type { PairedRow } from './row.ts'

interface Contender {
  readonly engine: Engine
  readonly index: EngineIndex
  readonly builtPerSecond: number
  /** Microseconds of processor time of each query asked, and of the same query asked again at once. */
  readonly times: { readonly first: number[]; readonly again: number[] }
}

/**
 * Puts the same queries to all engines by turns, in this one process: each runs with the caches as the others left
 * them. A time is the processor time of the process, so that other work on the machine matters least. Every query
 * is new when it is first asked, since an engine may remember answers, and then asked once more.
 */
export async function measurePaired(
  engines: readonly Engine[],
  job: PairedJob,
): Promise<readonly PairedRow[]> {
  const contenders: Contender[] = []
  for (const engine of engines) {
    const library = await engine.load()
    const documents = prepareDocuments(engine, job)
    const start = process.cpuUsage()
    const index = await library.build(documents)
    const builtPerSecond = (1_000_000 * job.tools) / usedSince(start)
    contenders.push({ engine, index, builtPerSecond, times: { first: [], again: [] } })
  }
  const budgetMs = job.budgetMs * engines.length
  const { warmUp, queries } = job.exam
  const texts = [...warmUp, ...queries].map(({ text }) => text)
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

async function ask({ engine, index, times }: Contender, text: string): Promise<void> {
  const query = engine.prepareQuery(text)
  for (const into of [times.first, times.again]) {
    const start = process.cpuUsage()
    await index.search(query, TOP)
    into.push(usedSince(start))
  }
}

/** Microseconds of processor time. */
function usedSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return user + system
}

function toRows(
  contenders: readonly Contender[],
  tools: number,
  warmUpQueries: number,
): readonly PairedRow[] {
  const figures = contenders.map(({ engine, times, builtPerSecond }) => {
    const first = times.first.slice(warmUpQueries)
    const again = times.again.slice(warmUpQueries)
    const at = (share: number, list = first): number => percentile(list, share) ?? Number.NaN
    return {
      engine: engine.name,
      queries: first.length,
      p50Us: at(0.5),
      p95Us: at(0.95),
      p99Us: at(0.99),
      againUs: at(0.5, again),
      builtPerSecond,
    }
  })
  const p50Of = (name: string): number | undefined => figures.find(({ engine }) => engine === name)?.p50Us
  const [wink, minisearch] = [p50Of('wink'), p50Of('minisearch')]
  return figures.map((row) => ({
    ...row,
    tools,
    fasterThanWink: wink === undefined ? null : wink / row.p50Us,
    fasterThanMinisearch: minisearch === undefined ? null : minisearch / row.p50Us,
  }))
}
