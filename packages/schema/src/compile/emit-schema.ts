import type { SchemaDialect, SchemaEdge, SchemaGraph, SchemaNode } from '../gate/keywords.ts'
import { APPLICATORS, ownSteps } from '../gate/keywords.ts'
import type { CheckPlan } from './check-plan.ts'

/** A schema object that is written for the validator. */
export interface EmittedSchema {
  [keyword: string]: unknown
}

/** A schema as the validator gets it. */
export interface Emission {
  readonly schema: EmittedSchema | boolean
  /** The dialect it was written in before. */
  readonly dialect: SchemaDialect
  /** The schema that an emitted object was written from. */
  readonly nodeOf: (emitted: unknown) => SchemaNode | undefined
}

/**
 * `judge`: the whole schema, to say whether a value fits. `explain`: unions hold the names of their branches in
 * `$defs`, so that each can be tried on its own.
 */
export type EmissionMode = 'judge' | 'explain'

/** Steps for every value: those of the schema, and whether each member of an object is one more. */
export const WORK = 'toolscoutWork'
/** Steps for a text: how many for each UTF-16 code unit. */
export const TEXT_WORK = 'toolscoutTextWork'

/** A branch that does not fit leaves an error behind, thrown away when another one fits: up to 1 µs. A step is 0.1 µs. */
const STEPS_PER_BRANCH = 10
/** A format looks at every character with a regular expression, which takes about as long as a step. */
const STEPS_PER_FORMAT_CHARACTER = 1
/** Counting characters takes an eighth of that. */
const STEPS_PER_COUNTED_CHARACTER = 1 / 8
/** Keywords that look at every member of an object. */
const MEMBER_LOOPS = [
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'minProperties',
  'maxProperties',
]

/**
 * Writes a graph as one schema in 2020-12 that holds nothing but keywords read here: no ids, no anchors, no
 * annotations, and references only as `#/$defs/…` (a `$dynamicRef` lists them by resource). So whatever a foreign schema says, the validator sees only
 * what the gate has seen. Every schema carries its price.
 */
export function emitSchema(graph: SchemaGraph, plan: CheckPlan, mode: EmissionMode): Emission {
  const origins = new Map<unknown, SchemaNode>()
  // What is used more than once is in `$defs`.
  const hoisted = targets(
    graph,
    (keyword) => isReference(keyword) || (mode === 'explain' && isUnion(keyword)),
  )
  const writer: Writer = { plan, mode, hoisted, branches: targets(graph, isUnion), origins }
  const defs = Object.fromEntries([...hoisted].map((node) => [nameOf(node), emitNode(writer, node)]))
  const schema = hoisted.has(graph.root) ? refTo(graph.root) : emitNode(writer, graph.root)
  if (typeof schema === 'object' && hoisted.size > 0) schema.$defs = defs
  return { schema, dialect: graph.dialect, nodeOf: (emitted) => origins.get(emitted) }
}

/** The name a schema has in `$defs`. */
function nameOf(node: SchemaNode): string {
  return `d${node.index}`
}

interface Writer {
  readonly plan: CheckPlan
  readonly mode: EmissionMode
  readonly hoisted: ReadonlySet<SchemaNode>
  readonly branches: ReadonlySet<SchemaNode>
  readonly origins: Map<unknown, SchemaNode>
}

/** The schemas that a keyword of some kind leads to. */
function targets(graph: SchemaGraph, isWanted: (keyword: string) => boolean): ReadonlySet<SchemaNode> {
  const found = new Set<SchemaNode>()
  for (const { edges } of graph.nodes) {
    for (const { keyword, target } of edges) if (isWanted(keyword)) found.add(target)
  }
  return found
}

