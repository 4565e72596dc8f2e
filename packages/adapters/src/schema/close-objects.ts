import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { orNull } from './current-dialect.ts'
import { mapSubschemas } from './map-subschemas.ts'
import type { ReportLoss } from './schema-loss.ts'
import { listOf, typesOf, without } from './types-of.ts'

/** What {@link closeObjects} gives. */
export interface ClosedObjects {
  readonly schema: JsonObject
  /** Where an object may have any members, so that closing it would leave nothing to give. */
  readonly maps: readonly string[]
}

/**
 * A schema whose objects have the members they name and no others. `strict`: each of them is required, and takes null
 * where it was not.
 */
export function closeObjects(
  schema: JsonObject,
  { strict, report }: { readonly strict: boolean; readonly report: ReportLoss },
): ClosedObjects {
  const maps: string[] = []
  const close = (given: JsonObject, path: string): JsonObject => {
    const inner = mapSubschemas(given, path, (sub, at, keyword) =>
      isJsonObject(sub) && keyword !== 'additionalProperties' ? close(sub, at) : sub,
    )
    if (!typesOf(inner).includes('object') && !isJsonObject(inner.properties)) return inner
    const members = isJsonObject(inner.properties) ? inner.properties : {}
    const { additionalProperties: more } = inner
    if (Object.keys(members).length === 0 && more !== false && path !== '') maps.push(path)
    else if (more !== undefined && more !== false) {
      if (Object.keys(members).length === 0) maps.push(path)
      report(path, 'additionalProperties', 'members without a name of their own cannot be given')
    }
    return {
      ...inner,
      ...(strict ? allRequired(inner, members) : {}),
      properties: asGiven(inner, members, strict),
      additionalProperties: false,
    }
  }
  return { schema: close(schema, ''), maps }
}

function asGiven(schema: JsonObject, members: JsonObject, strict: boolean): JsonObject {
  if (!strict) return members
  const required = listOf(schema, 'required')
  const entries = Object.entries(members).map(([name, member]): readonly [string, JsonValue] => [
    name,
    required.includes(name) || !isJsonObject(member) ? member : orNull(withoutDefault(member)),
  ])
  return Object.fromEntries(entries)
}

function withoutDefault(member: JsonObject): JsonObject {
  return without(member, 'default')
}

function allRequired(_schema: JsonObject, members: JsonObject): JsonObject {
  return { required: Object.keys(members) }
}

/** Members, levels and listed values of a schema. */
export function sizeOf(schema: JsonObject): {
  readonly members: number
  readonly depth: number
  readonly enumValues: number
} {
  let members = 0
  let enumValues = 0
  let deepest = 0
  const look = (given: JsonValue, depth: number): void => {
    if (!isJsonObject(given)) return
    const own = isJsonObject(given.properties) ? Object.keys(given.properties).length : 0
    members += own
    enumValues += listOf(given, 'enum').length
    const level = own > 0 ? depth + 1 : depth
    deepest = Math.max(deepest, level)
    mapSubschemas(given, '', (sub) => {
      look(sub, level)
      return sub
    })
  }
  look(schema, 0)
  return { members, depth: deepest, enumValues }
}
