import type { Discovery } from '@toolscout/discovery'
import { type CatalogTool, createProbes, evaluateProbes } from '@toolscout/evaluation'
import type { ArmEvaluation } from '@toolscout/evaluation/internal'

/** How probes are put. */
export interface ProbeRecallOptions {
  /** Most tools that are asked for. */
  readonly limit: number
  readonly signal: AbortSignal
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** How many of the probes a catalog asks of itself are answered. */
export interface ProbeRecall {
  readonly probes: number
  /** Share of the probes whose tools all stand among the first five hits. */
  readonly recallAt5: number
  readonly arms: readonly ArmEvaluation[]
}

/** Hits a model is taken to look at. */
const WITHIN = 5

/** The tools of a facade, with its own ids, as something to ask for. */
export function catalogOf({ index }: Discovery): readonly CatalogTool[] {
  return index.list().map(({ tool }) => ({ ...tool }) as CatalogTool)
}

/** Asks for tools by their names in several spellings and by their descriptions, see `createProbes`. */
export async function measureProbeRecall(
  discovery: Discovery,
  { limit, signal, onProgress }: ProbeRecallOptions,
): Promise<ProbeRecall> {
  const made = createProbes(catalogOf(discovery), { limit })
  const arms = made
    .filter(({ probes }) => probes.length > 0)
    .map((arm) => ({ ...arm, metric: `recall@${WITHIN}`, within: WITHIN }))
  const total = arms.reduce((sum, { probes }) => sum + probes.length, 0)
  const evaluated = await evaluateProbes(arms, discovery.search, {
    misses: 3,
    signal,
    onProgress: (done) => onProgress?.(done, total),
  })
  const hits = evaluated.reduce((sum, arm) => sum + arm.hits, 0)
  return { probes: total, recallAt5: total === 0 ? 0 : hits / total, arms: evaluated }
}
