import { estimateTokens } from '@toolscout/model'
import { takeCodePoints, truncate } from '@toolscout/model/internal'
import { dataText } from './data-text.ts'

/** Most of a query that a model is shown, in code points and in tokens; a request of five jobs has a hundred. */
const MAX_QUERY = { codePoints: 1_200, tokens: 300 } as const
/** Most of a task context. */
const MAX_CONTEXT = { codePoints: 400, tokens: 100 } as const

/** What is looked for, and why. */
export interface ShownQuestion {
  readonly query: string
  readonly taskContext?: string | undefined
}

/** The lines that show a question, as quoted data: one, or two with a task. */
export function questionLines({ query, taskContext = '' }: ShownQuestion): readonly string[] {
  const task = shorten(taskContext, MAX_CONTEXT)
  return [`Request: "${shorten(query, MAX_QUERY)}"`, ...(task === '' ? [] : [`Task: "${task}"`])]
}

/** The longest head of a text within both limits, as data. */
function shorten(text: string, { codePoints, tokens }: typeof MAX_QUERY | typeof MAX_CONTEXT): string {
  const line = dataText(text, codePoints)
  return truncate(
    line,
    longestThat(codePoints, (length) => estimateTokens(takeCodePoints(line, length)) < tokens),
  )
}

/** The largest whole number up to `most` that fits, where every number below one that fits does too; 0 if none. */
export function longestThat(most: number, fits: (length: number) => boolean): number {
  if (fits(most)) return most
  let [low, high] = [0, most]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
