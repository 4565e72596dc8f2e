import {
  formatNumber,
  formatTable,
  type SearchEvaluation,
  type TableFormat,
} from '@toolscout/evaluation/internal'
import type { ReadSet } from '../command/read-sets.ts'

/** Means over the questions of one kind. */
export interface KindRow {
  readonly set: string
  readonly searcher: string
  readonly kind: string
  readonly queries: number
  readonly metrics: { readonly [metric: string]: number }
}

/** Means by the kind of question, of the sets whose queries have kinds; kinds in the order in which they occur. */
export function createKindRows(
  sets: readonly ReadSet[],
  evaluations: readonly SearchEvaluation[],
  metrics: readonly string[],
): readonly KindRow[] {
  return evaluations.flatMap(({ set, run, perQuery }) => {
    const byKind = new Map<string, (readonly number[])[]>()
    for (const { id, kind } of sets.find(({ name }) => name === set)?.queries ?? []) {
      const values = perQuery.get(id)
      if (kind === undefined || values === undefined) continue
      const row = metrics.map((metric) => values[metric] ?? 0)
      byKind.set(kind, [...(byKind.get(kind) ?? []), row])
    }
    return [...byKind].map(([kind, rows]): KindRow => {
      const mean = (i: number): number => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0) / rows.length
      const means = Object.fromEntries(metrics.map((metric, i) => [metric, mean(i)]))
      return { set, searcher: run.name, kind, queries: rows.length, metrics: means }
    })
  })
}

/** Writes the rows as a table; empty without any. */
export function formatKinds(rows: readonly KindRow[], format: TableFormat): string {
  const metrics = Object.keys(rows[0]?.metrics ?? {})
  if (metrics.length === 0) return ''
  const cells = rows.map(({ set, searcher, kind, queries, metrics: values }) => [
    set,
    searcher,
    kind,
    `${queries}`,
    ...metrics.map((metric) => formatNumber(values[metric])),
  ])
  return `\n${formatTable({ titles: ['set', 'searcher', 'kind', 'queries', ...metrics], rows: cells }, format)}`
}
