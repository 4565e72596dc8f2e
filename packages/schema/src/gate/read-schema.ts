import type { JsonObject, JsonValue } from '@toolscout/model'
import {
  childPointer,
  isJsonObject,
  pointerTokens,
  quote,
  type SchemaKeywordKind,
  valueAt,
} from '@toolscout/model/internal'
import { UnsafeSchemaError } from '../errors.ts'
import type { SchemaGraph } from './keywords.ts'
import { APPLICATORS, dialectOf, isKnownIn, REFERENCES, uncheckedKeyword } from './keywords.ts'
import {
  createResource,
  type GraphDraft,
  keepAssertion,
  type NodeDraft,
  omitMalformed,
  type PendingRef,
  readAssertion,
  refPointer,
  type SchemaResource,
  tooMany,
  unresolvable,
  widenNullable,
} from './schema-draft.ts'
import type { SchemaLimits } from './schema-limits.ts'

/**
 * Reads a schema document into a graph: keywords of older dialects in the words of 2020-12, malformed keywords
 * left out and reported, every reference resolved.
 *
 * @throws UnsupportedSchemaError `UNSUPPORTED_SCHEMA`, ExternalRefError `EXTERNAL_REF`, and UnsafeSchemaError
 * `UNSAFE_SCHEMA` for references to nothing and for more subschemas, references, enum values or names than allowed.
 */
export function readSchema(document: JsonObject | boolean, limits: SchemaLimits): SchemaGraph {
  const outermost = createResource('')
  const graph: GraphDraft = {
    document,
    dialect: dialectOf(document),
    limits,
    nodes: [],
    byPointer: new Map(),
    resources: [outermost],
    pending: [],
    unchecked: [],
  }
  const root = readNode(graph, document, '', outermost)
  let refs = 0
  // References may lead to places no keyword leads to, and those may hold further references.
  for (; refs < graph.pending.length; refs += 1) resolvePending(graph, graph.pending[refs] as PendingRef)
  const { dialect, nodes, unchecked } = graph
  return { dialect, document, root, nodes, refs, unchecked: Object.freeze(unchecked) }
}

function readNode(
  graph: GraphDraft,
  source: JsonObject | boolean,
  pointer: string,
  outer: SchemaResource,
): NodeDraft {
  const index = graph.nodes.length
  const limit = graph.limits.maxSubschemas
  if (index >= limit) throw tooMany('subschemas', pointer, { limit, found: index + 1 })
  const members = { assertions: new Map<string, JsonValue>(), edges: [], omitted: new Set<string>() }
  const node: NodeDraft = { index, pointer, source, ...members }
  graph.nodes.push(node)
  graph.byPointer.set(pointer, node)
  if (typeof source === 'boolean') return node
  const resource = enterResource(graph, source, pointer, outer)
  for (const [keyword, value] of Object.entries(source)) {
    const applicator = APPLICATORS.get(keyword)
    if (keyword === 'items') readItems(graph, node, source, resource)
    else if (keyword === 'dependencies') readDependencies(graph, node, value, resource)
    else if (REFERENCES.get(keyword)?.includes(graph.dialect))
      addPending(graph, { node, keyword, ref: value, resource })
    else if (applicator !== undefined && isKnownIn(graph.dialect, keyword)) {
      readHeld(graph, node, { keyword, as: keyword, kind: applicator.kind, value, resource })
    } else readAssertion(graph, node, keyword, value)
  }
  widenNullable(node, source)
  return node
}

/** Registers what the schema can be found by, and opens a new frame when it has an `$id` of its own. */
function enterResource(
  graph: GraphDraft,
  source: JsonObject,
  pointer: string,
  outer: SchemaResource,
): SchemaResource {
  const { $id, $anchor, $dynamicAnchor, $recursiveAnchor } = source
  const isAnchor = typeof $id === 'string' && $id.startsWith('#')
  // In draft-07 a reference hides everything beside it, the id included.
  const isHidden = graph.dialect === 'draft-07' && source.$ref !== undefined
  let resource = outer
  if (typeof $id === 'string' && !isAnchor && !isHidden && pointer !== '') {
    resource = createResource(pointer)
    graph.resources.push(resource)
  }
  if (isAnchor) resource.anchors.set($id.slice(1), pointer)
  if (typeof $anchor === 'string') resource.anchors.set($anchor, pointer)
  if (typeof $dynamicAnchor === 'string') {
    resource.anchors.set($dynamicAnchor, pointer)
    resource.dynamicAnchors.add($dynamicAnchor)
  }
  // 2019-09 has one dynamic anchor without a name, at the root of a resource.
  if ($recursiveAnchor === true && pointer === resource.base) resource.dynamicAnchors.add('')
  return resource
}

interface HeldSchemas {
  /** The keyword as written, for pointers and reports. */
  readonly keyword: string
  /** The keyword as 2020-12 calls it. */
  readonly as: string
  readonly kind: SchemaKeywordKind
  readonly value: JsonValue
  readonly resource: SchemaResource
}

