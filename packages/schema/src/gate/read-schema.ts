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
import { APPLICATORS, dialectOf, isKnownIn, REFERENCES } from './keywords.ts'
import {
  type GraphDraft,
  keepAssertion,
  type NodeDraft,
  omitMalformed,
  type PendingRef,
  readAssertion,
  tooMany,
  widenNullable,
} from './schema-draft.ts'
import type { SchemaLimits } from './schema-limits.ts'
import {
  NO_URI,
  type RefTarget,
  refTarget,
  type SchemaResource,
  unresolvable,
  uriOfId,
} from './schema-resource.ts'

/**
 * Reads a schema document into a graph: keywords of older dialects in the words of 2020-12, malformed keywords
 * left out and reported, every reference resolved.
 *
 * @throws UnsupportedSchemaError `UNSUPPORTED_SCHEMA`, ExternalRefError `EXTERNAL_REF`, and UnsafeSchemaError
 * `UNSAFE_SCHEMA` for references to nothing and for more subschemas, references, enum values or names than allowed.
 */
export function readSchema(document: JsonObject | boolean, limits: SchemaLimits): SchemaGraph {
  const resources: SchemaResource[] = []
  const outermost = addResource(resources, '', isJsonObject(document) ? document.$id : undefined, NO_URI)
  const graph: GraphDraft = {
    document,
    dialect: dialectOf(document),
    limits,
    nodes: [],
    byPointer: new Map(),
    resources,
    pending: [],
    unchecked: [],
  }
  const root = readNode(graph, document, '', outermost)
  const { dialect, nodes, unchecked, pending } = graph
  // References may lead to places no keyword leads to, and those may hold further references and resources.
  const targets: RefTarget[] = []
  for (const ref of pending) targets.push(readTarget(graph, ref))
  for (const [i, ref] of pending.entries()) linkTarget(graph, ref, targets[i] as RefTarget)
  return { dialect, document, root, nodes, refs: pending.length, unchecked: Object.freeze(unchecked) }
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
  // In draft-07 a reference hides everything beside it.
  const isHiding = graph.dialect === 'draft-07' && isJsonObject(source) && source.$ref !== undefined
  const resource =
    typeof source === 'boolean' || isHiding ? outer : enterResource(graph, source, pointer, outer)
  const node: NodeDraft = { index, pointer, source, resource: resource.index, ...members }
  graph.nodes.push(node)
  graph.byPointer.set(pointer, node)
  if (typeof source === 'boolean') return node
  for (const [keyword, value] of Object.entries(source)) {
    const applicator = APPLICATORS.get(keyword)
    if (isHiding && keyword !== '$ref' && applicator?.place !== 'nowhere') continue
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
  const isOwn = typeof $id === 'string' && !isAnchor && pointer !== ''
  const resource = isOwn ? addResource(graph.resources, pointer, $id, outer.uri) : outer
  if (isAnchor) resource.anchors.set($id.slice(1), pointer)
  if (typeof $anchor === 'string') resource.anchors.set($anchor, pointer)
  if (typeof $dynamicAnchor === 'string') {
    resource.anchors.set($dynamicAnchor, pointer)
    resource.dynamicAnchors.set($dynamicAnchor, pointer)
  }
  // 2019-09 has one dynamic anchor without a name, at the root of a resource.
  if ($recursiveAnchor === true && pointer === resource.base) resource.dynamicAnchors.set('', pointer)
  return resource
}

function addResource(
  resources: SchemaResource[],
  base: string,
  id: JsonValue | undefined,
  around: string,
): SchemaResource {
  const uri = typeof id === 'string' ? uriOfId(id, around) : around
  const resource = { index: resources.length, base, uri, anchors: new Map(), dynamicAnchors: new Map() }
  resources.push(resource)
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

/** Finds what a reference leads to, and reads it when no keyword led there before. */
function readTarget(graph: GraphDraft, { node, ref, resource }: PendingRef): RefTarget {
  if (typeof ref !== 'string') throw unresolvable(ref, node.pointer)
  const target = refTarget(ref, node.pointer, resource, graph.resources)
  if (graph.byPointer.has(target.pointer)) return target
  const source = valueAt(graph.document, pointerTokens(target.pointer))
  if (!isSchema(source)) throw unresolvable(ref, node.pointer)
  readNode(graph, source, target.pointer, target.resource)
  return target
}

function linkTarget(graph: GraphDraft, { node, keyword }: PendingRef, target: RefTarget): void {
  const { resource, pointer, fragment } = target
  const schemaAt = (place: string | undefined): NodeDraft => graph.byPointer.get(place as string) as NodeDraft
  // A dynamic reference to a dynamic anchor means the outermost schema of that name on the way in.
  const isDynamic = keyword !== '$ref' && resource.dynamicAnchors.get(fragment) === pointer
  const others = graph.resources.filter((known) => known !== resource && known.dynamicAnchors.has(fragment))
  if (!isDynamic || others.length === 0) {
    node.edges.push({ keyword: '$ref', key: undefined, target: schemaAt(pointer) })
    return
  }
  for (const { index, dynamicAnchors } of [resource, ...others])
    node.edges.push({ keyword: '$dynamicRef', key: index, target: schemaAt(dynamicAnchors.get(fragment)) })
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
