/** Thrown by a {@link Meter} that has run out, so that generated code stops wherever it is. Never leaves the package. */
export const OUT_OF_WORK: unique symbol = Symbol('out of work')

/**
 * Counts the steps of one check of a value. A count and not a clock: the same value and schema give the same
 * answer on every machine.
 */
export interface Meter {
  /** Starts over with so many steps. */
  readonly start: (maxSteps: number) => void
  /** Takes steps off. @throws {@link OUT_OF_WORK} when there are none left. */
  readonly spend: (steps: number) => void
  /** Steps taken since the start. */
  readonly spent: () => number
}

/** Creates a meter that has no steps to give until it is started. */
export function createMeter(): Meter {
  let max = 0
  let left = 0
  return {
    start: (maxSteps) => {
      max = maxSteps
      left = maxSteps
    },
    spend: (steps) => {
      left -= steps
      if (left < 0) throw OUT_OF_WORK
    },
    spent: () => max - left,
  }
}
