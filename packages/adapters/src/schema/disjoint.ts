import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject } from '@toolscout/model/internal'
import { listOf, typesOf } from './types-of.ts'

/** Whether it is plain that no value fits two of these schemas: their types differ, or a member that all require does. */
export function areDisjoint(branches: readonly JsonValue[]): boolean {
  const schemas = branches.filter(isJsonObject)
  if (schemas.length !== branches.length) return false
  return allApart(schemas.map(kindsOf)) || allApart(schemas.map(valuesOf)) || haveTag(schemas)
}

function haveTag(schemas: readonly JsonObject[]): boolean {
  const [first] = schemas
  if (first === undefined) return true
  return listOf(first, 'required').some((name) => {
    const tagged = schemas.map((schema) => {
      if (typeof name !== 'string' || !listOf(schema, 'required').includes(name)) return []
      const members = schema.properties
      const member = isJsonObject(members) && Object.hasOwn(members, name) ? members[name] : undefined
      return isJsonObject(member) ? valuesOf(member) : []
    })
    return allApart(tagged)
  })
}

/** Whether every list has something, and nothing stands in two of them. */
function allApart(lists: readonly (readonly string[])[]): boolean {
  const all = lists.flat()
  return lists.every((list) => list.length > 0) && new Set(all).size === all.length
}

function kindsOf(schema: JsonObject): readonly string[] {
  // Every whole number is a number.
  return typesOf(schema).map((type) => (type === 'integer' ? 'number' : type))
}

function valuesOf({ const: value, enum: values }: JsonObject): readonly string[] {
  const listed = value === undefined ? values : [value]
  return Array.isArray(listed) ? listed.map((item) => JSON.stringify(item)) : []
}
