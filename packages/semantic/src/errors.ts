import { ToolscoutError } from '@toolscout/model'

/** `VECTOR_STORE_FULL`: one vector more would pass the bytes a store may take, or those the process can have. */
export class VectorStoreFullError extends ToolscoutError<{
  /** How many vectors it holds. */
  readonly size: number
  readonly maxBytes: number
}> {
  constructor(
    message: string,
    details: { readonly size: number; readonly maxBytes: number },
    cause?: unknown,
  ) {
    super('VECTOR_STORE_FULL', message, { details, cause })
  }
}
