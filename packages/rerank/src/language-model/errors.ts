import { ToolscoutError } from '@toolscout/model'

/** The facts of a {@link LanguageModelError}. */
export interface LanguageModelFailure {
  /** Name of the model. */
  readonly model: string
  /**
   * `status`: its server refused. `network`: the server was not reached, or hung up. `timeout`: the time was up.
   * `size`: the answer was larger than allowed. `reply`: what came is not what was asked for.
   */
  readonly reason: 'status' | 'network' | 'timeout' | 'size' | 'reply'
  /** HTTP status, where a server refused. */
  readonly status?: number
}

/** `LANGUAGE_MODEL_FAILED`: a language model gave no answer that can be used. */
export class LanguageModelError extends ToolscoutError<LanguageModelFailure> {
  constructor(message: string, details: LanguageModelFailure) {
    super('LANGUAGE_MODEL_FAILED', message, { details })
  }
}
