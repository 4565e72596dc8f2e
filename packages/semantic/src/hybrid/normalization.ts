import type { Hit } from '@toolscout/model'

/**
 * How the scores of an arm are made comparable with those of others. `min-max`: from 0 for its last hit to 1 for its
 * first. `z-score`: in standard deviations above its last hit. `rank`: from 1 for its first hit down to 1/n for the
 * last of n, whatever the scores.
 */
export type Normalization = 'min-max' | 'z-score' | 'rank'

/** The ways there are. */
export const NORMALIZATIONS: readonly Normalization[] = Object.freeze(['min-max', 'z-score', 'rank'])

/** The normalized scores of hits that come best first, none below 0; 1 for each where all scores are the same. */
export function normalize(hits: readonly Hit[], normalization: Normalization): readonly number[] {
  const scores = hits.map(({ score }) => score)
  const [highest = 0] = scores
  const lowest = scores.at(-1) ?? 0
  if (normalization === 'rank') return scores.map((_, i) => 1 - i / scores.length)
  if (highest === lowest) return scores.map(() => 1)
  const spread = normalization === 'min-max' ? highest - lowest : deviationOf(scores)
  return scores.map((score) => (score - lowest) / spread)
}

function deviationOf(scores: readonly number[]): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length)
}
