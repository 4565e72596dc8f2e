import { ToolscoutError } from '@toolscout/model'

/** `INVALID_EMBEDDING_TABLE`: bytes are no table of token vectors, or not the ones that were written. */
export class InvalidTableError extends ToolscoutError<{ readonly bytes: number }> {
  constructor(message: string, bytes: number) {
    super('INVALID_EMBEDDING_TABLE', `${message} Train the table anew, or install the package again.`, {
      details: { bytes },
    })
  }
}
