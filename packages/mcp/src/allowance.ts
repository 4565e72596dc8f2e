/** How much of something is let through. */
export interface AllowanceOptions {
  /** How many at once. */
  readonly burst: number
  /** How many more each second. */
  readonly perSecond: number
  /** Milliseconds on a clock that only goes forward. Default `performance.now`. */
  readonly now?: (() => number) | undefined
}

/** Lets a bounded number of things through. */
export interface Allowance {
  /** `excess` is the first that is not let through, after which `over` are more of them. */
  readonly take: () => 'allowed' | 'excess' | 'over'
}

/** Creates an allowance. Things that come without end cost this much and no more. */
export function createAllowance({
  burst,
  perSecond,
  now = () => performance.now(),
}: AllowanceOptions): Allowance {
  let credit = burst
  let at = now()
  let isOver = false
  return {
    take: () => {
      const time = now()
      credit = Math.min(burst, credit + ((time - at) / 1_000) * perSecond)
      at = time
      if (credit < 1) {
        const isFirst = !isOver
        isOver = true
        return isFirst ? 'excess' : 'over'
      }
      credit -= 1
      // Not with the first that passes, or a steady flood would begin anew with each.
      isOver &&= credit < burst / 2
      return 'allowed'
    },
  }
}
