import type { Analyzer } from '@toolscout/search'
import type { TokenTable } from './token-table.ts'

/** How the tokens of a text are counted. */
export interface CountingRule {
  /** Tokens that are read, from the beginning. */
  readonly limit: number
  /** How often a token counts. */
  readonly maxCount: number
  /** What it counts, times the square root of how often. */
  readonly weight: number
}

/** Adds up what the tokens of texts count. One vector is made at a time, so that the counters are made once. */
export interface TokenSums {
  readonly add: (text: string, rule: CountingRule) => void
  /** Tells every token with its sum, those of the table by row, and starts over. */
  readonly drain: (
    visitRow: (row: number, sum: number) => void,
    visitStray: (token: string, sum: number) => void,
  ) => void
}

/** Counters for the tokens of a table and any others. */
export function createTokenSums({ analyze }: Analyzer, { rowOf, queryScales }: TokenTable): TokenSums {
  const counts = new Uint16Array(queryScales.length)
  const sums = new Float64Array(queryScales.length)
  const summed: number[] = []
  const strays = new Map<string, number>()

  /** Counts the tokens of the table, and gives the rows that were met. */
  const count = (text: string, limit: number, strayCounts: Map<string, number>): readonly number[] => {
    const met: number[] = []
    let told = 0
    for (const { tokens } of analyze(text)) {
      for (const { term, root } of tokens) {
        if (!root) continue
        if (told === limit) return met
        told += 1
        const row = rowOf.get(term)
        if (row === undefined) {
          strayCounts.set(term, (strayCounts.get(term) ?? 0) + 1)
          continue
        }
        if (counts[row] === 0) met.push(row)
        counts[row] = (counts[row] as number) + 1
      }
    }
    return met
  }

  return Object.freeze({
    add: (text, { limit, maxCount, weight }) => {
      const strayCounts = new Map<string, number>()
      for (const row of count(text, limit, strayCounts)) {
        if (sums[row] === 0) summed.push(row)
        sums[row] = (sums[row] as number) + weight * Math.sqrt(Math.min(counts[row] as number, maxCount))
        counts[row] = 0
      }
      for (const [token, times] of strayCounts) {
        strays.set(token, (strays.get(token) ?? 0) + weight * Math.sqrt(Math.min(times, maxCount)))
      }
    },
    drain: (visitRow, visitStray) => {
      for (const row of summed) {
        visitRow(row, sums[row] as number)
        sums[row] = 0
      }
      for (const [token, sum] of strays) visitStray(token, sum)
      summed.length = 0
      strays.clear()
    },
  } satisfies TokenSums)
}
