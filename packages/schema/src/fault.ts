import type { JsonValue } from '@toolscout/model'
import type { SchemaNode } from './schema-graph.ts'

/** One place where a value does not fit, as the validator saw it. */
export interface Fault {
  /** JSON pointer into the value. */
  readonly path: string
  /** The keyword that failed; `false schema` for a schema that allows nothing. */
  readonly keyword: string
  /** What the keyword says about it, such as the name that is missing. */
  readonly params: { readonly [name: string]: unknown }
  /** What stands at the path. */
  readonly value: JsonValue
  /** The schema that was not met; `undefined` for a boolean one. */
  readonly node: SchemaNode | undefined
}
