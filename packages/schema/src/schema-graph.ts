import type { JsonObject, JsonValue } from '@toolscout/model'
import type { SchemaDialect } from './dialect.ts'
import type { UncheckedKeyword } from './unchecked-keyword.ts'

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
