import { ToolscoutError } from '@toolscout/model'
import type { ValidationIssue } from '@toolscout/schema/internal'

/** `INVALID_DETAIL`: a text is no level of detail. */
export class InvalidDetailError extends ToolscoutError<{
  /** What was given, shortened. */
  readonly detail: string
}> {
  constructor(message: string, detail: string) {
    super('INVALID_DETAIL', message, { details: { detail } })
  }
}

/** `NO_TOOL`: there is documentation for an id, but no tool whose schema could be shown. */
export class NoToolError extends ToolscoutError<{ readonly id: string }> {
  constructor(message: string, id: string) {
    super('NO_TOOL', message, { details: { id } })
  }
}

/** An example that is refused. */
interface RefusedExample {
  /** Position of the example in the list that was given. */
  readonly index: number
  /** Title of the example; empty when it has none. */
  readonly title: string
}

/** The facts of an {@link ArgumentsTooLargeError}. */
export interface ArgumentsTooLargeDetails extends RefusedExample {
  /** Measured depth and keys. */
  readonly depth: number
  readonly keys: number
  readonly maxDepth: number
  readonly maxKeys: number
}

/** `ARGUMENTS_TOO_LARGE`: the arguments of an example are deeper or have more keys than an example may. */
export class ArgumentsTooLargeError extends ToolscoutError<ArgumentsTooLargeDetails> {
  constructor(message: string, details: ArgumentsTooLargeDetails) {
    super('ARGUMENTS_TOO_LARGE', message, { details })
  }
}

/** The facts of an {@link InvalidExampleError}. */
export interface InvalidExampleDetails extends RefusedExample {
  readonly id: string
  /** What is wrong with its arguments. */
  readonly issues: readonly ValidationIssue[]
}

/** `INVALID_EXAMPLE`: the arguments of an example do not fit the tool's input schema. */
export class InvalidExampleError extends ToolscoutError<InvalidExampleDetails> {
  constructor(message: string, details: InvalidExampleDetails) {
    super('INVALID_EXAMPLE', message, { details })
  }
}
