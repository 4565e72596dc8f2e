import type { GatewayAnswer } from '@toolscout/gateway'
import type { GatewayHit } from '@toolscout/gateway/internal'

/**
 * How sure an answer is that this hit is meant, from 0 to 1: what its verdict says of the best one, and of the others as
 * much less as their scores are lower. So a better hit never has less.
 */
export function hitConfidence(
  { score }: Pick<GatewayHit, 'score'>,
  { hits, verdict }: Pick<GatewayAnswer, 'hits' | 'verdict'>,
): number {
  const best = hits[0]?.score ?? 0
  return best > 0 ? ((verdict?.confidence ?? 1) * score) / best : 0
}
