import { isJsonObject, messageOf } from '@toolscout/model/internal'
import type { ToolCall } from './tool-call.ts'

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

/** A call as a model wrote it, which may be anything; each has to be answered. */
export function readCall(call: unknown): ToolCall {
  const { id, name, arguments: args }: { readonly [member: string]: unknown } = isJsonObject(call) ? call : {}
  return { id: typeof id === 'string' ? id : '', name: typeof name === 'string' ? name : '', arguments: args }
}
