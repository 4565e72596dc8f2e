import { ToolscoutError } from '@toolscout/model'
import { messageOf, oneLine, truncate } from '@toolscout/model/internal'
import type { IndexedSource, IndexProblem } from './indexer.ts'

/** Longest message of a problem, in code points. */
const MAX_MESSAGE_LENGTH = 500

/** An error as it stands in a report. */
export function toProblem(error: unknown, subject?: string): IndexProblem {
  return Object.freeze({
    ...(subject === undefined ? {} : { subject }),
    code: error instanceof ToolscoutError ? error.code : 'INDEXING_FAILED',
    message: truncate(oneLine(messageOf(error)), MAX_MESSAGE_LENGTH),
  })
}

/** A source that could not be listed: it keeps its tools. */
export function brokenSource(
  source: Pick<IndexedSource, 'name' | 'description' | 'tools'>,
  error: unknown,
): IndexedSource {
  const nothing = Object.freeze([])
  const problems = Object.freeze([toProblem(error)])
  return Object.freeze({
    ...source,
    complete: false,
    available: false,
    changed: nothing,
    removed: nothing,
    problems,
  })
}
