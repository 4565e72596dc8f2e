import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, pointerTokens } from '@toolscout/model/internal'
import { without } from './types-of.ts'

const HOLDERS = ['$defs', 'definitions'] as const

/**
 * A schema with those of its definitions that something in it refers to. Servers made of API descriptions often give every
 * tool all of them. Where references name anchors or other documents, all stay.
 */
export function withUsedDefinitions(schema: JsonObject): JsonObject {
  if (!HOLDERS.some((holder) => isJsonObject(schema[holder]))) return schema
  const used = new Set<JsonValue>()
  const waiting: JsonValue[] = [without(schema, ...HOLDERS)]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const ref of refsIn(next)) {
      if (!/^#(?:\/|$)/.test(ref)) return schema
      const [holder, name] = pointerTokens(ref.slice(1))
      const definitions = holder === '$defs' || holder === 'definitions' ? schema[holder] : undefined
      const target = isJsonObject(definitions) && name !== undefined ? definitions[decoded(name)] : undefined
      if (target === undefined || used.has(target)) continue
      used.add(target)
      waiting.push(target)
    }
  }
  const entries = Object.entries(schema).flatMap(
    ([keyword, value]): readonly (readonly [string, JsonValue])[] => {
      if (!(keyword === '$defs' || keyword === 'definitions') || !isJsonObject(value))
        return [[keyword, value]]
      const kept = Object.entries(value).filter(([, definition]) => used.has(definition))
      return kept.length === 0 ? [] : [[keyword, Object.fromEntries(kept)]]
    },
  )
  return Object.fromEntries(entries)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Every reference in a value; what only looks like one, in an example, keeps a definition too many. */
function refsIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isJsonObject(value)) return []
  const own = [value.$ref, value.$dynamicRef].filter((ref) => typeof ref === 'string')
  return [...own, ...Object.values(value).flatMap(refsIn)]
}
