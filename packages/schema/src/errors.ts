import { ToolscoutError } from '@toolscout/model'
import { spell, truncate } from '@toolscout/model/internal'

/** Why the gate refuses a schema. */
export type UnsafeSchemaReason =
  | 'bytes'
  | 'depth'
  | 'nodes'
  | 'subschemas'
  | 'keywords'
  | 'refs'
  | 'enum'
  | 'names'
  | 'cost'
  | 'ref-cycle'
  | 'unresolvable-ref'
  | 'forbidden-name'

/** The facts of an {@link UnsafeSchemaError}. */
export interface UnsafeSchemaDetails {
  readonly reason: UnsafeSchemaReason
  /** JSON pointer to the place in the schema; empty for the whole. */
  readonly path: string
  /** What is allowed, for reasons that count something. */
  readonly limit?: number
  /** What was found; at least this much where counting stopped at the limit. */
  readonly found?: number
}

/** `UNSAFE_SCHEMA`: a schema would cost too much to compile or check, or refers to a place it does not have. */
export class UnsafeSchemaError extends ToolscoutError<UnsafeSchemaDetails> {
  constructor(message: string, details: UnsafeSchemaDetails) {
    super('UNSAFE_SCHEMA', message, { details: { ...details, path: shownPointer(details.path) } })
  }
}

/** `EXTERNAL_REF`: a schema refers to another document. Such references are never fetched. */
export class ExternalRefError extends ToolscoutError<{
  /** JSON pointer to the schema that refers. */
  readonly path: string
  /** The reference as written, shortened. */
  readonly ref: string
}> {
  constructor(message: string, path: string, ref: string) {
    super('EXTERNAL_REF', message, { details: { path: shownPointer(path), ref } })
  }
}

/** `UNSUPPORTED_SCHEMA`: a schema is written in a dialect of JSON Schema that is not read here. */
export class UnsupportedSchemaError extends ToolscoutError<{
  /** The value of `$schema`, shortened. */
  readonly dialect: string
}> {
  constructor(message: string, dialect: string) {
    super('UNSUPPORTED_SCHEMA', message, { details: { dialect } })
  }
}

/** `INVALID_SCHEMA`: a value is no JSON Schema at all. */
export class InvalidSchemaError extends ToolscoutError<{
  /** JSON pointer to what cannot be read; empty for the whole. */
  readonly path: string
}> {
  constructor(message: string, path: string, cause?: unknown) {
    super('INVALID_SCHEMA', message, { details: { path: shownPointer(path) }, cause })
  }
}

/** Longest pointer that is handed out, in code points: longer ones are made of hostile names and lead nowhere. */
const MAX_POINTER_LENGTH = 1_000

/**
 * A pointer as it is handed out, for readers: one line, hidden characters and line breaks spelled as `\u{…}`, cut and
 * marked with `…` when names in it are absurdly long.
 */
export function shownPointer(pointer: string): string {
  const spelled = spell(truncate(pointer, MAX_POINTER_LENGTH))
  return truncate(spelled.replaceAll('\n', '\\u{a}').replaceAll('\t', '\\u{9}'), MAX_POINTER_LENGTH)
}
