import type { Partition } from './partition.ts'
import { encodeTerm } from './term-table.ts'

/** Where a term is found. */
export interface TermLookUp {
  /** Its number in each partition, in their order, or -1. */
  readonly numbers: readonly number[]
  /** Documents that hold it. */
  readonly frequency: number
}

/** Terms that are looked up, once until something changes: a request and its clauses ask for the same ones. */
export interface TermLookUps {
  readonly lookUp: (text: string) => TermLookUp
  /** Tells of a change of documents or partitions. */
  readonly forget: () => void
}

/** Terms that are remembered, at most 2 MB: as many as some hundreds of requests ask for. */
const MAX_KNOWN = 8_192
const NOWHERE: TermLookUp = Object.freeze({ numbers: Object.freeze([]), frequency: 0 })

/** Creates {@link TermLookUps} in the partitions there are. */
export function createTermLookUps(partitions: () => readonly Partition[]): TermLookUps {
  const known = new Map<string, TermLookUp>()
  return {
    lookUp: (text) => {
      let found = known.get(text)
      if (found === undefined) {
        found = lookUpIn(partitions(), text)
        if (known.size === MAX_KNOWN) known.clear()
        known.set(text, found)
      }
      return found
    },
    forget: () => {
      if (known.size > 0) known.clear()
    },
  }
}

function lookUpIn(partitions: readonly Partition[], text: string): TermLookUp {
  const term = encodeTerm(text)
  const numbers: number[] = []
  let frequency = 0
  for (const partition of partitions) {
    const number = partition.find(term)
    numbers.push(number)
    if (number >= 0) frequency += partition.liveFrequency(number)
  }
  return frequency === 0 ? NOWHERE : { numbers, frequency }
}