function readHeld(graph: GraphDraft, node: NodeDraft, held: HeldSchemas): void {
  const { keyword, as, kind, value, resource } = held
  const at = childPointer(node.pointer, keyword)
  const add = (key: string | number | undefined, schema: JsonValue, pointer: string): void => {
    if (key === '__proto__') throw forbiddenName(pointer)
    const target = readNode(graph, isSchema(schema) ? schema : true, pointer, resource)
    // A value in the place of a schema that is none says nothing; the rest of the keyword still counts.
    if (!isSchema(schema)) omitMalformed(graph, target, keyword)
    node.edges.push({ keyword: as, key, target })
  }
  if (kind === 'schema' && isSchema(value)) add(undefined, value, at)
  else if (kind === 'schemas' && Array.isArray(value) && value.length > 0) {
    for (const [i, item] of value.entries()) add(i, item, childPointer(at, i))
  } else if (kind === 'schemaMap' && isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) add(name, item, childPointer(at, name))
  } else {
    node.omitted.add(as)
    omitMalformed(graph, node, keyword)
  }
}

/** Up to 2019-09 `items` may be a list, and `additionalItems` is what 2020-12 calls `items`. */
function readItems(graph: GraphDraft, node: NodeDraft, source: JsonObject, resource: SchemaResource): void {
  const { items = null, additionalItems } = source
  if (!Array.isArray(items)) {
    readHeld(graph, node, { keyword: 'items', as: 'items', kind: 'schema', value: items, resource })
    return
  }
  if (items.length > 0) {
    readHeld(graph, node, { keyword: 'items', as: 'prefixItems', kind: 'schemas', value: items, resource })
  }
  if (additionalItems === undefined) return
  const rest = { keyword: 'additionalItems', as: 'items', kind: 'schema', value: additionalItems } as const
  readHeld(graph, node, { ...rest, resource })
}

/** What 2019-09 split in two: a list of names is a `dependentRequired`, a schema a `dependentSchemas`. */
function readDependencies(
  graph: GraphDraft,
  node: NodeDraft,
  value: JsonValue,
  resource: SchemaResource,
): void {
  if (!isJsonObject(value)) {
    omitMalformed(graph, node, 'dependencies')
    return
  }
  const lists = Object.entries(value).filter(([, item]) => Array.isArray(item))
  const texts = lists.filter(([, item]) => (item as readonly JsonValue[]).every((x) => typeof x === 'string'))
  if (texts.length < lists.length) omitMalformed(graph, node, 'dependencies')
  if (texts.length > 0) keepAssertion(graph, node, 'dependentRequired', Object.fromEntries(texts))
  const schemas = Object.fromEntries(Object.entries(value).filter(([, item]) => !Array.isArray(item)))
  const held = { keyword: 'dependencies', as: 'dependentSchemas', kind: 'schemaMap', value: schemas } as const
  readHeld(graph, node, { ...held, resource })
}

function addPending(graph: GraphDraft, pending: PendingRef): void {
  const limit = graph.limits.maxRefs
  const found = graph.pending.push(pending)
  if (found > limit) throw tooMany('refs', pending.node.pointer, { limit, found })
}

function resolvePending(graph: GraphDraft, pending: PendingRef): void {
  const { node, keyword, ref, resource } = pending
  if (typeof ref !== 'string') throw unresolvable(ref, node.pointer)
  const pointer = refPointer(ref, node.pointer, resource)
  if (keyword !== '$ref' && isAmbiguous(graph, ref)) {
    node.omitted.add(keyword)
    const message = `Several schemas answer to ${quote(ref)}; which one is meant shows only while checking.`
    graph.unchecked.push(uncheckedKeyword({ path: node.pointer, keyword, reason: 'dynamic-ref', message }))
    return
  }
  const known = graph.byPointer.get(pointer)
  const source = known === undefined ? valueAt(graph.document, pointerTokens(pointer)) : known.source
  if (!isSchema(source)) throw unresolvable(ref, node.pointer)
  const target = known ?? readNode(graph, source, pointer, resource)
  node.edges.push({ keyword: '$ref', key: undefined, target })
}

/** A dynamic reference means the outermost schema of that name on the way in. With one of that name, that is it. */
function isAmbiguous(graph: GraphDraft, ref: string): boolean {
  return graph.resources.filter(({ dynamicAnchors }) => dynamicAnchors.has(ref.slice(1))).length > 1
}

function isSchema(value: JsonValue | undefined): value is JsonObject | boolean {
  return typeof value === 'boolean' || isJsonObject(value)
}

function forbiddenName(path: string): UnsafeSchemaError {
  return new UnsafeSchemaError(`The schema names a property __proto__ at ${quote(path)}, which is refused.`, {
    reason: 'forbidden-name',
    path,
  })
}
