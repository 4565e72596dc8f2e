import { compareHits } from '@toolscout/model'
import { type ArmRanking, DEFAULT_WINDOW, type FusedHit, type FusedPart, MAX_WINDOW } from './fusion.ts'

/** What an arm adds to each of its hits, in their order. */
export interface ArmParts {
  readonly ranking: ArmRanking
  readonly values: readonly number[]
  /** How the values come about. */
  readonly label: string
}

/**
 * Adds up what the arms say of each tool, in the order of the arms. Left out are tools of which nothing good is said,
 * and those that one arm alone has found and does not think much of.
 */
export function sumParts(arms: readonly ArmParts[]): readonly FusedHit[] {
  const partsOf = new Map<string, FusedPart[]>()
  const foundBy = new Map<string, number>()
  for (const { ranking } of arms) {
    for (const { id } of ranking.hits) foundBy.set(id, (foundBy.get(id) ?? 0) + 1)
  }
  for (const { ranking, values, label } of arms) {
    const { minScoreAlone = 0 } = ranking
    ranking.hits.forEach(({ id, score }, i) => {
      if (score < minScoreAlone && foundBy.get(id) === 1) return
      const part = { arm: ranking.arm, label, value: values[i] as number }
      const parts = partsOf.get(id)
      if (parts === undefined) partsOf.set(id, [part])
      else parts.push(part)
    })
  }
  const fused = Array.from(partsOf, ([id, parts]) => ({
    id,
    score: parts.reduce((sum, { value }) => sum + value, 0),
    parts,
  }))
  return fused.filter(({ score }) => score > 0).sort(compareHits)
}

/** @throws RangeError when the window is no integer from 1 to {@link MAX_WINDOW}. */
export function checkWindow(window: number = DEFAULT_WINDOW): number {
  if (Number.isInteger(window) && window >= 1 && window <= MAX_WINDOW) return window
  throw new RangeError(`The window is ${window}; it must be an integer from 1 to ${MAX_WINDOW}.`)
}

/** @throws RangeError when the number is not between `least` and `most`. */
export function checkNumber(what: string, value: number, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new RangeError(`${what} is ${value}; it must lie between ${least} and ${most}.`)
}
