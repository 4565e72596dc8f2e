import { ToolscoutError } from '@toolscout/model'
import { messageOf } from '@toolscout/model/internal'

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

/** `VECTORS_UNREADABLE`: vectors that stay in a file cannot be read from there, or are not what was written. */
export class VectorsUnreadableError extends ToolscoutError<Record<never, never>> {
  constructor(why: string, cause?: unknown) {
    const message = `The saved vectors cannot be read and are made again; until then tools are ranked by words: ${why}`
    super('VECTORS_UNREADABLE', message, { details: {}, cause })
  }
}

/**
 * Why an embedder gave no vectors: it could not be reached, answered with a status of failure, took too long, answered
 * with what is not what was asked for, or failed by itself.
 */
export type EmbedderFault = 'network' | 'status' | 'timeout' | 'invalid_answer' | 'failed'

/** The facts of an {@link EmbedderFailedError}. */
export interface EmbedderFailure {
  readonly model: string
  readonly reason: EmbedderFault
  /** The HTTP status, where there was one. */
  readonly status?: number
  /** How long the server wants to be left alone, where it said so. */
  readonly retryAfterMs?: number
}

/** `EMBEDDER_FAILED`: an embedder gave no vectors, or none that can be used. */
export class EmbedderFailedError extends ToolscoutError<EmbedderFailure> {
  constructor(message: string, details: EmbedderFailure, cause?: unknown) {
    super('EMBEDDER_FAILED', message, { details, cause })
  }
}

/** `EMBEDDING_TABLE_MISSING`: the table of token vectors is not where the package lies, as in a bundle that left it behind. */
export class TableMissingError extends ToolscoutError<Record<never, never>> {
  constructor(cause: unknown) {
    const message = `data/tokens.bin of @toolscout/semantic cannot be read (${messageOf(cause)}), so tools are ranked by their words alone. A bundler leaves it behind: docs/guides/bundling.md says what to do.`
    super('EMBEDDING_TABLE_MISSING', message, { details: {}, cause })
  }
}

/** `PEER_NOT_INSTALLED`: an optional package that the user has to install is not there, or does not load. */
export class PeerNotInstalledError extends ToolscoutError<{ readonly package: string }> {
  constructor(message: string, name: string, cause?: unknown) {
    super('PEER_NOT_INSTALLED', message, { details: { package: name }, cause })
  }
}

/** `EMBEDDINGS_INCOMPLETE`: some documents have no vector, and attempts are paused for now. */
export class EmbeddingsIncompleteError extends ToolscoutError<{
  /** How many documents wait for a vector. */
  readonly pending: number
  readonly total: number
}> {
  constructor(
    message: string,
    details: { readonly pending: number; readonly total: number },
    cause?: unknown,
  ) {
    super('EMBEDDINGS_INCOMPLETE', message, { details, cause })
  }
}
