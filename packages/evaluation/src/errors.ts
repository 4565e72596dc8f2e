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

/** How many questions there are of each kind, and how many are needed. */
export interface QuestionCounts {
  readonly answerable: number
  readonly unanswerable: number
  readonly needed: number
}

/** `TOO_FEW_QUESTIONS`: there are too few judged questions to say anything from. */
export class TooFewQuestionsError extends ToolscoutError<QuestionCounts> {
  constructor(counts: QuestionCounts) {
    const { answerable, unanswerable, needed } = counts
    super(
      'TOO_FEW_QUESTIONS',
      `Over all draws, ${answerable} questions have an answer and ${unanswerable} have none; ${needed} of each are ` +
        'needed. Give more judged questions, or more draws.',
      { details: counts },
    )
  }
}

/** `EVALUATION_FILE_MISSING`: there is no such file or folder, or it cannot be read. */
export class EvaluationFileMissingError extends ToolscoutError<{ readonly file: string }> {
  constructor(message: string, file: string, cause?: unknown) {
    super('EVALUATION_FILE_MISSING', message, { details: { file }, cause })
  }
}
