import { shownPointer } from './pointer.ts'

/** A part of a schema, or of one check of a value, that was not applied. */
export interface UncheckedKeyword {
  /** JSON pointer to the schema that has the keyword, spelled and cut as in an issue; empty for the root. */
  readonly path: string
  /** The keyword; empty when the whole value was left unchecked. */
  readonly keyword: string
  /**
   * `pattern`: not a pattern the linear engine runs. `malformed`: the keyword's own value is none it can have.
   * `dynamic-ref`: several schemas answer to the reference. `depends`: another unchecked keyword would make this
   * one refuse values that fit. `work`: checking the value takes more steps than allowed. `engine`: the code that
   * checks the schema broke on the value.
   */
  readonly reason: 'pattern' | 'malformed' | 'dynamic-ref' | 'depends' | 'work' | 'engine'
  /** A sentence for people. */
  readonly message: string
}

/** Makes an entry of what was not applied. Frozen. */
export function uncheckedKeyword(found: UncheckedKeyword): UncheckedKeyword {
  return Object.freeze({ ...found, path: shownPointer(found.path) })
}