function emitNode(writer: Writer, node: SchemaNode): EmittedSchema | boolean {
  if (typeof node.source === 'boolean') return node.source
  const emitted: EmittedSchema = {}
  for (const [keyword, value] of node.assertions) {
    if (!writer.plan.dropped(node, keyword)) emitted[keyword] = value
  }
  for (const [keyword, edges] of edgesByKeyword(node)) {
    if (APPLICATORS.get(keyword)?.place !== 'nowhere') emitEdges(writer, node, { keyword, edges, emitted })
  }
  if (Object.keys(emitted).length === 0) return true
  const steps = ownSteps(node) + (writer.branches.has(node) ? STEPS_PER_BRANCH : 0)
  emitted[WORK] = [steps, MEMBER_LOOPS.some((keyword) => Object.hasOwn(emitted, keyword))]
  const perCharacter = stepsPerCharacter(node)
  if (perCharacter > 0) emitted[TEXT_WORK] = perCharacter
  writer.origins.set(emitted, node)
  return emitted
}

function edgesByKeyword(node: SchemaNode): ReadonlyMap<string, readonly SchemaEdge[]> {
  const groups = new Map<string, SchemaEdge[]>()
  for (const edge of node.edges) {
    const group = groups.get(edge.keyword)
    if (group === undefined) groups.set(edge.keyword, [edge])
    else group.push(edge)
  }
  return groups
}

interface KeywordEdges {
  readonly keyword: string
  readonly edges: readonly SchemaEdge[]
  readonly emitted: EmittedSchema
}

function emitEdges(writer: Writer, node: SchemaNode, { keyword, edges, emitted }: KeywordEdges): void {
  const use = ({ target }: SchemaEdge): EmittedSchema | boolean =>
    writer.hoisted.has(target) ? refTo(target) : emitNode(writer, target)
  const isDropped = writer.plan.dropped(node, keyword)
  if (keyword === '$ref') {
    // Every reference leads to a hoisted schema, and an object holds one `$ref`.
    const [first, ...others] = edges.map(({ target }) => refTo(target))
    emitted.$ref = first?.$ref
    alsoAllOf(emitted, others)
  } else if (keyword === '$dynamicRef') {
    emitted[keyword] = edges.map(({ key, target }) => [key, refTo(target)])
  } else if (isUnion(keyword)) {
    const branches = writer.mode === 'explain' ? edges.map(({ target }) => nameOf(target)) : edges.map(use)
    // "Exactly one" cannot be decided when a branch is checked in part; "at least one" still can.
    if (!isDropped) emitted[keyword] = branches
    else alsoAllOf(emitted, [{ anyOf: branches }])
  } else if (keyword === 'allOf') alsoAllOf(emitted, edges.map(use))
  else if (keyword === 'patternProperties') {
    const usable = edges.filter(({ key }) => writer.plan.patternFor(String(key)) !== undefined)
    if (usable.length > 0) emitted[keyword] = Object.fromEntries(usable.map((edge) => [edge.key, use(edge)]))
  } else if (!isDropped) {
    const kind = APPLICATORS.get(keyword)?.kind
    if (kind === 'schemas') emitted[keyword] = edges.map(use)
    else if (kind === 'schemaMap') emitted[keyword] = byName(edges, use)
    else emitted[keyword] = use(edges[0] as SchemaEdge)
  }
}

/** A map from names to schemas; a name in two keywords, one of an older dialect, must meet both. */
function byName(
  edges: readonly SchemaEdge[],
  use: (edge: SchemaEdge) => EmittedSchema | boolean,
): { readonly [name: string]: unknown } {
  const map = new Map<string, unknown>()
  for (const edge of edges) {
    const name = String(edge.key)
    map.set(name, map.has(name) ? { allOf: [map.get(name), use(edge)] } : use(edge))
  }
  return Object.fromEntries(map)
}

function alsoAllOf(emitted: EmittedSchema, schemas: readonly (EmittedSchema | boolean)[]): void {
  if (schemas.length > 0) emitted.allOf = [...((emitted.allOf as readonly unknown[]) ?? []), ...schemas]
}

function stepsPerCharacter(node: SchemaNode): number {
  if (node.assertions.has('format')) return STEPS_PER_FORMAT_CHARACTER
  return node.assertions.has('minLength') || node.assertions.has('maxLength')
    ? STEPS_PER_COUNTED_CHARACTER
    : 0
}

function isUnion(keyword: string): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

function isReference(keyword: string): boolean {
  return keyword === '$ref' || keyword === '$dynamicRef'
}

function refTo(node: SchemaNode): EmittedSchema {
  return { $ref: `#/$defs/${nameOf(node)}` }
}
