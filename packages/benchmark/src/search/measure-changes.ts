import type { EngineIndex } from '../engines/engine.ts'
import type { ToolChange } from './draw-changes.ts'
import { TOP } from './job.ts'
import { toUs } from './measure-queries.ts'
import { median } from './percentiles.ts'
import type { Figures } from './row.ts'
import { timed } from './stopwatch.ts'

/** What changes of one tool cost. */
export type ChangeFigures = Pick<
  Figures,
  'addUs' | 'updateUs' | 'removeUs' | 'queryAfterChangeUs' | 'worstChangeMs'
>

const NONE: ChangeFigures = {
  addUs: null,
  updateUs: null,
  removeUs: null,
  queryAfterChangeUs: null,
  worstChangeMs: null,
}

/**
 * Adds, updates and removes tools by turns until there are no more or the time is over, with a query after every
 * change, because work that an engine puts off until then is a cost of the change.
 */
export async function measureChanges<Document>(
  { search, changes }: EngineIndex<Document>,
  drawn: readonly ToolChange<Document>[],
  queries: readonly string[],
  budgetMs: number,
): Promise<ChangeFigures> {
  if (changes === undefined) return NONE
  const addMs: number[] = []
  const updateMs: number[] = []
  const removeMs: number[] = []
  const queryMs: number[] = []
  let worstMs = 0
  const change = async (into: number[], task: () => Promise<void>): Promise<void> => {
    const changed = await timed(task)
    const query = queries[queryMs.length % queries.length] ?? ''
    const asked = await timed(() => search(query, TOP))
    into.push(changed.elapsedMs)
    queryMs.push(asked.elapsedMs)
    worstMs = Math.max(worstMs, changed.elapsedMs, asked.elapsedMs)
  }
  const start = performance.now()
  for (const { added, addedId, updated } of drawn) {
    await change(addMs, () => changes.add(added))
    await change(updateMs, () => changes.update(updated))
    await change(removeMs, () => changes.remove(addedId))
    if (performance.now() - start > budgetMs) break
  }
  return {
    addUs: toUs(median(addMs)),
    updateUs: toUs(median(updateMs)),
    removeUs: toUs(median(removeMs)),
    queryAfterChangeUs: toUs(median(queryMs)),
    worstChangeMs: worstMs,
  }
}
