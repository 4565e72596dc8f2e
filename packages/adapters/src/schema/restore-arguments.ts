import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, pointerTokens, valueAt } from '@toolscout/model/internal'
import { spellMember } from './fit-schema.ts'
import { pointerOf } from './inline-references.ts'
import { listOf, typesOf } from './map-subschemas.ts'
import type { SchemaSubset } from './schema-subset.ts'

/** Levels of arguments that are looked at. */
const MAX_DEPTH = 64

/**
 * Arguments as the tool takes them, from arguments in the provider's shape: members that may be left out and
 * are null are left out, members that were spelled otherwise get their names back. Anything else stays as it is; whether
 * it fits is for the check of the call to say.
 */
export function restoreArguments(schema: JsonObject, args: JsonValue, subset: SchemaSubset): JsonValue {
  if (subset.objects !== 'strict' && subset.memberName === undefined) return args
  return restore({ document: schema, subset }, [schema], args, 0)
}

interface Work {
  readonly document: JsonObject
  readonly subset: SchemaSubset
}

function restore(work: Work, schemas: readonly JsonValue[], value: JsonValue, depth: number): JsonValue {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value
  const nodes = allNodes(work, schemas)
  if (Array.isArray(value)) {
    return value.map((item, i) => {
      const inner = nodes.map(
        (node) => listOf(node, 'prefixItems')[i] ?? listOf(node, 'items')[i] ?? node.items,
      )
      return restore(work, inner.filter(isJsonObject), item, depth + 1)
    })
  }
  if (!isJsonObject(value)) return value
  const members: [string, JsonValue][] = []
  for (const [given, member] of Object.entries(value)) {
    const name = nameOf(work, nodes, given)
    const inner = nodes.map((node) => memberOf(node, name)).filter((schema) => schema !== undefined)
    if (member === null && isLeftOut(work, nodes, inner, name)) continue
    members.push([name, restore(work, inner, member, depth + 1)])
  }
  return Object.fromEntries(members)
}

function isLeftOut(
  work: Work,
  nodes: readonly JsonObject[],
  inner: readonly JsonObject[],
  name: string,
): boolean {
  if (work.subset.objects !== 'strict' || inner.length === 0) return false
  if (nodes.some((node) => listOf(node, 'required').includes(name))) return false
  return !takesNull(allNodes(work, inner))
}

/** Whether schemas that say something about the same value take null: where one names types or values, as they say. */
function takesNull(nodes: readonly JsonObject[]): boolean {
  const said = nodes.map(saysOfNull).filter((takes) => takes !== undefined)
  return said.length === 0 || said.includes(true)
}

/** Whether a schema takes null; `undefined` where it names neither types nor values. */
function saysOfNull(node: JsonObject): boolean | undefined {
  if (node.const !== undefined) return node.const === null
  if (Array.isArray(node.enum)) return node.enum.includes(null)
  const types = typesOf(node)
  return types.length === 0 ? undefined : node.nullable === true || types.includes('null')
}

function nameOf({ subset: { memberName } }: Work, nodes: readonly JsonObject[], given: string): string {
  if (memberName === undefined || nodes.some((node) => memberOf(node, given) !== undefined)) return given
  for (const node of nodes) {
    const names = isJsonObject(node.properties) ? Object.keys(node.properties) : []
    const meant = names.find((name) => !memberName.test(name) && spellMember(name, memberName) === given)
    if (meant !== undefined) return meant
  }
  return given
}

function memberOf({ properties }: JsonObject, name: string): JsonObject | undefined {
  const member = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isJsonObject(member) ? member : undefined
}

/** Schemas and all that says something about the same value, references followed, each once. */
function allNodes(
  work: Work,
  schemas: readonly JsonValue[],
  seen: Set<JsonValue> = new Set(),
): readonly JsonObject[] {
  return schemas.flatMap((schema) => {
    if (!isJsonObject(schema) || seen.has(schema)) return []
    seen.add(schema)
    const pointer = typeof schema.$ref === 'string' ? pointerOf(schema.$ref) : undefined
    const target = pointer === undefined ? undefined : valueAt(work.document, pointerTokens(pointer))
    const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema, keyword))
    return [schema, ...allNodes(work, [target ?? false, ...parts], seen)]
  })
}
