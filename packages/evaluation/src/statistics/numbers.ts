/** The arithmetic mean; 0 for no numbers. */
export function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** @throws RangeError when a number is no integer of its range. */
export function requireInteger(name: string, value: number, [low, high]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= low && value <= high) return
  const range = high === Number.POSITIVE_INFINITY ? `of ${low} or more` : `from ${low} to ${high}`
  throw new RangeError(`${name} is ${value}; it must be an integer ${range}.`)
}

/** The range of a number that has no upper end. */
export function from(low: number): readonly [number, number] {
  return [low, Number.POSITIVE_INFINITY]
}
