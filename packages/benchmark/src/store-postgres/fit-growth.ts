/** A power of the size: `factor` · size ^ `exponent`. */
export interface Growth {
  readonly factor: number
  readonly exponent: number
  /** By point: how much more was measured than the power says, as a share of it. */
  readonly residuals: readonly number[]
}

/** A size and what was measured at it, both above 0. */
export type SizePoint = readonly [size: number, measured: number]

/** Fits a power to at least two sizes, by least squares of the logarithms. */
export function fitGrowth(points: readonly SizePoint[]): Growth {
  const logs = points.map(([size, measured]) => [Math.log(size), Math.log(measured)] as const)
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [meanOf(logs.map(([size]) => size)), meanOf(logs.map(([, measured]) => measured))]
  const spread = logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0)
  const both = logs.reduce((sum, [size, measured]) => sum + (size - x) * (measured - y), 0)
  const exponent = both / spread
  const factor = Math.exp(y - exponent * x)
  return {
    factor,
    exponent,
    residuals: points.map(([size, measured]) => measured / (factor * size ** exponent) - 1),
  }
}
