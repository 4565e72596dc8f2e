import { agreementOf } from './agreement.ts'
import type { ArmRanking, Fusion } from './fusion.ts'
import { normalize } from './normalization.ts'
import { checkNumber, checkWindow, sumParts } from './sum-parts.ts'

/** What {@link createGatedFusion} may be told. */
export interface GatedFusionOptions {
  /** What an arm of weight 1 may add at most, in scores of the best hit that leads. Default 5. Legal: 0 to 100. */
  readonly strength?: number | undefined
  /** Hits of the other arms that are looked at. Default 100. Legal: integers 1 to 1,000. */
  readonly window?: number | undefined
  /** Hits of the arm that leads that are looked at. Default 30. Legal: integers 1 to 1,000. */
  readonly leadWindow?: number | undefined
}

const DEFAULT_STRENGTH = 5
const MAX_STRENGTH = 100
/** More were no better, and take a ranking by words longer than the fusion itself. */
const DEFAULT_LEAD_WINDOW = 30
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
 * down, is not heard where the first knows better. Of an arm that is `trusted`, it is
 *
 *     weight · (1 − confidence)² · normalized score · best score that leads
 *
 * whether it agrees or not. Where no other arm adds anything, scores are those of the first.
 *
 * @throws RangeError when an option is outside its legal range.
 */
export function createGatedFusion(options: GatedFusionOptions = {}): Fusion {
  const strength = checkNumber('strength', options.strength ?? DEFAULT_STRENGTH, 0, MAX_STRENGTH)
  return Object.freeze({
    name: 'gated',
    window: checkWindow(options.window),
    leadWindow: checkWindow(options.leadWindow ?? DEFAULT_LEAD_WINDOW),
    fuse: (rankings) => {
      const [lead, ...others] = rankings
      if (lead === undefined) return []
      const unit = lead.hits[0]?.score || 1
      const own = { ranking: lead, values: lead.hits.map(({ score }) => score), label: 'its score' }
      const added = others.map((ranking) => {
        const { factor, label } = hearing(lead, ranking, strength)
        return {
          ranking,
          values: normalize(ranking.hits, 'min-max').map((value) => unit * factor * value),
          label: `weight ${ranking.weight} × ${label} × normalized score × best score of ${lead.arm}`,
        }
      })
      return sumParts([own, ...added])
    },
  } satisfies Fusion)
}

/** What the best hit of an arm adds, in scores of the best hit that leads, and how that comes about. */
function hearing(
  lead: ArmRanking,
  other: ArmRanking,
  strength: number,
): { readonly factor: number; readonly label: string } {
  const doubt = 1 - confidenceOf(lead)
  if (other.trusted === true) {
    return { factor: other.weight * doubt * doubt, label: `doubt ${doubt.toFixed(3)} squared` }
  }
  const gate = lead.hits.length === 0 ? 1 : gateOf(lead, other)
  const factor = other.weight * strength * doubt * gate
  return { factor, label: `${strength} × doubt ${doubt.toFixed(3)} × gate ${gate.toFixed(3)}` }
}

/** How far an arm has to do with the one that leads, from 0 to 1. */
function gateOf(lead: ArmRanking, other: ArmRanking): number {
  const above = agreementOf(lead.hits, other.hits) - ASKED * confidenceOf(lead)
  return Math.min(1, Math.max(0, above / OPENING))
}

/** How sure an arm is; by default by what share its best hit is ahead of the next. Nothing found is nothing sure. */
function confidenceOf({ hits: [best, next], confidence }: ArmRanking): number {
  if (best === undefined) return 0
  return confidence ?? (next === undefined ? 1 : 1 - next.score / best.score)
}
