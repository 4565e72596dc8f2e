import { type CatalogRecord, SEARCH_FIELDS } from '@toolscout/model'
import { toToolSummary } from '@toolscout/model/internal'
import { toSearchDocument } from '@toolscout/schema'
import { type Analyzer, type Bm25fParameters, createTermReader } from '@toolscout/search'
import { facetsOf, type GroupsOf } from './facets.ts'
import { facetKey, termKey } from './keys.ts'

/** How tools are read. */
export interface ToolAnalysis {
  readonly analyzer: Analyzer
  readonly parameters: Bm25fParameters
  readonly groupsOf: GroupsOf | undefined
}

/** Reads tools, and gives all they are found by a number, from 0 on. */
export interface ToolReader {
  /** Says for each number that is in a tool how many steps it counts there; gives the length of the tool. */
  readonly read: (record: CatalogRecord, visit: (number: number, steps: number) => void) => number
  /** The keys of all numbers. */
  readonly keys: () => readonly string[]
}

/** Weights are multiples of this, see `FieldWeights` of `@toolscout/search`. */
const WEIGHT_STEP = 1 / 1_024

/** What a step counts: all weights are whole numbers of it, so that steps are exact and small. */
export function stepOf({ weights }: Bm25fParameters): number {
  const steps = SEARCH_FIELDS.map((field) => Math.round(weights[field] / WEIGHT_STEP))
  return steps.reduce(greatestCommonDivisor) * WEIGHT_STEP
}

/** Starts a reader that has met nothing. */
export function createToolReader({ analyzer, parameters, groupsOf }: ToolAnalysis): ToolReader {
  const terms = createTermReader(analyzer, parameters)
  const step = stepOf(parameters)
  /** Facets have the odd numbers, terms the even ones. */
  const facets = new Map<string, number>()
  return {
    read: (record, visit) => {
      const summary = toToolSummary(record.tool, record.backends)
      const { fields } = toSearchDocument({ ...record, summary })
      const { count, numbers, frequencies, length } = terms.read(fields)
      for (let i = 0; i < count; i += 1) {
        visit(2 * (numbers[i] as number), Math.round((frequencies[i] as number) / step))
      }
      for (const facet of facetsOf(summary, groupsOf)) {
        const number = facets.get(facet) ?? 2 * facets.size + 1
        facets.set(facet, number)
        visit(number, 1)
      }
      return length
    },
    keys: () => {
      const keys: string[] = []
      terms.texts().forEach((text, i) => {
        keys[2 * i] = termKey(text)
      })
      for (const [facet, number] of facets) keys[number] = facetKey(facet)
      return keys
    },
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
