import type { EngineIndex } from '../engines/engine.ts'
import { TOP } from './job.ts'
import { percentile } from './percentiles.ts'
import type { Figures } from './row.ts'

/** How fast queries were answered, and what with. */
export interface QueryFigures extends Pick<Figures, 'p50Us' | 'p99Us' | 'queriesPerSecond' | 'queries'> {
  /** Ids for the first queries, as many as the budget allowed. */
  readonly answers: readonly (readonly string[])[]
}

/** Asks one query after the other until there are no more or the time is over; always at least one. */
export async function measureQueries(
  index: EngineIndex,
  queries: readonly string[],
  budgetMs: number,
): Promise<QueryFigures> {
  const answers: (readonly string[])[] = []
  const timesMs: number[] = []
  const start = performance.now()
  let last = start
  for (const query of queries) {
    answers.push(await index.search(query, TOP))
    const now = performance.now()
    timesMs.push(now - last)
    last = now
    if (now - start > budgetMs) break
  }
  return {
    answers,
    p50Us: toUs(percentile(timesMs, 0.5)),
    p99Us: toUs(percentile(timesMs, 0.99)),
    queriesPerSecond: (answers.length / (last - start)) * 1_000,
    queries: answers.length,
  }
}

/** Microseconds of a number of milliseconds. */
export function toUs(ms: number | null): number | null {
  return ms === null ? null : ms * 1_000
}
