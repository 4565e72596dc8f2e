import type { JsonObject, JsonValue } from '@toolscout/model'
import { ASSERTIONS, isKnownIn } from './keywords.ts'
import { countNames } from './schema-cost.ts'
import { type GraphDraft, type NodeDraft, omitMalformed, tooMany } from './schema-draft.ts'

/**
 * Reads a keyword that checks a value by itself; any other keyword says nothing about values and is passed over.
 *
 * @throws UnsafeSchemaError `UNSAFE_SCHEMA` when it lists more values or names than allowed.
 */
export function readAssertion(graph: GraphDraft, node: NodeDraft, keyword: string, value: JsonValue): void {
  const assertion = ASSERTIONS.get(keyword)
  if (assertion === undefined || !isKnownIn(graph.dialect, assertion)) return
  if (assertion.accepts(value)) keepAssertion(graph, node, keyword, value)
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
