import type { JsonObject, JsonValue } from '@toolscout/model'
import { quote } from '@toolscout/model/internal'
import { UnsafeSchemaError, type UnsafeSchemaReason } from '../errors.ts'
import {
  ASSERTIONS,
  countNames,
  isKnownIn,
  type SchemaDialect,
  type SchemaEdge,
  type SchemaNode,
  type UncheckedKeyword,
  uncheckedKeyword,
} from './keywords.ts'
import type { SchemaLimits } from './schema-limits.ts'
import type { SchemaResource } from './schema-resource.ts'

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

/**
 * Reads a keyword that checks a value by itself; any other keyword says nothing about values and is passed over.
 *
 * @throws UnsafeSchemaError `UNSAFE_SCHEMA` when it lists more values or names than allowed.
 */
export function readAssertion(graph: GraphDraft, node: NodeDraft, keyword: string, value: JsonValue): void {
  const accepts = ASSERTIONS.get(keyword)
  if (accepts === undefined || !isKnownIn(graph.dialect, keyword)) return
  if (accepts(value)) keepAssertion(graph, node, keyword, value)
  else omitMalformed(graph, node, keyword)
}

/** Keeps an assertion that is known to be well-formed, whatever the dialect calls it. */
export function keepAssertion(graph: GraphDraft, node: NodeDraft, keyword: string, value: JsonValue): void {
  const { maxEnumValues, maxNames } = graph.limits
  const earlier = node.assertions.get(keyword)
  // `dependencies` of older dialects may stand beside `dependentRequired`; then both hold.
  node.assertions.set(keyword, earlier === undefined ? value : joinNames(earlier, value))
  const values = keyword === 'enum' ? (value as readonly JsonValue[]).length : 0
  if (values > maxEnumValues) {
    throw tooMany('enum', node.pointer, { limit: maxEnumValues, found: values })
  }
  const names = countNames(node.assertions)
  if (names > maxNames) throw tooMany('names', node.pointer, { limit: maxNames, found: names })
}

function joinNames(a: JsonValue, b: JsonValue): JsonValue {
  const joined: Record<string, JsonValue> = Object.create(null)
  for (const [name, names] of [...Object.entries(a as JsonObject), ...Object.entries(b as JsonObject)]) {
    joined[name] = [...((joined[name] ?? []) as readonly JsonValue[]), ...(names as readonly JsonValue[])]
  }
  return joined
}

/** OpenAPI's way to allow null beside a type, which many generators write into JSON Schema. */
export function widenNullable(node: NodeDraft, source: JsonObject): void {
  const type = node.assertions.get('type')
  if (source.nullable !== true || type === undefined) return
  node.assertions.set('type', [...new Set([...(Array.isArray(type) ? type : [type]), 'null'])])
}
