import { ToolscoutError } from '@toolscout/model'

/** Why a pattern is refused. */
export type InvalidPatternReason = 'too_long' | 'syntax' | 'too_large'

/** `INVALID_PATTERN`: a regular expression is too long, cannot be read, or is too large to run. */
export class InvalidPatternError extends ToolscoutError<{
  readonly reason: InvalidPatternReason
  readonly pattern: string
}> {
  constructor(message: string, reason: InvalidPatternReason, pattern: string, cause?: unknown) {
    super('INVALID_PATTERN', message, { details: { reason, pattern }, cause })
  }
}
