import type { JsonValue } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import type { SchemaDialect } from './dialect.ts'
import { UnsafeSchemaError, type UnsafeSchemaReason } from './errors.ts'
import type { SchemaResource } from './resolve-ref.ts'
import type { SchemaEdge, SchemaNode } from './schema-graph.ts'
import type { SchemaLimits } from './schema-limits.ts'
import { type UncheckedKeyword, uncheckedKeyword } from './unchecked-keyword.ts'

/** A {@link SchemaNode} while it is read. */
export interface NodeDraft extends SchemaNode {
  readonly assertions: Map<string, JsonValue>
  readonly edges: SchemaEdge[]
  readonly omitted: Set<string>
}

/** A reference that waits until every schema is known. */
export interface PendingRef {
  readonly node: NodeDraft
  readonly keyword: string
  readonly ref: JsonValue
  readonly resource: SchemaResource
}

/** A schema graph while it is read. */
export interface GraphDraft {
  readonly document: JsonValue
  readonly dialect: SchemaDialect
  readonly limits: SchemaLimits
  readonly nodes: NodeDraft[]
  readonly byPointer: Map<string, NodeDraft>
  readonly resources: SchemaResource[]
  readonly pending: PendingRef[]
  readonly unchecked: UncheckedKeyword[]
}

/** Leaves a keyword out and says so. `at` is the place of what is wrong, which may be deeper than the schema. */
export function omitMalformed(
  graph: GraphDraft,
  node: NodeDraft,
  keyword: string,
  at: string = node.pointer,
): void {
  node.omitted.add(keyword)
  const message = `${quote(keyword)} at ${quote(at)} is not what JSON Schema defines and was left out.`
  graph.unchecked.push(uncheckedKeyword({ path: node.pointer, keyword, reason: 'malformed', message }))
}

const COUNTED: { readonly [reason in UnsafeSchemaReason]?: string } = {
  enum: 'enum values',
  names: 'required names',
  refs: 'references',
}

/** The error for a schema that has more of something than allowed. */
export function tooMany(
  reason: UnsafeSchemaReason,
  path: string,
  counts: { readonly limit: number; readonly found: number },
): UnsafeSchemaError {
  return new UnsafeSchemaError(
    `The schema has ${counts.found} ${COUNTED[reason] ?? reason} at ${quote(path)}; ${counts.limit} are allowed.`,
    { reason, path, ...counts },
  )
}
