import { createCatalogSearch, evaluateSearch } from '@toolscout/evaluation'
import type { SearchEvaluation } from '@toolscout/evaluation/internal'
import type { CommandTools } from '../command/evaluation-command.ts'
import type { ReadSet } from '../command/read-sets.ts'
import type { NamedSearch } from './searchers.ts'

/** What is measured on every set. */
export interface MeasuringPlan {
  /** Those of a set. */
  readonly searchesOf: (set: ReadSet) => readonly NamedSearch[] | Promise<readonly NamedSearch[]>
  readonly metrics: readonly string[]
  /** Whether the tokens of answers are counted. All are shown in the same way, so that they compare. */
  readonly countsTokens: boolean
  /** Receives each evaluation as soon as it is measured. Default: none. */
  readonly onEvaluation?: ((evaluation: SearchEvaluation) => void) | undefined
}

/** Measures every search on every set. */
export async function measureSets(
  sets: readonly ReadSet[],
  { searchesOf, metrics, countsTokens, onEvaluation }: MeasuringPlan,
  { progress, note, signal }: Pick<CommandTools, 'progress' | 'note' | 'signal'>,
): Promise<readonly SearchEvaluation[]> {
  const evaluations: SearchEvaluation[] = []
  for (const [i, set] of sets.entries()) {
    const { render, failures } = createCatalogSearch(set.tools)
    if (failures.length > 0) {
      note(`${set.name}: ${failures.length} tools cannot be registered, the first: ${failures[0]}`)
    }
    for (const { name, create } of await searchesOf(set)) {
      const place = `set ${i + 1} of ${sets.length}, ${set.name}, ${name}`
      progress.show(place)
      const onProgress = (answered: number): void =>
        progress.show(`${place}: ${answered} of ${set.queries.length}`)
      const options = { name, metrics, render: countsTokens ? render : undefined, onProgress, signal }
      const evaluation = await evaluateSearch(set, create(set.tools), options)
      evaluations.push(evaluation)
      progress.clear()
      onEvaluation?.(evaluation)
    }
  }
  progress.clear()
  return evaluations
}
