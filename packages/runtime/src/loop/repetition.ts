import { canonicalJson, copyJson, quote } from '@toolscout/model/internal'
import { readArguments } from '../check-arguments.ts'
import type { ToolCall } from '../tool-call.ts'

/** Sees when a model makes the same call again and again. */
export interface Repetition {
  /** Takes the calls of one round, and gives what to say to the model when one was made too often in a row. */
  readonly add: (calls: readonly ToolCall[]) => string | undefined
}

/** `most` calls in a row that are the same are too many. */
export function createRepetition(most: number): Repetition {
  let last = ''
  let times = 0
  return {
    add: (calls) => {
      let warning: string | undefined
      for (const call of calls) {
        const same = signatureOf(call)
        times = same === last ? times + 1 : 1
        last = same
        if (times >= most) warning = warningText(call.name, times)
      }
      return warning
    },
  }
}

function warningText(name: string, times: number): string {
  return `${quote(name)} was called ${times} times in a row with the same arguments. Calling it again will not help: try something else, or answer with what you have.`
}

/** The same for calls that mean the same, whatever the order of their members. */
function signatureOf({ name, arguments: given }: ToolCall): string {
  const read = readArguments(given)
  try {
    if ('args' in read) return `${name} ${canonicalJson(copyJson(read.args))}`
  } catch {
    // Values without a JSON form are compared as text.
  }
  return `${name} ${String(given)}`
}
