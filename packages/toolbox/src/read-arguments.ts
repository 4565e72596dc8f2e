import { messageOf } from '@toolscout/model'

/** Arguments as they were meant, or why they cannot be read. */
export type ReadArguments = { readonly args: unknown } | { readonly problem: string }

/** Reads arguments that come as a value or, as models write them, as JSON text. Empty text is an empty object. */
export function readArguments(given: unknown): ReadArguments {
  if (typeof given !== 'string') return { args: given ?? {} }
  if (given.trim() === '') return { args: {} }
  try {
    return { args: JSON.parse(given) }
  } catch (error) {
    return { problem: `Their text is no JSON: ${messageOf(error)}` }
  }
}
