import type { JsonValue } from '@toolscout/model'
import type { SchemaNode, UncheckedKeyword } from './gate/keywords.ts'

/** Longest message and expectation, in code points. */
export const MAX_ISSUE_LENGTH = 200

/** One thing that is wrong with a value, in words a model can repair its call with. */
export interface ValidationIssue {
  /**
   * JSON pointer to the place in the value (RFC 6901), to be shown: hidden characters and line breaks are spelled as
   * `\u{…}`, and it is cut after 1,000 code points. Empty for the whole.
   */
  readonly path: string
  /** What is wrong and what is needed, at most 200 code points. */
  readonly message: string
  /**
   * The keyword that was not met. `json`, `bytes` and `depth` for a value that is no JSON or beyond the bounds.
   */
  readonly keyword: string
  /** What is needed there, in TypeScript's notation, at most 200 code points. */
  readonly expected?: string
}

/** What came of a validation. Frozen. */
export type ValidationResult =
  | {
      readonly valid: true
      /** What was not applied; empty when the value was checked in full. */
      readonly unchecked: readonly UncheckedKeyword[]
    }
  | {
      readonly valid: false
      /** At most 10, in the order in which they were found. */
      readonly issues: readonly ValidationIssue[]
      readonly unchecked: readonly UncheckedKeyword[]
    }

/** One place where a value does not fit, as the validator saw it. */
export interface Fault {
  /** JSON pointer into the value. */
  readonly path: string
  /** The keyword that failed; `false schema` for a schema that allows nothing. */
  readonly keyword: string
  /** What the keyword says about it, such as the name that is missing. */
  readonly params: { readonly [name: string]: unknown }
  /** The value at the path. */
  readonly value: JsonValue
  /** The schema that was not met; `undefined` for a boolean one. */
  readonly node: SchemaNode | undefined
}
