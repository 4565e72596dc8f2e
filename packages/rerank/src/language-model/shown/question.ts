import { dataText, encodeText } from './data-text.ts'

/** Most of a query and of a task context that a model is shown, in code points. */
const MAX_SHOWN_QUERY = 2_000

/** What is looked for, and why. */
export interface ShownQuestion {
  readonly query: string
  readonly taskContext?: string | undefined
}

/** The members of a JSON object that show a question, as data. */
export function questionMembers({ query, taskContext }: ShownQuestion): string {
  const members = [`"query": ${encodeText(dataText(query, MAX_SHOWN_QUERY))}`]
  const context = taskContext === undefined ? '' : dataText(taskContext, MAX_SHOWN_QUERY)
  if (context !== '') members.push(`"taskContext": ${encodeText(context)}`)
  return members.join(', ')
}
