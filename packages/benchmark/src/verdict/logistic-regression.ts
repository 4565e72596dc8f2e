/** One example of a {@link fitLogistic}. */
export interface Example {
  readonly features: readonly number[]
  readonly label: boolean
  /** How much it counts; above 0. */
  readonly weight: number
}

/** Strength of the ridge on weights of standardized features, in examples. */
const RIDGE = 1
const STEPS = 30

/**
 * Weighted logistic regression with a ridge (Hastie, Tibshirani and Friedman 2009, "The Elements of Statistical
 * Learning", section 4.4), by Newton's method; the intercept first, then a weight for each feature as it is given.
 */
export function fitLogistic(examples: readonly Example[]): readonly number[] {
  const count = examples[0]?.features.length ?? 0
  const scale = examples.length / sum(examples.map(({ weight }) => weight))
  const columns = Array.from({ length: count }, (_, i) => {
    const mean =
      (sum(examples.map(({ features, weight }) => weight * at(features, i))) * scale) / examples.length
    const squares = examples.map(({ features, weight }) => weight * (at(features, i) - mean) ** 2)
    return { mean, deviation: Math.sqrt((sum(squares) * scale) / examples.length) || 1 }
  })
  const rows = examples.map(({ features, label, weight }) => ({
    x: [1, ...columns.map(({ mean, deviation }, i) => (at(features, i) - mean) / deviation)],
    y: label ? 1 : 0,
    w: weight * scale,
  }))
  let weights = new Array<number>(count + 1).fill(0)
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight, i) => (i === 0 ? 0 : -RIDGE * weight))
    const hessian = weights.map((_, i) => weights.map((__, j) => (i === j && i > 0 ? RIDGE : 0)))
    for (const { x, y, w } of rows) {
      const p = 1 / (1 + Math.exp(-sum(x.map((value, i) => value * at(weights, i)))))
      for (let i = 0; i < x.length; i += 1) {
        gradient[i] = at(gradient, i) + w * (y - p) * at(x, i)
        const row = hessian[i] as number[]
        for (let j = 0; j < x.length; j += 1) row[j] = at(row, j) + w * p * (1 - p) * at(x, i) * at(x, j)
      }
    }
    const change = solve(hessian, gradient)
    weights = weights.map((weight, i) => weight + at(change, i))
  }
  const plain = columns.map(({ deviation }, i) => at(weights, i + 1) / deviation)
  const shift = sum(columns.map(({ mean }, i) => mean * at(plain, i)))
  return [at(weights, 0) - shift, ...plain]
}

/** Gauss's elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, at(right, i)])
  const size = rows.length
  for (let i = 0; i < size; i += 1) {
    let pivot = i
    for (let j = i + 1; j < size; j += 1) {
      if (Math.abs(at(rows[j] as number[], i)) > Math.abs(at(rows[pivot] as number[], i))) pivot = j
    }
    ;[rows[i], rows[pivot]] = [rows[pivot] as number[], rows[i] as number[]]
    const head = rows[i] as number[]
    for (let j = 0; j < size; j += 1) {
      if (j === i || at(head, i) === 0) continue
      const row = rows[j] as number[]
      const factor = at(row, i) / at(head, i)
      for (let k = i; k <= size; k += 1) row[k] = at(row, k) - factor * at(head, k)
    }
  }
  return rows.map((row, i) => (at(row, i) === 0 ? 0 : at(row, size) / at(row, i)))
}

function at(values: readonly number[], i: number): number {
  return values[i] as number
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
