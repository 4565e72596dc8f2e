import type { JsonObject, JsonValue } from '@toolscout/model'
import { shownPointer } from '../errors.ts'
import type { SchemaDialect } from './keywords.ts'

/** One schema inside a schema. */
export interface SchemaNode {
  /** Place in {@link SchemaGraph.nodes}. */
  readonly index: number
  /** JSON pointer to it in the document. */
  readonly pointer: string
  /** The schema as written. */
  readonly source: JsonObject | boolean
  /** The keywords that check a value by themselves, well-formed and in the words of 2020-12. */
  readonly assertions: ReadonlyMap<string, JsonValue>
  /** The schemas it applies or keeps, in the words of 2020-12; references are edges with the keyword `$ref`. */
  readonly edges: readonly SchemaEdge[]
  /** Keywords that were left out because they are malformed or ambiguous. */
  readonly omitted: ReadonlySet<string>
}

/** How one schema uses another. */
export interface SchemaEdge {
  readonly keyword: string
  /** The member or the position, for keywords that hold several schemas. */
  readonly key: string | number | undefined
  readonly target: SchemaNode
}

/** A schema, read: every schema in it once, every reference resolved. Whatever its dialect, it speaks 2020-12. */
export interface SchemaGraph {
  readonly dialect: SchemaDialect
  readonly document: JsonValue
  readonly root: SchemaNode
  readonly nodes: readonly SchemaNode[]
  readonly refs: number
  /** What the reading left out, in document order. */
  readonly unchecked: readonly UncheckedKeyword[]
}

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
