import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, pointerTokens } from '@toolscout/model/internal'
import { pointerOf } from './inline-references.ts'
import { without } from './map-subschemas.ts'

const HOLDERS = ['$defs', 'definitions'] as const

/**
 * A schema with those of its definitions that something in it refers to. Servers made of API descriptions often give every
 * tool all of them. Where references name anchors or other documents, all stay.
 */
export function withUsedDefinitions(schema: JsonObject): JsonObject {
  const used = new Set<JsonValue>()
  const waiting: JsonValue[] = [without(schema, ...HOLDERS)]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const ref of refsIn(next)) {
      const pointer = pointerOf(ref)
      if (pointer === undefined) return schema
      const [holder = '', name = ''] = pointerTokens(pointer)
      const definitions = HOLDERS.some((known) => known === holder) ? schema[holder] : undefined
      const target = isJsonObject(definitions) ? definitions[name] : undefined
      if (target === undefined || used.has(target)) continue
      used.add(target)
      waiting.push(target)
    }
  }
  const kept: Record<string, JsonValue> = { ...schema }
  for (const holder of HOLDERS) {
    const definitions = schema[holder]
    if (!isJsonObject(definitions)) continue
    const entries = Object.entries(definitions).filter(([, definition]) => used.has(definition))
    if (entries.length > 0) kept[holder] = Object.fromEntries(entries)
    else delete kept[holder]
  }
  return HOLDERS.some((holder) => isJsonObject(schema[holder])) ? kept : schema
}

/** Every reference in a value; what only looks like one, in an example, keeps a definition too many. */
function refsIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isJsonObject(value)) return []
  const own = [value.$ref, value.$dynamicRef].filter((ref) => typeof ref === 'string')
  return [...own, ...Object.values(value).flatMap(refsIn)]
}
