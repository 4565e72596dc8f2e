import { ToolscoutError } from '@toolscout/model'

/** Where in a file something is wrong. */
export interface EvaluationFilePlace {
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** `INVALID_EVALUATION_FILE`: a line of a corpus, of queries, judgments or a run cannot be read. */
export class InvalidEvaluationFileError extends ToolscoutError<EvaluationFilePlace> {
  constructor(message: string, place: EvaluationFilePlace, cause?: unknown) {
    super('INVALID_EVALUATION_FILE', `${place.file}:${place.line}: ${message}`, { details: place, cause })
  }
}

/** `EVALUATION_FILE_MISSING`: there is no such file or folder, or it cannot be read. */
export class EvaluationFileMissingError extends ToolscoutError<{ readonly file: string }> {
  constructor(message: string, file: string, cause?: unknown) {
    super('EVALUATION_FILE_MISSING', message, { details: { file }, cause })
  }
}
