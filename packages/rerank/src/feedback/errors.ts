import { ToolscoutError } from '@toolscout/model'

/** `INVALID_FEEDBACK`: what was to be gone on with is no saved feedback. */
export class InvalidFeedbackError extends ToolscoutError<{
  /** Where the problem is, such as `pairs[3]`. */
  readonly path: string
}> {
  constructor(message: string, path: string) {
    super('INVALID_FEEDBACK', message, { details: { path } })
  }
}
