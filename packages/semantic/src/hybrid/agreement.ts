import type { Hit } from '@toolscout/model'

/** How many of an arm's first hits are held against the ranking that leads. */
const DEPTH = 20
/** What the first hits count in {@link opinionOf}. */
const FIRST_WEIGHTS: readonly number[] = [0.4, 0.3, 0.2, 0.1]

/**
 * How much one ranking has to do with another, from −⅓ to 1: the mean of three things, each read off the first twenty
 * hits of `other`: how well their order goes with the scores `lead` gives them, what `lead` thinks of the first four,
 * and how many of them are among the first twenty of `lead`. A ranking at random has about 0; one that is turned upside
 * down fails by its order, whatever it holds. Two good rankings that disagree on the best hit still agree on what is
 * near, so theirs is high where `lead` itself is wrong.
 */
export function agreementOf(lead: readonly Hit[], other: readonly Hit[]): number {
  const highest = lead[0]?.score ?? 0
  if (highest === 0 || other.length === 0) return 0
  const shares = new Map(lead.map(({ id, score }) => [id, score / highest]))
  const first = new Set(lead.slice(0, DEPTH).map(({ id }) => id))
  const looked = other.slice(0, DEPTH)
  const given = looked.map(({ id }) => shares.get(id) ?? 0)
  const shared = looked.filter(({ id }) => first.has(id)).length / looked.length
  return (orderOf(given) + opinionOf(given) + shared) / 3
}

/** What the ranking that leads gives to the first four. */
function opinionOf(given: readonly number[]): number {
  return FIRST_WEIGHTS.reduce((sum, weight, i) => sum + weight * (given[i] ?? 0), 0)
}

/** Pearson's correlation of scores with the negative logarithm of their rank; 0 where there is nothing to compare. */
function orderOf(given: readonly number[]): number {
  const places = given.map((_, i) => -Math.log(i + 1.5))
  const meanGiven = mean(given)
  const meanPlace = mean(places)
  let both = 0
  let ownGiven = 0
  let ownPlace = 0
  given.forEach((value, i) => {
    const a = value - meanGiven
    const b = (places[i] as number) - meanPlace
    both += a * b
    ownGiven += a * a
    ownPlace += b * b
  })
  return ownGiven === 0 || ownPlace === 0 ? 0 : both / Math.sqrt(ownGiven * ownPlace)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
