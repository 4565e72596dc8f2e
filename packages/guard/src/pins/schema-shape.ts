import type { JsonObject, JsonValue } from '@toolscout/model'
import { canonicalJson, isJsonObject, SCHEMA_KEYWORDS } from '@toolscout/model/internal'

/** What changed of the arguments a tool takes. */
export interface ShapeChange {
  /** Parameters that a call must have now and did not need before. */
  readonly required: readonly string[]
  /** Whether parameters came that a call may leave out. */
  readonly isWidened: boolean
  /** Whether anything else changed but prose. */
  readonly isReshaped: boolean
}

const MAX_DEPTH = 32

/** A schema without what is written for readers, as one text: the same for schemas that take the same. */
export function shapeOf(schema: JsonValue): string {
  return canonicalJson(bare(schema, undefined, 0))
}

/** Compares what two schemas take; titles, descriptions and comments do not count. */
export function compareShapes(old: JsonValue, now: JsonValue): ShapeChange {
  const required = newlyRequired(old, now, 0)
  const common = canonicalJson(bare(now, old, 0))
  const isReshaped = common !== shapeOf(old)
  const isWidened = common !== shapeOf(now)
  return { required, isWidened, isReshaped: isReshaped && required.length === 0 }
}

/** Without prose and, where there is an older schema, without the properties that it does not have. */
function bare(value: JsonValue, old: JsonValue | undefined, depth: number, isMap = false): JsonValue {
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(value))
    return value.map((item, i) =>
      bare(item as JsonValue, Array.isArray(old) ? (old[i] as JsonValue) : undefined, depth + 1),
    )
  if (!isJsonObject(value)) return value
  const older = isJsonObject(old) ? old : undefined
  const kept: Record<string, JsonValue> = {}
  for (const [member, item] of Object.entries(value)) {
    const kind = isMap ? undefined : SCHEMA_KEYWORDS.get(member)
    if (kind === 'text' && typeof item === 'string') continue
    if (kind === 'data') kept[member] = member === 'required' ? sorted(item) : item
    else if (isMap && older !== undefined && !Object.hasOwn(older, member)) continue
    else kept[member] = bare(item, older?.[member], depth + 1, kind === 'schemaMap' && isJsonObject(item))
  }
  return kept
}

function sorted(names: JsonValue): JsonValue {
  return Array.isArray(names) ? [...names].map(String).sort() : names
}

function newlyRequired(
  old: JsonValue | undefined,
  now: JsonValue | undefined,
  depth: number,
): readonly string[] {
  if (!isJsonObject(now) || !isJsonObject(old) || depth > MAX_DEPTH) return []
  const before = new Set(textsOf(old.required))
  const inside = ['items', 'additionalProperties'].flatMap((member) =>
    newlyRequired(old[member], now[member], depth + 1),
  )
  const [was, is] = [membersOf(old.properties), membersOf(now.properties)]
  return [
    ...textsOf(now.required).filter((name) => !before.has(name)),
    ...inside,
    ...Object.entries(is).flatMap(([name, schema]) =>
      Object.hasOwn(was, name) ? newlyRequired(was[name], schema, depth + 1) : [],
    ),
  ]
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
