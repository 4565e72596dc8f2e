/** The arithmetic mean; 0 for no numbers. */
export function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/**
 * The mean of numbers that count as often as their weights say; 0 for no numbers.
 *
 * @throws RangeError when a weight is not above 0.
 */
export function weightedMean(numbers: readonly number[], weights: readonly number[]): number {
  let sum = 0
  let total = 0
  numbers.forEach((number, i) => {
    const weight = weights[i] ?? 1
    if (!(weight > 0 && Number.isFinite(weight))) {
      throw new RangeError(`a weight is ${weight}; it must be a number above 0.`)
    }
    sum += weight * number
    total += weight
  })
  return total === 0 ? 0 : sum / total
}

/** @throws RangeError when a number is no integer of its range. */
export function requireInteger(name: string, value: number, [low, high]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= low && value <= high) return
  const range = high === Number.POSITIVE_INFINITY ? `of ${low} or more` : `from ${low} to ${high}`
  throw new RangeError(`${name} is ${value}; it must be an integer ${range}.`)
}

/** What a seed may be. */
export const SEED = { least: 0, most: 4_294_967_295, whole: true } as const

/** The range of a number that has no upper end. */
export function from(low: number): readonly [number, number] {
  return [low, Number.POSITIVE_INFINITY]
}
