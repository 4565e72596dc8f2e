import {
  createCatalogSearch,
  DEFAULT_METRICS,
  evaluateSearch,
  type Judgments,
  type SearchEvaluation,
} from '@toolscout/evaluation'
import type { CommandTools } from '../command/evaluation-command.ts'
import { createSearcher } from './searchers.ts'

/** The usual metrics, and whether all tools of a task are there. */
const METRICS: readonly string[] = [...DEFAULT_METRICS, 'complete@5']

/** Measures every searcher on every set, each in a facade of its own. */
export async function measureSets(
  sets: readonly Judgments[],
  searchers: readonly string[],
  { progress, note, signal }: Pick<CommandTools, 'progress' | 'note' | 'signal'>,
): Promise<readonly SearchEvaluation[]> {
  const evaluations: SearchEvaluation[] = []
  for (const [i, set] of sets.entries()) {
    for (const name of searchers) {
      const place = `set ${i + 1} of ${sets.length}, ${set.name}, ${name}`
      progress.show(place)
      const { search, render, failures } = createCatalogSearch(set.tools, { searcher: createSearcher(name) })
      if (failures.length > 0 && name === searchers[0]) {
        note(`${set.name}: ${failures.length} tools cannot be registered, the first: ${failures[0]}`)
      }
      const onProgress = (answered: number): void =>
        progress.show(`${place}: ${answered} of ${set.queries.length}`)
      evaluations.push(
        await evaluateSearch(set, search, { name, metrics: METRICS, render, onProgress, signal }),
      )
    }
  }
  progress.clear()
  return evaluations
}
