import type { JsonObject, JsonValue } from '@toolscout/model'
import { isJsonObject, pointerTokens, quote, valueAt } from '@toolscout/model/internal'
import { mapSubschemas, without } from './map-subschemas.ts'
import type { ReportLoss } from './schema-loss.ts'

/** Most schemas one schema may grow to when its references are followed; the largest of 5,808 public ones has 1,900. */
const MAX_NODES = 5_000
/** Levels of references within one another. */
const MAX_DEPTH = 128
/** Keywords that describe and do not check, so that they may stand beside what a reference stood for. */
const ANNOTATIONS: readonly string[] = [
  'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly',
] // biome-ignore format: one list

/** A reference on its way: the document, what was passed, and how much was written. */
interface Work {
  readonly document: JsonObject
  readonly report: ReportLoss
  nodes: number
}

/**
 * A schema in which local references are replaced by what they mean. What leads out of it, to nothing or on for ever is
 * reported; what contains itself is written one level deep.
 */
export function inlineReferences(schema: JsonObject, report: ReportLoss): JsonObject {
  const root = expand({ document: schema, report, nodes: 0 }, schema, '', [''])
  return isJsonObject(root) ? root : {}
}

function expand(work: Work, schema: JsonValue, path: string, stack: readonly string[]): JsonValue {
  if (!isJsonObject(schema)) return schema
  work.nodes += 1
  if (work.nodes > MAX_NODES || stack.length > MAX_DEPTH) {
    work.report(path, '$ref', 'the schema grows too large when its references are followed')
    return {}
  }
  const ref = schema.$ref ?? schema.$dynamicRef
  if (typeof ref !== 'string') return mapInner(work, schema, path, stack)
  const beside = mapInner(work, without(schema, '$ref', '$dynamicRef'), path, stack)
  const pointer = pointerOf(ref)
  const target = pointer === undefined ? undefined : valueAt(work.document, pointerTokens(pointer))
  if (pointer === undefined || target === undefined) {
    work.report(path, '$ref', `${quote(ref)} leads to nothing inside the schema`)
    return beside
  }
  if (!stack.includes(pointer)) return join(expand(work, target, path, [...stack, pointer]), beside)
  work.report(path, '$ref', 'the schema contains itself, which is told one level deep')
  return join(isJsonObject(target) && target.type !== undefined ? { type: target.type } : {}, beside)
}

function mapInner(work: Work, schema: JsonObject, path: string, stack: readonly string[]): JsonObject {
  // Definitions are written where they are used.
  const bare = without(schema, '$defs', 'definitions', '$anchor', '$dynamicAnchor', '$id')
  return mapSubschemas(bare, path, (inner, at) => expand(work, inner, at, stack))
}

/** What a reference stood for together with what stood beside it. */
function join(target: JsonValue, beside: JsonObject): JsonValue {
  const keywords = Object.keys(beside)
  if (keywords.length === 0) return target
  if (!isJsonObject(target)) return target === true ? beside : target
  const isDescribed = keywords.every((keyword) => ANNOTATIONS.includes(keyword) || !(keyword in target))
  return isDescribed ? { ...target, ...beside } : { allOf: [target, beside] }
}

/** The pointer of a reference into its own schema; `undefined` for any other, anchors among them. */
export function pointerOf(ref: string): string | undefined {
  if (!/^#(?:\/|$)/.test(ref)) return undefined
  try {
    return decodeURIComponent(ref.slice(1))
  } catch {
    return undefined
  }
}
