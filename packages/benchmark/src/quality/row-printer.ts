import { createQualityReport, formatQualityReport } from '@toolscout/evaluation'
import type { QualityReport, SearchEvaluation } from '@toolscout/evaluation/internal'

/** Prints a report row by row, while it is measured. */
export interface RowPrinter {
  /** Prints the row of an evaluation, the first below the titles. */
  readonly row: (evaluation: SearchEvaluation) => void
  /** Prints the means of a report whose rows have been printed; nothing for a single set. */
  readonly means: (report: QualityReport) => void
}

/** Longest names and largest numbers of a report, which set the widths of columns before the rows are known. */
export interface WidestCells {
  readonly name: string
  readonly searcher: string
}

const LARGEST = 100_000

/** Creates a printer of text whose columns are as wide as their widest cell will be. */
export function createRowPrinter(print: (text: string) => void, widest: WidestCells): RowPrinter {
  let hasTitles = false
  const format = (report: QualityReport): readonly string[] => {
    const [first] = report.sets
    const template = first && { ...first, ...widest, tools: LARGEST, queries: LARGEST }
    const sets = template === undefined ? [] : [template, ...report.sets]
    return formatQualityReport({ ...report, sets }, 'text')
      .trimEnd()
      .split('\n')
  }
  return {
    row: (evaluation) => {
      const [titles = '', , row = ''] = format({ ...createQualityReport([evaluation]), means: {} })
      print(`${hasTitles ? '' : `${titles}\n`}${row}\n`)
      hasTitles = true
    },
    means: (report) => {
      const isSingle = new Set(report.sets.map(({ name }) => name)).size < 2
      if (isSingle) return
      for (const line of format(report).slice(2 + report.sets.length)) print(`${line}\n`)
    },
  }
}
