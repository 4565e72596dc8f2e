import type { JsonObject } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { orNull } from './current-dialect.ts'
import { listOf, mapSubschemas, typesOf, without } from './map-subschemas.ts'
import type { ReportLoss } from './schema-loss.ts'

/** What {@link closeObjects} gives. */
export interface ClosedObjects {
  readonly schema: JsonObject
  /** Where an object may have any members, so that closing it would leave nothing to give. */
  readonly maps: readonly string[]
  /** Members, levels and listed values. */
  readonly size: { readonly members: number; readonly depth: number; readonly enumValues: number }
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
  const size = { members: 0, depth: 0, enumValues: 0 }
  const close = (given: JsonObject, path: string, outer: number): JsonObject => {
    const members = isJsonObject(given.properties) ? Object.keys(given.properties) : []
    const depth = members.length > 0 ? outer + 1 : outer
    size.members += members.length
    size.depth = Math.max(size.depth, depth)
    size.enumValues += listOf(given, 'enum').length
    const inner = mapSubschemas(given, path, (sub, at, keyword) =>
      isJsonObject(sub) && keyword !== 'additionalProperties' ? close(sub, at, depth) : sub,
    )
    if (!typesOf(inner).includes('object') && !isJsonObject(inner.properties)) return inner
    const { additionalProperties: more } = inner
    const isOpen = more !== undefined && more !== false
    if (isOpen) report(path, 'additionalProperties', 'members without a name of their own cannot be given')
    if (members.length === 0 && (isOpen || (more === undefined && path !== ''))) maps.push(path)
    const properties = isJsonObject(inner.properties) ? inner.properties : {}
    return strict
      ? { ...inner, required: members, properties: allGiven(inner, properties), additionalProperties: false }
      : { ...inner, properties, additionalProperties: false }
  }
  return { schema: close(schema, '', 0), maps, size }
}

/** Members of which those that may be left out may be null instead. */
function allGiven(schema: JsonObject, members: JsonObject): JsonObject {
  const required = listOf(schema, 'required')
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      required.includes(name) || !isJsonObject(member) ? member : orNull(without(member, 'default')),
    ]),
  )
}
