import { ToolscoutError } from '@toolscout/model'
import { messageOf, oneLine, truncate } from '@toolscout/model/internal'
import type { IndexProblem } from './indexer.ts'

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
