// For applications: several searchers as one.

// For implementers: what a fusion is, and its parts.
export { agreementOf } from './agreement.ts'
export {
  type ArmRanking,
  DEFAULT_WINDOW,
  type FusedHit,
  type FusedPart,
  type Fusion,
  MAX_WINDOW,
  windowOf,
} from './fusion.ts'
export { createGatedFusion, type GatedFusionOptions } from './gated-fusion.ts'
export { createHybridSearcher, type HybridArm, type HybridSearcherOptions } from './hybrid-searcher.ts'
export { NORMALIZATIONS, type Normalization, normalize } from './normalization.ts'
export { createReciprocalRankFusion, type ReciprocalRankOptions } from './reciprocal-rank-fusion.ts'
export { createWeightedSumFusion, type WeightedSumOptions } from './weighted-sum-fusion.ts'
