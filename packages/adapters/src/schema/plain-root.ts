import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, jsonEquals } from '@toolscout/model/internal'
import { listOf, without } from './map-subschemas.ts'
import { both } from './merge-all-of.ts'
import type { ReportLoss } from './schema-loss.ts'

const REFUSED_AT_ROOT: readonly string[] = ['not', 'enum', 'const', 'if', 'then', 'else']

/**
 * A schema whose root is an object and nothing else: OpenAI and Anthropic refuse unions there. The result has every
 * member of the branches and requires those that all branches require; their combinations are reported as lost.
 */
export function withPlainRoot(schema: JsonObject, report: ReportLoss): JsonObject {
  let root: JsonObject = schema
  const parts = listOf(root, 'allOf').filter(isJsonObject)
  root = parts.reduce((merged, part) => both(merged, part, '', report), without(root, 'allOf'))
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = listOf(root, keyword).filter(isJsonObject)
    if (!Object.hasOwn(root, keyword)) continue
    root = both(without(root, keyword), united(branches), '', report)
    report(
      '',
      keyword,
      'the root may not be a choice; members of all branches are told, and not which go together',
    )
  }
  for (const keyword of REFUSED_AT_ROOT) {
    if (!Object.hasOwn(root, keyword)) continue
    root = without(root, keyword)
    report('', keyword, 'the root may be nothing but an object')
  }
  return {
    type: 'object',
    ...without(root, 'type'),
    ...(isJsonObject(root.properties) ? {} : { properties: {} }),
  }
}

/** What any of several object schemas may have. */
function united(branches: readonly JsonObject[]): JsonObject {
  const members = new Map<string, JsonValue[]>()
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(isJsonObject(branch.properties) ? branch.properties : {})) {
      const known = members.get(name) ?? []
      if (!known.some((other) => jsonEquals(other, schema))) known.push(schema)
      members.set(name, known)
    }
  }
  const [first, ...others] = branches.map((branch) => listOf(branch, 'required'))
  const required = (first ?? []).filter((name) => others.every((list) => list.includes(name)))
  const properties = [...members].map(([name, schemas]) => [
    name,
    schemas.length === 1 ? (schemas[0] as JsonValue) : { anyOf: schemas },
  ])
  return {
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
  }
}
