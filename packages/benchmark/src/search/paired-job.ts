import type { Engine, EngineIndex } from '../engines/engine.ts'
import { type PairedJob, TOP } from './job.ts'
import { percentile } from './percentiles.ts'
import { prepareDocuments } from './prepare-documents.ts'
import type { PairedRow } from './row.ts'

interface Contender {
  readonly engine: Engine
  readonly index: EngineIndex
  readonly builtPerSecond: number
  /** Microseconds of processor time of each query when it is new, and of the same query asked again at once. */
  readonly times: { readonly first: number[]; readonly again: number[] }
}

/** The least of these times counts, since what else runs can only make one longer. */
const PASSES = 2

/**
 * Puts the same queries to all engines by turns, in this one process: each runs with the caches as the others left
 * them. A time is the processor time of the process, so that other work on the machine matters least. Every query is
 * new when it is asked, since engines forget their answers before each pass, and is then asked once more at once.
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
  const { warmUp, queries } = job.exam
  for (const [turn, { text }] of warmUp.entries()) await askAll(contenders, text, turn)
  const budgetMs = (job.budgetMs * engines.length) / PASSES
  let asked = queries
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const { index } of contenders) await index.forget?.()
    const start = performance.now()
    for (const [turn, { text }] of asked.entries()) {
      const all = await askAll(contenders, text, turn)
      for (const [i, { times }] of contenders.entries()) {
        const [first, again] = all[i] as readonly [number, number]
        times.first[turn] = Math.min(times.first[turn] ?? Number.POSITIVE_INFINITY, first)
        times.again[turn] = Math.min(times.again[turn] ?? Number.POSITIVE_INFINITY, again)
      }
      // What the first pass had time for is asked in each.
      if (pass === 0 && performance.now() - start > budgetMs) asked = queries.slice(0, turn + 1)
      if (turn + 1 === asked.length) break
    }
  }
  for (const { index } of contenders) index.close()
  return toRows(contenders, job.tools)
}

/** Asks all of them for a text; another begins each time, so that none always has the same one before it. */
async function askAll(
  contenders: readonly Contender[],
  text: string,
  turn: number,
): Promise<readonly (readonly [first: number, again: number])[]> {
  const times: (readonly [number, number])[] = []
  for (let i = 0; i < contenders.length; i += 1) {
    const place = (turn + i) % contenders.length
    const { engine, index } = contenders[place] as Contender
    const query = engine.prepareQuery(text)
    times[place] = [await timeOf(index, query), await timeOf(index, query)]
  }
  return times
}

async function timeOf(index: EngineIndex, query: string): Promise<number> {
  const start = process.cpuUsage()
  await index.search(query, TOP)
  return usedSince(start)
}

/** Microseconds of processor time. */
function usedSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return user + system
}

function toRows(contenders: readonly Contender[], tools: number): readonly PairedRow[] {
  const figures = contenders.map(({ engine, times: { first, again }, builtPerSecond }) => {
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
