import {
  createCatalogSearch,
  DEFAULT_METRICS,
  evaluateSearch,
  type Judgments,
  type SearchEvaluation,
} from '@toolscout/evaluation'
import type { CommandTools } from '../command/evaluation-command.ts'
import { createSearch } from './searchers.ts'

/** The usual metrics, and whether all tools of a task are there. */
const METRICS: readonly string[] = [...DEFAULT_METRICS, 'complete@5']

/** Measures every searcher on every set. All answers are shown in the same way, so that their tokens compare. */
export async function measureSets(
  sets: readonly Judgments[],
  searchers: readonly string[],
  { progress, note, signal }: Pick<CommandTools, 'progress' | 'note' | 'signal'>,
): Promise<readonly SearchEvaluation[]> {
  const evaluations: SearchEvaluation[] = []
  for (const [i, set] of sets.entries()) {
    const { render, failures } = createCatalogSearch(set.tools)
    if (failures.length > 0) {
      note(`${set.name}: ${failures.length} tools cannot be registered, the first: ${failures[0]}`)
    }
    for (const name of searchers) {
      const place = `set ${i + 1} of ${sets.length}, ${set.name}, ${name}`
      progress.show(place)
      const onProgress = (answered: number): void =>
        progress.show(`${place}: ${answered} of ${set.queries.length}`)
      const options = { name, metrics: METRICS, render, onProgress, signal }
      evaluations.push(await evaluateSearch(set, createSearch(name, set.tools), options))
    }
  }
  progress.clear()
  return evaluations
}
