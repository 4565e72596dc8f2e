import type { Hit } from '@toolscout/model'
import { agreementOf } from './agreement.ts'
import type { ArmRanking, Fusion } from './fusion.ts'
import { normalize } from './normalization.ts'
import { checkNumber, checkWindow, sumParts } from './sum-parts.ts'

/** What {@link createGatedFusion} may be told. */
export interface GatedFusionOptions {
  /** What an arm of weight 1 may add at most, in scores of the best hit that leads. Default 5. Legal: 0 to 100. */
  readonly strength?: number | undefined
  /** Hits of every arm that are looked at. Default 30. Legal: integers 1 to 1,000. */
  readonly window?: number | undefined
}

const DEFAULT_STRENGTH = 5
const MAX_STRENGTH = 100
/** More were no better, and take a searcher longer than the fusion itself. */
const GATED_WINDOW = 30
/** How much agreement is asked for, for every bit of confidence of the arm that leads. */
const ASKED = 0.75
/** From the agreement that is asked for on, the gate opens over so much more. */
const OPENING = 0.2

/**
 * A fusion in which the first arm leads and the others speak as far as they are to be trusted. What each of them adds
 * to a tool is
 *
 *     weight · strength · (1 − confidence) · gate · normalized score · best score that leads
 *
 * The surer the first arm is of its best hit, the less the others add; `confidence` is that of its verdict, or the
 * share by which its best hit is ahead of the next. The gate goes from 0 to 1 while the agreement with the first arm
 * (see `agreementOf`) goes from ¾ of the confidence on by a fifth: an arm that answers at random, or turned upside
 * down, is not heard where the first knows better. Where no other arm adds anything, scores are those of the first.
 *
 * @throws RangeError when an option is outside its legal range.
 */
export function createGatedFusion(options: GatedFusionOptions = {}): Fusion {
  const strength = checkNumber('strength', options.strength ?? DEFAULT_STRENGTH, 0, MAX_STRENGTH)
  const window = checkWindow(options.window ?? GATED_WINDOW)
  return Object.freeze({
    name: 'gated',
    window,
    fuse: (rankings) => {
      const [lead, ...others] = rankings
      if (lead === undefined) return []
      const unit = lead.hits[0]?.score || 1
      const own = { ranking: lead, values: lead.hits.map(({ score }) => score), label: 'its score' }
      const added = others.map((ranking) => {
        const gate = gateOf(lead, ranking)
        const factor = ranking.weight * strength * gate
        return {
          ranking,
          values: normalize(ranking.hits, 'min-max').map((value) => unit * factor * value),
          label: `weight ${ranking.weight} × ${strength} × gate ${gate.toFixed(3)} × normalized score × best score of ${lead.arm}`,
        }
      })
      return sumParts([own, ...added])
    },
  } satisfies Fusion)
}

/** How far an arm is heard beside the one that leads, from 0 to 1. */
function gateOf(lead: ArmRanking, other: ArmRanking): number {
  if (lead.hits.length === 0) return 1
  const confidence = lead.confidence ?? marginOf(lead.hits)
  const above = agreementOf(lead.hits, other.hits) - ASKED * confidence
  return (1 - confidence) * Math.min(1, Math.max(0, above / OPENING))
}

/** By what share the best hit is ahead of the next; 1 when it is alone. */
function marginOf([best, next]: readonly Hit[]): number {
  return best === undefined || next === undefined ? 1 : 1 - next.score / best.score
}
