import { compileFilter, type JsonValue, type SearchMode, type ToolFilter } from '@toolscout/model'
import { canonicalJson } from '@toolscout/model/internal'

/** What is asked beside the method; members that are `undefined` say nothing. */
interface Question {
  readonly queries?: readonly string[]
  readonly filter?: ToolFilter | undefined
  readonly explain?: boolean | undefined
  readonly mode?: SearchMode | undefined
  readonly taskContext?: string | undefined
}

/**
 * Identifies a question, so that a cursor answers no other.
 *
 * @throws TypeError when the filter is none.
 */
export function questionOf(method: string, { explain = false, ...question }: Question): string {
  compileFilter(question.filter)
  return canonicalJson(JSON.parse(JSON.stringify({ method, explain, ...question })) as JsonValue)
}
